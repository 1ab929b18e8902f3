r"""Entries of an array with whole axes before or between the indices: `F_{:,h,w}`, `X_{t,:,c}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.reading.arithmetic.powers import transpose
from vault_tools.compiler.resolve.reading.indices.elements import position
from vault_tools.compiler.resolve.values import Value

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Expression, Index


def has_colon_before(found: Occurrence) -> bool:
    """Whether a whole axis stands before one of its indices."""
    return bool(found.colons) and min(found.colons) < len(found.indices)


def between_colons(reader: Reader, array: Expression, found: Occurrence, scope: Scope) -> Value:
    """The entries at the indices of `found`; the axes of its colons stay, in their order, before those behind its places."""
    places = len(found.indices) + len(found.colons)
    kept = {place: reader.new_index("r", array.shape[place]) for place in found.colons}
    rest = iter(found.indices)
    at = [
        reader.build.position(kept[place]) if place in kept else position(reader, next(rest), array.shape[place], scope)
        for place in range(places)
    ]
    entry = reader.build.element(array, at, found.node.span)
    return Value(reader.build.tabulate(tuple(kept.values()), entry, found.node.span), plain=True)


def matrix_of_columns(reader: Reader, value: Value, indices: tuple[Index, ...], head: Node) -> Value:
    """The matrix whose columns `C_{:,j} = …` gives. UnsupportedError: what it gives for each j is no vector."""
    if len(indices) != 1 or value.rank != 1:
        raise reader.other_rank("columns_on_left", head.span, shape=reader.build.show(value.expression.shape))
    rows = reader.build.tabulate(indices, value.expression, head.span)
    return transpose(reader, Value(rows, plain=True), head)
