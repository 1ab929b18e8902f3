"""Products entry by entry, and of each row of a matrix with its own number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.syntax_tree import Node

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.tree import Expression
    from vault_tools.model import Span

Factor = tuple[Value, Node]


ENTRYWISE = frozenset({"odot", "circ"})


def rows_scaled(reader: Reader, numbers: Value, matrix: Value, span: Span) -> Value:
    r"""`e^{m - m'} O` with one number for each row: each row of the matrix times its number."""
    reader.say("rows_scaled")
    return Value(rows_times(reader, numbers.expression, matrix.expression, span))


def rows_times(reader: Reader, numbers: Expression, matrix: Expression, span: Span) -> Expression:
    """Each row of a matrix times its number."""
    turned = reader.build.transpose(matrix, span)
    return reader.build.transpose(reader.build.multiply([numbers, turned], span), span)


def entrywise(reader: Reader, a: Value, b: Value, span: Span) -> Value:
    """Entry by entry."""
    form = a.form if a.rank >= b.rank else b.form
    return Value(reader.build.multiply([a.expression, b.expression], span), form, a.pointwise or b.pointwise)
