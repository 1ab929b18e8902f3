r"""Names that a display sets anew from themselves (`v \leftarrow \alpha v - g`): what they are depends on where a statement stands.

Everything else that a display defines holds for all of it, in whichever order it is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reading.sheet import Sheet
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry


def is_update(sheet: Sheet, entry: Entry) -> bool:
    """The right side uses the defined symbol itself, at the same indices."""
    head = sheet.head_of(entry)
    return head is not None and not head.operations and any(_is_same(head, symbol) for symbol in used_symbols(sheet, entry))


def used_symbols(sheet: Sheet, entry: Entry) -> list[Occurrence]:
    """The symbols on the right side of a statement."""
    facts = sheet.facts_of(entry)
    return [facts.read(atom) for side in entry.statement.sides[1:] for atom in symbol_atoms(side, sheet.around.words)]


def _is_same(head: Occurrence, symbol: Occurrence) -> bool:
    return symbol.name == head.name and len(symbol.indices) == len(head.indices)


def settings(sheet: Sheet, name: str, base: str) -> list[Entry]:
    """The statements of the display that set a name, in their order, if one of them is an update; else none."""
    if base not in sheet.own.by_base:
        return []
    if name not in sheet.settings:
        standing = {id(entry.statement) for entry in sheet.own.entries}  # what a brace names has no place among the statements
        found = [entry for entry in sheet.own.by_base[base] if id(entry.statement) in standing and _sets(sheet, entry, name)]
        sheet.settings[name] = found if any(is_update(sheet, entry) for entry in found) else []
    return sheet.settings[name]


def _sets(sheet: Sheet, entry: Entry, name: str) -> bool:
    head = sheet.head_of(entry)
    equation = entry.statement.is_equation and not entry.statement.annotation
    return equation and not entry.head.is_function and head is not None and head.name == name and not head.operations


def latest(sheet: Sheet, found: Sequence[Entry], active: Sequence[int]) -> Entry | None:
    """The last of the statements `found` before the one that is being read; None: the name still has the value that is given.

    `active` are the statements being read, by identity, the innermost last.
    """
    if not found:
        return None
    order = {id(entry.statement): place for place, entry in enumerate(sheet.own.entries)}
    here = next((order[key] for key in reversed(active) if key in order), len(order))
    before = [entry for entry in found if order[id(entry.statement)] < here]
    return before[-1] if before else None
