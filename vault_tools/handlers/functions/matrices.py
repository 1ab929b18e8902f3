"""Functions: determinant, trace, rank and diagonal of matrices, their pseudo-inverse and their exponential."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import deviation, excess, worst


def diag(x):
    """The matrix with the vector x on its diagonal and zeros elsewhere."""
    return x[..., None] * np.eye(x.shape[-1])


def diagonal(x):
    """The diagonal of a square matrix as a vector."""
    return np.diagonal(x, axis1=-2, axis2=-1)


def trace(x):
    """The sum of the diagonal."""
    return np.trace(x, axis1=-2, axis2=-1)


def matrix_exponential(x):
    """The exponential of a square matrix: its power series at x / 2^k, where it converges fast, then k squarings."""
    doublings = np.ceil(np.log2(np.max(np.sum(np.abs(x), axis=-1), initial=2.0))) - 1
    term = result = np.eye(x.shape[-1])
    for k in np.arange(1.0, 31.0):
        term = term @ x / (k * 2.0**doublings)
        result = result + term
    for _ in np.arange(doublings):
        result = result @ result
    return result


def spectral_norm(x):
    """The largest singular value: by how much the matrix can lengthen a vector."""
    return np.linalg.norm(x, 2, axis=(-2, -1))


def exact_pseudo_inverse(mp: Any, x: Any) -> Any:
    """From the singular values: those that are not 0 are inverted."""
    u, values, v = mp.svd_r(mp.matrix(x))
    least = max(values) * mp.mpf(10) ** (-12)
    kept = [k for k in range(len(values)) if values[k] > least]
    return [[mp.fsum(v[k, i] * u[j, k] / values[k] for k in kept) for j in range(len(x))] for i in range(len(x[0]))]


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


def _undone_twice(values: Values, output: Any) -> float:
    """A A^+ A = A."""
    a = np.asarray(values["a"])
    return deviation(a @ np.asarray(output) @ a, a)


def _below_frobenius(values: Values, output: Any) -> float:
    """At most the root of the sum of all squares, and at least that over the root of the number of rows."""
    whole = np.linalg.norm(values["x"], axis=(-2, -1))
    return excess(output, whole / np.sqrt(np.shape(values["x"])[-2]), whole)


def _undone_by_its_opposite(values: Values, output: Any) -> float:
    """e^X e^{-X} = I."""
    x = np.asarray(values["x"], dtype=float)
    back = matrix_exponential(-x)
    return worst(np.asarray(output) @ back - np.eye(x.shape[-1])) / max(1.0, worst(output) * worst(back))


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
PSEUDO_INVERSE = Function(
    name="pinv",
    spellings=("pseudoinverse",),
    signature="(m,n)->(n,m)",
    numpy=np.linalg.pinv,
    exact=exact_pseudo_inverse,
    invariants=(Invariant("undone_twice", _undone_twice),),
)
MATRIX_EXPONENTIAL = Function(
    name="expm",
    spellings=("matrix_exponential",),
    signature="(n,n)->(n,n)",
    numpy=matrix_exponential,
    exact=lambda mp, x: mp.expm(mp.matrix(x)).tolist(),
    invariants=(Invariant("undone_by_its_opposite", _undone_by_its_opposite),),
)
SPECTRAL_NORM = Function(
    name="spectral_norm",
    spellings=(),
    signature="(m,n)->()",
    numpy=spectral_norm,
    exact=lambda mp, x: max(mp.svd_r(mp.matrix(x), compute_uv=False)),
    invariants=(Invariant("within_frobenius", _below_frobenius),),
)
FUNCTIONS = (DET, TRACE, RANK, DIAG, DIAGONAL, PSEUDO_INVERSE, MATRIX_EXPONENTIAL, SPECTRAL_NORM)
