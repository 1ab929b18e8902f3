r"""Columns and rows that are written as matrices: `\begin{pmatrix} 1 \\ 2 \end{pmatrix} \cdot \begin{pmatrix} 3 \\ 4 \end{pmatrix}`.

As matrices they do not fit; a dot or a cross between two of one length is the product of the two vectors, and between bars one is a vector.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.values import Value

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.arithmetic.entrywise import Factor
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.tree import Expression

DOTS = frozenset({"cdot", "dot", "bullet"})
"""Signs of the product of two vectors."""
MATRIX = 2
"""Axes of a matrix."""


def as_vectors(reader: Reader, left: Factor, right: Factor, sign: str) -> tuple[Factor, Factor] | None:
    """Two columns, or two rows, with a dot or a cross between them, as vectors; None for all else."""
    if sign not in DOTS | {"times"} or any(value.rank != MATRIX for value, _ in (left, right)):
        return None
    for one, length in ((-1, -2), (-2, -1)):
        ones = [reader.sizes.find(value.expression.shape[one]).number for value, _ in (left, right)]
        lengths = [reader.sizes.value(value.expression.shape[length]) for value, _ in (left, right)]
        if ones == [1, 1] and lengths[0] == lengths[1] and lengths[0] not in (None, 1):
            reader.say("columns_as_vectors")
            first, second = ((Value(without_axis(reader, value.expression, one), plain=value.plain), node) for value, node in (left, right))
            return first, second
    return None


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
