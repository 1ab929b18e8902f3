r"""Amounts of data that a note gives with prefixes (`S = 1\,\text{GB}`, `B = 100\,\text{MB/s}`), of which it may mean tens or twos.

Their numbers are told as they stand; where a formula joins different prefixes they are no equation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.syntax_tree import Display
from vault_tools.verify.relations import last_relation, relations
from vault_tools.verify.units.amounts import unit_of
from vault_tools.verify.units.names import is_data, is_scaled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from vault_tools.compiler.syntax_tree import Node


def data_units(displays: Iterable[object]) -> dict[str, frozenset[str]]:
    r"""Each symbol that is given as an amount of data, with its units: the GB of `S = 1\,\text{GB}`, the MB of `B = 100\,\text{MB/s}`."""
    found: dict[str, frozenset[str]] = {}
    for relation in (one for display in displays if isinstance(display, Display) for one in relations(display)):
        unit = _data_unit(relation.rest[-1][1]) if is_symbol(relation.first) else None
        if unit is not None:
            name = canonical(relation.first)
            found[name] = found.get(name, frozenset()) | {unit}
    return found


def joins_prefixes(display: Node | Exception, names: Set[str], given: Mapping[str, frozenset[str]]) -> bool:
    r"""Whether a formula computes with amounts of data of which one has a prefix, and another, or what is stated, has another or none."""
    used = frozenset[str]().union(*(given[name] for name in names & given.keys()))
    row = last_relation(display) if isinstance(display, Display) and any(map(is_scaled, used)) else None
    stated = _data_unit(row.rest[-1][1]) if row is not None else None
    return row is not None and len(used | ({stated} if stated else frozenset())) > 1


def _data_unit(number: Node) -> str | None:
    unit = unit_of(number) or ""
    return unit.partition("/")[0] if is_data(unit) else None
