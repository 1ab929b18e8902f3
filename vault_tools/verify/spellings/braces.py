r"""Numbers that a brace states of a part: `\underbrace{3 \cdot 4}_{12} + \underbrace{2 \cdot 5}_{10} = 22` says three things."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import cover, every
from vault_tools.compiler.syntax_tree import Display, Ellipsis_, Labelled, Letters, Name, Number, Relation, Sequence, Text
from vault_tools.verify.relations import with_rows

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

LONG = 2
"""Characters of a number that is no count of a few terms, and no mark of a part."""


def with_braces(display: Display) -> Display:
    """The display with what its braces say as equations of their own, behind the one that they stand in."""
    return with_rows(display, _told) if every(Labelled, display) else display


def _told(row: Node) -> Node:
    if not isinstance(row, Relation):
        return row
    said = [
        Relation(one.span, one.body, (("=", one.label),))
        for one in every(Labelled, row)
        if isinstance(one.label, Number) and len(one.label.text) >= LONG and _computes(one)
    ]
    return Sequence(cover((row, *said)), (row, *said), (",",) * len(said)) if said else row


def _computes(brace: Labelled) -> bool:
    """Whether numbers are computed above the brace, and nothing else; a short number below them may count them."""
    computes = brace.kind == "brace" and len(every(Number, brace.body)) > 1
    return computes and not any(every(kind, brace.body) for kind in (Letters, Name, Text, Ellipsis_))
