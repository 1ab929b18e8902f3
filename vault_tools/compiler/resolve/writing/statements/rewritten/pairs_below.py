r"""Two indices of which TeX takes one: `c_i = \sum_j \alpha_ij h_j`, where `\alpha_{ij}` is meant, and nobody multiplies by j."""

from __future__ import annotations

from itertools import pairwise

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import base_of, cover, every, juxtaposed, rebuilt, unwrap
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import Display, Juxtaposed, Letters, Node, Scripted

FIRST, SECOND = frozenset("ijklmnst"), frozenset("ijkl")
"""Letters of places and steps, and those of them that nobody multiplies by."""


def with_pairs_below(display: Display) -> Display:
    """The display with both letters below such symbols, where the second is an index of the display; itself where there is none.

    A symbol that has a pair for certain (the `e_ik` of a sum over k) has one everywhere.
    """
    rows = [pairwise(row.items) for row in every(Juxtaposed, display)]
    pairs = [(canonical(base_of(left)), second) for row in rows for left, right in row if (second := _second(left, right)) is not None]
    if not pairs:
        return display
    indices = binders(display) | {letter for node in every(Scripted, display) for letter in script_letters(node, inside=False)}
    bases = {base for base, second in pairs if second in indices}
    seconds = {second for base, second in pairs if base in bases}
    return rebuilt(display, lambda node: _joined(node, seconds)) if seconds else display


def _second(symbol: Node, behind: Node) -> str | None:
    """The j of `e_ij`, written without a space behind another letter."""
    symbol, behind = unwrap(symbol), unwrap(behind)
    letter = behind.base if isinstance(behind, Scripted) and behind.sub is None and not behind.primes else behind
    if not isinstance(symbol, Scripted) or not isinstance(symbol.sub, Letters) or symbol.sup is not None or symbol.primes:
        return None
    if not isinstance(letter, Letters) or letter.text not in SECOND or not symbol.sub.span.end == symbol.span.end == letter.span.start:
        return None  # behind braces or a space
    return letter.text if symbol.sub.text in FIRST - {letter.text} else None


def _joined(node: Node, seconds: set[str]) -> Node:
    if not isinstance(node, Juxtaposed):
        return node
    items: list[Node] = []
    for item in node.items:
        before = items[-1] if items else None
        if before is not None and _second(before, item) in seconds:
            items[-1] = _as_one(before, item)
        else:
            items.append(item)
    return juxtaposed(items) if len(items) < len(node.items) else node


def _as_one(symbol: Node, behind: Node) -> Node:
    symbol, behind = unwrap(symbol), unwrap(behind)
    assert isinstance(symbol, Scripted)
    assert isinstance(symbol.sub, Letters)
    letter, above = (behind.base, behind.sup) if isinstance(behind, Scripted) else (behind, None)
    assert isinstance(letter, Letters)
    below = Letters(cover((symbol.sub, letter)), symbol.sub.text + letter.text)
    return Scripted(cover((symbol, behind)), symbol.base, below, above)
