r"""Gradients by name: the `dw` of an update `w := w - \alpha dw` and of a running mean `v_{dw} = \beta v_{dw} + (1 - \beta) dw`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, unwrap, word
from vault_tools.compiler.syntax_tree import Letters, Name, Node, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.statements import Statement


def gradient_words(statement: Statement) -> list[str]:
    """Runs of d and a letter that are one name: of what the statement updates, or as its left side is labelled."""
    left, *sides = (unwrap(side) for side in statement.sides)
    runs = {letters.text for side in sides for letters in every(Letters, side) if len(letters.text) == 2 and letters.text[0] == "d"}
    if not runs:
        return []
    named = {_label(left)}
    base = word(left.base if isinstance(left, Scripted) else left)
    if base is not None and any(word(symbol) == base for side in sides for symbol in (*every(Letters, side), *every(Name, side))):
        named.add(f"d{base}")
    return sorted(runs & named)


def _label(left: Node) -> str:
    """The word below a symbol: `dw` of `v_{dw}`."""
    return (word(left.sub) or "") if isinstance(left, Scripted) and left.sub is not None else ""
