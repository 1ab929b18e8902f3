r"""Values of a function that the note defines: in `f(-1) = 2 - 3 = -1` the first side says, too, what `2 - 3` has to be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Node, Relation, Sequence
from vault_tools.verify.relations import relations, with_relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Set


def functions_of(displays: Iterable[object]) -> frozenset[str]:
    """The names that a note defines as functions of symbols: `f(x) = x^2`."""
    rows = (one for display in displays if isinstance(display, Display) for one in relations(display))
    called = ((one, _call(one.first)) for one in rows if one.rest[0][0] == "=" and not is_written_number(one.rest[0][1]))
    return frozenset(canonical(call[0]) for _, call in called if call is not None and all(map(is_symbol, call[1])))


def with_called_value(display: Display, functions: Set[str]) -> Display:
    """The display with the value of such a function as a side of the chain that computes it for numbers."""
    return with_relations(display, lambda relation: _with_value(relation, functions)) if functions else display


def _with_value(relation: Relation, functions: Set[str]) -> Relation:
    call = _call(relation.first)
    sign, side = relation.rest[0]
    if call is None or canonical(call[0]) not in functions or not all(map(is_written_number, call[1])):
        return relation
    if sign != "=" or len(relation.rest) < 2 or is_written_number(side):
        return relation
    return replace(relation, rest=((sign, relation.first), *relation.rest))


def _call(side: Node) -> tuple[Node, tuple[Node, ...]] | None:
    """The name and arguments of `f(x, y)`."""
    match side:
        case Juxtaposed(items=(name, Fence(opener="(", body=Sequence(items=arguments)))) if is_symbol(name):
            return name, arguments
        case Juxtaposed(items=(name, Fence(opener="(", body=argument))) if is_symbol(name):
            return name, (argument,)
    return None
