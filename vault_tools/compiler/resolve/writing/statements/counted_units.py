r"""Words behind a formula that say what it counts: the `\text{ bytes}` of `M = 2 n d \text{ bytes}` is no factor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.notation import COUNTED, GREEK
from vault_tools.compiler.resolve.writing.nodes import base_of, by_kind, juxtaposed, rebuilt, text_of
from vault_tools.compiler.syntax_tree import Juxtaposed, Name, Number, Relation, Text

if TYPE_CHECKING:
    from collections.abc import Container

    from vault_tools.compiler.syntax_tree import Display, Node

PER = "per"


def without_counted_units(display: Display, known: Container[str]) -> Display:
    """The display without such words; itself where there is none.

    A word that the note calls something, or that stands elsewhere, stays; so does one in a chain, whose sides may be in other units.
    """
    kinds = by_kind(display)
    words = [text.strip() for text in map(text_of, (*kinds.get(Name, ()), *kinds.get(Text, ())))]
    if not any(map(_counts, words)) or any(len(row.rest) > 1 for row in display.rows if isinstance(row, Relation)):
        return display
    return rebuilt(display, lambda node: _without(node, words, known) if isinstance(node, Juxtaposed) else node)


def _without(row: Juxtaposed, words: list[str], known: Container[str]) -> Node:
    last, before = row.items[-1], base_of(row.items[-2])
    text = last.text.strip() if isinstance(last, Text) or (isinstance(last, Name) and not last.command) else ""
    named = isinstance(before, Name) and before.command and before.text not in GREEK  # `\log \text{tokens}`
    if named or isinstance(before, Number) or not _counts(text) or words.count(text) > 1 or text in known:
        return row
    return juxtaposed(list(row.items[:-1]))


def _counts(text: str) -> bool:
    """`time steps`, `iterations per epoch`, `per layer`."""
    words = text.split()
    return bool(words) and (words[0] == PER or words[-1].lower() in COUNTED or words[0].lower() in COUNTED)
