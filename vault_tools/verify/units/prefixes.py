r"""Letters for thousands, millions and billions: the M of `16.8M` behind a number, the GB and the MB of amounts of data.

Amounts of data that a note gives with prefixes may mean tens or twos: their numbers are told as they stand, and where a formula joins
different prefixes they are no equation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap
from vault_tools.compiler.syntax_tree import Display, Juxtaposed, Letters, Number, Text
from vault_tools.verify.relations import last_relation, relations
from vault_tools.verify.units.amounts import unit_of
from vault_tools.verify.units.names import is_data, is_scaled

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    from vault_tools.compiler.syntax_tree import Node

MAGNITUDES = frozenset("KMBGT") | {"KB", "MB", "GB", "TB", "PB", "kB"}
"""Thousands, millions, billions, and bytes."""


def with_magnitudes(display: Display) -> Display | None:
    r"""The display with these letters as units; None where no chain ends in such a number, or they stand elsewhere, too.

    One digit before a letter (`3 \times 4 = 2K`) is more often a factor.
    """
    found = tuple(relations(display))
    if not any(_is_amount(last) and len(every(Number, last)[0].text) > 1 for last in (relation.rest[-1][1] for relation in found)):
        return None
    letters = [run.text for run in every(Letters, display)]
    behind = [node.items[1].text for node in every(Juxtaposed, display) if _is_amount(node) and isinstance(node.items[1], Letters)]
    if any(letters.count(text) != behind.count(text) for text in behind):
        return None
    computes = any(not isinstance(unwrap(relation.first), Number) and not _is_amount(relation.first) for relation in found)
    return rebuilt(display, _as_unit) if computes else None


def _is_amount(node: Node) -> bool:
    match unwrap(node):
        case Juxtaposed(items=(Number(), Letters(text=text))):
            return text in MAGNITUDES
    return False


def _as_unit(node: Node) -> Node:
    match node:
        case Juxtaposed(items=(Number() as number, Letters(text=text) as letters)) if text in MAGNITUDES:
            return replace(node, items=(number, Text(letters.span, text)))
    return node


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
