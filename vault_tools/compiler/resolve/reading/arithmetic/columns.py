r"""Columns and rows that are written as matrices: `\begin{pmatrix} 1 \\ 2 \end{pmatrix} \cdot \begin{pmatrix} 3 \\ 4 \end{pmatrix}`.

As matrices they do not fit; a dot or a cross between two of one length is the product of the two vectors.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.reading.arithmetic.squeezed import without_axis
from vault_tools.compiler.resolve.reading.arithmetic.vectors import DOTS
from vault_tools.compiler.resolve.values import Value

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.arithmetic.entrywise import Factor
    from vault_tools.compiler.resolve.reading.reader import Reader

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
