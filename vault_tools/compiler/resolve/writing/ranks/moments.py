r"""Random variables: in `E[aX + b]` and `\mathrm{Cov}(X, Y)` a capital stands for its values, and a small letter beside it for a number."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.atoms import rows, symbol_atoms
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, every, word
from vault_tools.compiler.resolve.writing.ranks.customs import undressed
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Letters, Scripted, Styled

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks
    from vault_tools.compiler.syntax_tree import Node

EXPECTATIONS = frozenset({"E", "Var", "var", "Cov", "cov", "Corr", "corr"})
"""What stands before a bracket with random variables."""


def mark_moments(marks: Marks, before: Node | None, body: Node) -> None:
    r"""What stands before a bracket says that random variables are in it: `E`, `\mathrm{Cov}`, `\hat{\mathbb{E}}_t`."""
    if before is None:
        return
    if (word(before) or "") in EXPECTATIONS:
        mark_random(marks, body)
    elif isinstance(before, Scripted) and word(undressed(before.base)) == "E":
        mark_samples(marks, before, body)


def mark_random(marks: Marks, body: Node) -> None:
    r"""Mark the plain capitals in a bracket as vectors, the small letters beside them as numbers.

    Not where something is bold or transposed, or a matrix stands before a vector (`E[(y - Wx)^2]`).
    """
    maps = (pair for row in rows(body, marks.words) for pair in pairwise(row) if all(map(is_symbol, pair)))
    if every(Styled, body) or any(map(is_transposed, every(Scripted, body))) or any(is_upper(a) and not is_upper(b) for a, b in maps):
        return
    symbols = list(symbol_atoms(body, marks.words))
    variables = [symbol for symbol in symbols if isinstance(symbol, Letters) and is_upper(symbol)]
    raised = [symbol for symbol in symbols if isinstance(symbol, Scripted) and symbol.sub is None and is_upper(symbol.base)]
    for symbol in (*variables, *raised):
        marks.mark(symbol, "normed")
    for symbol in symbols if variables or raised else ():
        if not is_upper(symbol.base if isinstance(symbol, Scripted) else symbol):
            marks.mark(symbol, "scalar")


def mark_samples(marks: Marks, expectation: Node, body: Node | None) -> None:
    r"""Mark what varies with the t of `\mathbb{E}_t[r_t A_t]` as vectors, one number for each sample, functions of `s_t` included."""
    if body is None or not isinstance(expectation, Scripted | BigOperator) or expectation.sub is None:
        return
    letter = word(expectation.sub)
    if letter is None or len(letter) != 1 or (isinstance(expectation, BigOperator) and expectation.operator != "E"):
        return
    for row in rows(body, marks.words):
        for atom, behind in zip(row, (*row[1:], None), strict=True):
            if is_symbol(atom) and (_is_at(atom, letter) or _is_function_at(marks, atom, behind, letter)):
                marks.of.setdefault(canonical(atom), set()).add("sample@0")


def _is_function_at(marks: Marks, atom: Node, behind: Node | None, letter: str) -> bool:
    r"""The `\pi_\theta` of `\pi_\theta(a_t | s_t)`."""
    if not isinstance(behind, Fence) or marks.words.is_function(word(bare(atom)) or ""):
        return False
    return any(_is_at(inner, letter) for inner in every(Scripted, behind))


def _is_at(symbol: Node, letter: str) -> bool:
    return isinstance(symbol, Scripted) and symbol.sub is not None and word(symbol.sub) == letter
