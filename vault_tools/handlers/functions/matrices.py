"""Functions: determinant, trace, rank and diagonal of square matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import deviation, worst


def diag(x):
    """The matrix with the vector x on its diagonal and zeros elsewhere."""
    return x[..., None] * np.eye(x.shape[-1])


def diagonal(x):
    """The diagonal of a square matrix as a vector."""
    return np.diagonal(x, axis1=-2, axis2=-1)


def trace(x):
    """The sum of the diagonal."""
    return np.trace(x, axis1=-2, axis2=-1)


def exact_determinant(mp: Any, x: Any) -> Any:
    """By expansion along the first row up to 4 by 4, above that by mpmath's elimination."""
    if len(x) > 4:
        return mp.det(mp.matrix(x))
    if len(x) == 1:
        return x[0][0]
    minors = ([row[:j] + row[j + 1 :] for row in x[1:]] for j in range(len(x)))
    return mp.fsum((-1) ** j * x[0][j] * exact_determinant(mp, minor) for j, minor in enumerate(minors))


def exact_diag(mp: Any, x: Any) -> Any:
    """Row i holds x_i at place i."""
    return [[value if i == j else mp.mpf(0) for j in range(len(x))] for i, value in enumerate(x)]


def _of_the_transpose(values: Values, output: Any) -> float:
    """det(X^T) = det(X)."""
    return deviation(np.linalg.det(np.swapaxes(values["a"], -1, -2)), output)


def _rank_of_the_transpose(values: Values, output: Any) -> float:
    """As many independent rows as columns."""
    return deviation(np.linalg.matrix_rank(np.swapaxes(values["A"], -1, -2)), output)


def _sums_eigenvalues(values: Values, output: Any) -> float:
    return deviation(np.real(np.sum(np.linalg.eigvals(values["x"]), axis=-1)), output)


def _sums_to_the_vector(values: Values, output: Any) -> float:
    return worst(np.sum(output, axis=-1) - values["x"])


DET = Function(
    name="det",
    spellings=("determinant",),
    signature="(n,n)->()",
    numpy=np.linalg.det,
    exact=exact_determinant,
    invariants=(Invariant("same_for_transpose", _of_the_transpose),),
)
TRACE = Function(
    name="trace",
    spellings=("tr",),
    signature="(n,n)->()",
    numpy=trace,
    exact=lambda mp, x: mp.fsum(row[i] for i, row in enumerate(x)),
    invariants=(Invariant("sum_of_eigenvalues", _sums_eigenvalues),),
)
RANK = Function(
    name="rank",
    spellings=("rk",),
    signature="(m,n)->()",
    numpy=np.linalg.matrix_rank,
    invariants=(Invariant("same_for_transpose", _rank_of_the_transpose),),
)
DIAG = Function(
    name="diag",
    spellings=(),
    signature="(n)->(n,n)",
    numpy=diag,
    exact=exact_diag,
    invariants=(Invariant("rows_sum_to_the_vector", _sums_to_the_vector),),
)
DIAGONAL = Function(
    name="diagonal", spellings=(), signature="(n,n)->(n)", numpy=diagonal, exact=lambda mp, x: [row[i] for i, row in enumerate(x)]
)
FUNCTIONS = (DET, TRACE, RANK, DIAG, DIAGONAL)
