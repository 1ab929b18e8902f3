r"""A condition below an operator that names no letter: `\sum_{t_i \le t} d_i` is `\sum_{i: t_i \le t} d_i`, over each such i."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import BigOperator, Number, Relation, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node

COMPARED = frozenset({"<", ">", "≤", "≥", "="})
COUNTING = frozenset("ijkmn")


def with_places_named(display: Display) -> Display:
    """The display with the letter before such conditions; itself where every operator names its letter."""
    if not any(map(_place, every(BigOperator, display))):
        return display
    return rebuilt(display, _named)


def _named(node: Node) -> Node:
    place = _place(node) if isinstance(node, BigOperator) else None
    if place is None or not isinstance(node, BigOperator) or node.sub is None:
        return node
    condition = unwrap(node.sub)
    assert isinstance(condition, Relation)
    return replace(node, sub=Relation(condition.span, place, ((":", condition.first), *condition.rest)))


def _place(operator: BigOperator) -> Node | None:
    """The i of `t_i`, where the terms carry it and the other side is none of their places."""
    condition = unwrap(operator.sub) if operator.sub is not None and operator.body is not None and operator.sup is None else None
    if not isinstance(condition, Relation) or len(condition.rest) != 1 or condition.rest[0][0] not in COMPARED:
        return None
    assert operator.body is not None
    carried = {letter for node in every(Scripted, operator.body) for letter in script_letters(node, inside=False)}
    sides = (condition.first, condition.rest[0][1])
    for side, other in (sides, sides[::-1]):
        entry = scripts_moved_out(unwrap(side))
        place = entry.sub if isinstance(entry, Scripted) and is_symbol(entry) and entry.sup is None and not entry.primes else None
        letter = word(place) if place is not None else None
        known = letter in carried or isinstance(unwrap(operator.body), Number)
        if letter in COUNTING and known and word(other) not in carried:
            return place
    return None
