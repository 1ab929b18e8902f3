r"""Results behind an arrow: `1200 + 453 \Rightarrow 1653` says what comes out, as an equals sign would.

Only numbers come out of numbers: of `3x = 12 \Rightarrow x = 4` the second is another equation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, unwrap
from vault_tools.compiler.syntax_tree import Display, Empty, Letters, Name, Number, Postfix, Relation, Scripted, Sum, Text

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

    Part = tuple[str, Node]

ARROW = "⇒"


def with_results(display: Display) -> Display:
    """The display with an equals sign for each arrow that leads from numbers to numbers."""
    if not any(isinstance(row, Relation) and row.rest[0][0] == ARROW for row in display.rows):
        return display
    rows: list[Node] = []
    for row in display.rows:
        rows.append(_told(row, rows[-1] if rows else None) if isinstance(row, Relation) and row.rest[0][0] == ARROW else row)
    return replace(display, rows=tuple(rows))


def _told(row: Relation, before: Node | None) -> Node:
    r"""A chain of arrows as one equation, where it is one; `before`: the row above, which an arrow at the beginning goes on from."""
    parts = [*row.operands]
    if any(sign != ARROW for sign in row.signs):
        return row
    if isinstance(row.first, Empty):
        first, others = before if before is None else _value(before), parts[1:]
    else:
        name = _name_of(parts[0])
        first = _value(parts[0]) if name else parts[0]
        others = [_value(side) if name and _name_of(side) == name else side for side in parts[1:]]
    computes = first is not None and _is_computed(first) and all(map(_is_of_numbers, others))
    return _chain(row, parts[0], others) if computes else row


def _value(part: Node) -> Node:
    return part.rest[-1][1] if isinstance(part, Relation) else part


def _chain(row: Relation, first: Node, others: list[Node]) -> Relation:
    behind: tuple[Part, ...] = tuple(("=", side) for side in others)
    if isinstance(first, Relation):
        return replace(row, first=first.first, rest=(*first.rest, *behind))
    return replace(row, first=first, rest=behind)


def _name_of(part: Node) -> str:
    """The symbol that an equation of two sides is about."""
    if not isinstance(part, Relation) or len(part.rest) != 1 or part.rest[0][0] != "=" or not is_symbol(part.first):
        return ""
    is_power = isinstance(unwrap(part.first), Scripted) and unwrap(part.first).sup is not None  # type: ignore[attr-defined]
    return "" if is_power else canonical(part.first)


def _is_of_numbers(node: Node) -> bool:
    return bool(every(Number, node)) and not any(every(kind, node) for kind in (Letters, Name, Text, Relation))


def _is_computed(node: Node) -> bool:
    node = unwrap(node)
    inner = node.terms[0][1] if isinstance(node, Sum) and len(node.terms) == 1 else node.operand if isinstance(node, Postfix) else node
    return _is_of_numbers(node) and not isinstance(inner, Number)
