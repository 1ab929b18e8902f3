"""The equations of a display, in the order in which they stand: looked at, or changed in their places."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.syntax_tree import Display, Node, Relation, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.model import Span


def relations(display: Display) -> Iterator[Relation]:
    """Every relation that is a row, or an item of one behind commas."""
    for row in display.rows:
        yield from _in(row)


def _in(node: Node) -> Iterator[Relation]:
    node = unwrap(node)
    if isinstance(node, Relation):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _in(item)


def last_relation(display: Display) -> Relation | None:
    """The last row, where it is a relation."""
    row = display.rows[-1] if display.rows else None
    return row if isinstance(row, Relation) else None


def with_relations(display: Display, change: Callable[[Relation], Node]) -> Display:
    """The display with each of its relations changed; the same one where none is."""
    return with_rows(display, lambda row: _changed(row, change))


def _changed(node: Node, change: Callable[[Relation], Node]) -> Node:
    match node:
        case Relation():
            return change(node)
        case Sequence(items=items):
            return replace(node, items=tuple(_changed(item, change) for item in items))
    return node


def with_rows(display: Display, change: Callable[[Node], Node]) -> Display:
    """The display with its rows changed; the same one where none is."""
    rows = tuple(map(change, display.rows))
    return display if rows == display.rows else replace(display, rows=rows)


def with_last(relation: Relation, side: Node) -> Relation:
    """A relation with another last side."""
    *before, (sign, _) = relation.rest
    return replace(relation, rest=(*before, (sign, side)))


def set_at(part: Any, place: Span) -> Any:
    """A part of another display as if it stood at a place of this one."""
    if isinstance(part, tuple):
        return tuple(set_at(inner, place) for inner in part)
    if not isinstance(part, Node) or not is_dataclass(part):
        return part
    parts = {entry.name: set_at(getattr(part, entry.name), place) for entry in fields(part) if entry.name != "span"}
    return replace(part, **parts, span=place)
