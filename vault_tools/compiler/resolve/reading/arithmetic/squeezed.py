r"""A matrix with one column or one row as the vector that it is: `\begin{pmatrix} 3 \\ 4 \end{pmatrix}` between bars or before a dot."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import number

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.tree import Expression

MATRIX = 2
"""Axes of a matrix."""


def column_as_vector(reader: Reader, value: Value) -> Value:
    """A column of more than one entry as a vector; all else as it is."""
    shape = value.expression.shape
    if value.rank != MATRIX or not reader.sizes.is_one(shape[-1]) or reader.sizes.value(shape[-2]) in (None, 1):
        return value
    return replace(value, expression=without_axis(reader, value.expression, -1))


def without_axis(reader: Reader, matrix: Expression, one: int) -> Expression:
    """A matrix without its axis of length one."""
    build = reader.build
    if isinstance(matrix, tree.Stack) and all(isinstance(row, tree.Stack) for row in matrix.items):
        rows = [row.items for row in matrix.items if isinstance(row, tree.Stack)]
        return build.stack([row[0] for row in rows] if one == -1 else rows[0], matrix.span)
    return build.element(build.transpose(matrix, matrix.span) if one == -1 else matrix, [number(0)], matrix.span)
