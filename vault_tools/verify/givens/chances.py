r"""Probabilities that a note gives numbers for: `P(A) = 0.3`, and then `P(A \cap B) = P(A) P(B \mid A)` with these numbers put in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import rebuilt
from vault_tools.compiler.resolve.writing.numerals import is_written_number, written_number
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Node, Postfix, Relation
from vault_tools.verify.relations import relations, set_at, with_relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PROBABILITY = frozenset({"P", "Pr"})
"""Names before a bracket with an event in it."""


def chances_given(displays: Iterable[object]) -> dict[object, Node]:
    """The numbers of events, by what stands between the brackets; none for one that the note gives different numbers for."""
    found: dict[object, set[object]] = {}
    numbers: dict[object, Node] = {}
    for relation in (one for display in displays if isinstance(display, Display) for one in relations(display)):
        event = _event(relation.first)
        sign, number = relation.rest[-1]
        if event is not None and sign in {"=", "≈"} and _is_share(number):
            found.setdefault(key(event), set()).add(key(number))
            numbers[key(event)] = number
    return {event: number for event, number in numbers.items() if len(found[event]) == 1}


def with_chances(display: Display, chances: Mapping[object, Node]) -> Display:
    """The display with these numbers in its sides; the probability that an equation is about stays."""
    return with_relations(display, lambda relation: _put_in(relation, chances)) if chances else display


def _put_in(relation: Relation, chances: Mapping[object, Node]) -> Relation:
    sides = tuple((sign, rebuilt(side, lambda node: _with_numbers(node, chances))) for sign, side in relation.rest)
    about = _event(relation.first) is not None
    first = relation.first if about else rebuilt(relation.first, lambda node: _with_numbers(node, chances))
    return relation if sides == relation.rest and first == relation.first else replace(relation, first=first, rest=sides)


def _with_numbers(node: Node, chances: Mapping[object, Node]) -> Node:
    r"""`P(B \mid A) P(A)` as `(0.9)(0.3)`."""
    if not isinstance(node, Juxtaposed):
        return node
    items = list(_items(node.items, chances))
    if len(items) == len(node.items):
        return node
    return items[0] if len(items) == 1 else replace(node, items=tuple(items))


def _items(items: Sequence[Node], chances: Mapping[object, Node]) -> Iterable[Node]:
    k = 0
    while k < len(items):
        event = _of_two(items[k], items[k + 1]) if k + 1 < len(items) else None
        number = chances.get(key(event)) if event is not None else None
        if number is None:
            yield items[k]
            k += 1
        else:
            yield Fence(items[k + 1].span, "(", set_at(number, items[k + 1].span), ")")
            k += 2


def _event(side: Node) -> Node | None:
    """What stands between the brackets of a side that is one probability."""
    return _of_two(*side.items) if isinstance(side, Juxtaposed) and len(side.items) == len(("P", "()")) else None


def _of_two(name: Node, fence: Node) -> Node | None:
    if not isinstance(fence, Fence) or fence.opener not in "([" or not is_symbol(name) or canonical(name) not in PROBABILITY:
        return None
    return None if is_written_number(fence.body) else fence.body


def _is_share(number: Node) -> bool:
    """A number in [0, 1], in percent or not."""
    value = written_number(number.operand if isinstance(number, Postfix) and number.operator == "percent" else number)
    return value is not None and 0 <= value <= (100 if isinstance(number, Postfix) else 1)
