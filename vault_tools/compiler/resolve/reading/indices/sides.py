"""One side of an equation by itself: what has no value is passed over, a prefix is filled, gates are read entry by entry."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.reading.arithmetic.gates import of_gates
from vault_tools.compiler.resolve.reading.indices.prefixes import filled
from vault_tools.compiler.resolve.reading.indices.queries import (
    refuse_bound_left,
    refuse_lost_script,
    refuse_shared_letter,
    refuse_shared_word,
)
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, unwrap
from vault_tools.compiler.resolve.writing.ranks.looks import listed_entries
from vault_tools.compiler.resolve.writing.statements.listings import has_dots, lists_names
from vault_tools.compiler.syntax_tree import Node, Text

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.statements.context import Entry


def read_alone(reader: Reader, entry: Entry, side: Node, scope: Scope) -> Value:
    """The value of a side, whatever it says of an earlier step."""
    refuse_unreadable(reader, entry, side)
    return finished(reader, entry, side, scope, reader.read(side, scope))


def refuse_unreadable(reader: Reader, entry: Entry, side: Node) -> None:
    """NothingToCompute for lists of names and prose; UnsupportedError for a letter that means two things."""
    if has_dots(side) and lists_names(side):
        raise nothing("lone_name")
    if entry.head.symbol is not None and is_upper(bare(entry.head.symbol)) and listed_entries(side, ",;"):
        raise nothing("lone_name")  # `V = [v_1, v_2]`: rows or columns
    if isinstance(unwrap(side), Text):
        raise nothing()
    refuse_lost_script(reader, entry, side)
    refuse_shared_letter(reader, side)
    refuse_shared_word(reader, side)
    refuse_bound_left(reader, entry, side)


def finished(reader: Reader, entry: Entry, side: Node, scope: Scope, value: Value) -> Value:
    """The value of a side as the statement has it. ShapeError: `y = k^T v` of two lengths, where y is no matrix."""
    matrix = entry.head.symbol is not None and is_upper(bare(entry.head.symbol))
    if value.form == "outer" and not matrix:
        left, right = (tree.Full(value=Fraction(0), shape=(dim,)) for dim in value.expression.shape[-2:])
        raise reader.build.fail("shape.product", left, right, side.span)
    return of_gates(reader, entry, side, scope, filled(reader, value, side.span))
