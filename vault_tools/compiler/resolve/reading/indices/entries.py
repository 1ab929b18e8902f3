"""The scope in which a statement is read: its free letters as indices, and what the note says of its names."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.writing.indices.scopes import Page, Scope
from vault_tools.compiler.tree import Dim

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.tree import Index


def entry_scope(reader: Reader, entry: Entry) -> tuple[Scope, tuple[Index, ...]]:
    """The scope in which a statement is read, and the indices of its free letters."""
    letters = reader.sheet.letters_of(entry)
    page = Page(entry, bounds=reader.sheet.bounds(entry), formal=reader.sheet.formal_names(entry))
    scope = Scope(reader.sheet.told(entry), reader.shapes, page=page, numbers=reader.sheet.numbers(entry))
    indices = {name: _free_index(reader, name, scope) for name in letters.free}
    return replace(scope, indices=indices), tuple(indices.values())


def _free_index(reader: Reader, name: str, scope: Scope) -> Index:
    r"""A free index, with its range where the note writes one (`i = 1, \dots, n`)."""
    own = scope.page.entry.ranges if scope.page.entry is not None else {}
    written = own.get(name) or reader.sheet.around.ranges.get(name)
    if written is None:
        return reader.new_index(name, reader.sizes.fresh(), 1 + reader.sheet.lowest(scope.page.entry).get(name, 0))
    start, end = written
    size = dimension(reader, end, scope) - Dim.of(start - 1)
    return reader.new_index(name, size, start, ranged=True)
