"""Everything that one statement says about ranks: its sides, its left side, sums that leave their range out, measures of quality."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.indices.summed import mark_summed
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, every, texts, walk, word
from vault_tools.compiler.resolve.writing.ranks.currents import currents
from vault_tools.compiler.resolve.writing.ranks.customs import SCORE, is_measured, names_no_matrix, undressed
from vault_tools.compiler.syntax_tree import BigOperator, Name, Node, Scripted, Styled

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.hints import Hints
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.resolve.writing.statements.heads import Head

PAIR = 2
OF_ARRAYS = frozenset("HKOQUVWX")
"""Capitals that are arrays also in what looks like a measure (`MHA = \\sum_i O_i W_i`)."""
ATTENTION = "A"
"""The capital of attention weights, of which two indices name one; those of scores and blocks may be cut into blocks."""
ARRAY_FUNCTIONS = frozenset({"softmax", "sigma", "tanh", "phi"})


def collect(hints: Hints, entry: Entry) -> None:
    """Note what a statement says."""
    hints.left = _indices_of(hints, entry.head)
    hints.entry = _entry(hints.left, entry.head.symbol)
    sides = entry.statement.sides[1 if entry.head.symbol is not None else 0 :]
    for side in sides:
        hints.visit_side(side, entry.head)
    hints.visit_head(entry.head)
    mark_summed(hints, sides)
    if any("I" in texts(side) for side in sides):
        for factor in currents(entry, hints.words):
            hints.mark(factor, "scalar")
    symbol = None if entry.head.is_function else entry.head.symbol
    if symbol is not None and _is_score(symbol):
        _mark_scores(hints, sides)


def _indices_of(hints: Hints, head: Head) -> frozenset[str]:
    r"""The indices of the symbol on the left, `S_{ij}` or `S(i, j)`."""
    if head.is_function and head.parameters:
        letters = frozenset(map(canonical, head.parameters))
        return letters if letters <= hints.facts.letters else frozenset()
    return frozenset(map(canonical, hints.facts.read(head.symbol).indices)) if isinstance(head.symbol, Scripted) else frozenset()


def _entry(indices: frozenset[str], symbol: Node | None) -> frozenset[str]:
    r"""The indices of `e_{ij}`, `\alpha_{ts}`, `A_{ij}`, `\text{score}_{ij}`, which is one number for each pair."""
    if len(indices) != PAIR or symbol is None:
        return frozenset()
    letter = word(undressed(bare(symbol))) or ""
    return indices if letter == ATTENTION or names_no_matrix(symbol) or is_measured(letter) else frozenset()


def _is_score(symbol: Node) -> bool:
    """`AP`, `mAP`, `NDCG`: an abbreviation, as measures of quality are called."""
    return SCORE.fullmatch(word(bare(symbol)) or "") is not None


def _mark_scores(hints: Hints, sides: tuple[Node, ...]) -> None:
    r"""The R_n and P_n of `AP = \sum_n (R_n - R_{n-1}) P_n`: without a transpose or a function, a measure adds up numbers."""
    if any(map(_is_of_arrays, (node for side in sides for node in walk(side)))):
        return
    for operator in (each for side in sides for each in every(BigOperator, side) if each.operator in ("sum", "max", "min")):
        for scripted in every(Scripted, operator.body) if operator.body is not None else ():
            for atom in hints.words.atoms(scripted):
                found = hints.facts.read(atom) if is_symbol(atom) and is_upper(bare(atom)) else None
                if found is not None and len(found.indices) == 1 and found.base not in OF_ARRAYS:
                    hints.of.setdefault(found.name, set()).add("scalar@1")


def _is_of_arrays(node: Node) -> bool:
    return (
        is_transposed(node) or (isinstance(node, Name) and node.text in ARRAY_FUNCTIONS) or (isinstance(node, Styled) and node.font == "bf")
    )
