"""Families: the Gram matrix, the inner products of all rows or of all columns of one matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.dot_product import reference_dot
from vault_tools.handlers.families.telling import cost, dot_by_hand, first_matrix, first_unlike, panel, step, strip
from vault_tools.handlers.invariants import deviation, symmetric, worst
from vault_tools.model import message


def reference_gram(X: Any) -> Any:
    """Entry (i, j) is the inner product of rows i and j, each by polarisation."""
    X = np.asarray(X, dtype=float)
    return reference_dot(X[..., :, None, :], X[..., None, :, :])


def reference_gram_of_columns(X: Any) -> Any:
    """Entry (i, j) is the inner product of columns i and j."""
    return reference_gram(np.swapaxes(X, -1, -2))


def _no_negative_eigenvalue(values: Values, output: Any) -> float:
    """Positive semidefinite: no eigenvalue below 0."""
    return worst(np.minimum(np.linalg.eigvalsh(output), 0.0))


def _diagonal_is_squared_length(values: Values, output: Any) -> float:
    return deviation(np.diagonal(output, axis1=-2, axis2=-1), np.sum(np.square(values["X"]), axis=-1))


def _diagonal_is_squared_column(values: Values, output: Any) -> float:
    return deviation(np.diagonal(output, axis1=-2, axis2=-1), np.sum(np.square(values["X"]), axis=-2))


def explain_gram(values: Values, output: Any) -> Explanation:
    """One inner product of two rows."""
    X = first_matrix(values["X"])
    i, j = first_unlike(len(X), len(X))
    steps = (step("output", r"XX^{\top}", ("n", "n"), output),)
    said = (
        dot_by_hand(f"XXᵀ({i + 1}, {j + 1})", X[i], X[j]),
        message("family.gram_rows"),
        cost([("n", "n", "d")], {"n": len(X), "d": X.shape[1]}),
    )
    return Explanation(steps, said)


def explain_gram_of_columns(values: Values, output: Any) -> Explanation:
    """One inner product of two columns."""
    X = first_matrix(values["X"])
    i, j = first_unlike(X.shape[1], X.shape[1])
    steps = (step("output", r"X^{\top}X", ("d", "d"), output),)
    by_hand = dot_by_hand(f"XᵀX({i + 1}, {j + 1})", X[:, i], X[:, j])
    return Explanation(steps, (by_hand, message("family.gram_columns"), cost([("n", "d", "d")], {"n": len(X), "d": X.shape[1]})))


def figure_gram(values: Values, output: Any) -> Figure:
    """X · Xᵀ = Gram matrix."""
    panels = (panel("X", values["X"]), panel("Xᵀ", np.swapaxes(values["X"], -1, -2), join="·"), panel("XXᵀ", output, join="="))
    return strip(panels, "family.alt_gram", output)


def figure_gram_of_columns(values: Values, output: Any) -> Figure:
    """Xᵀ · X = Gram matrix of the columns."""
    panels = (panel("Xᵀ", np.swapaxes(values["X"], -1, -2)), panel("X", values["X"], join="·"), panel("XᵀX", output, join="="))
    return strip(panels, "family.alt_gram", output)


GRAM_MATRIX = Family(
    name="gram_matrix",
    formula=r"XX^\top",
    roles={"X": "tokens as rows"},
    invariants=(
        symmetric(),
        Invariant("no_negative_eigenvalue", _no_negative_eigenvalue),
        Invariant("diagonal_is_squared_length", _diagonal_is_squared_length),
    ),
    reference=reference_gram,
    figure=figure_gram,
    explain=explain_gram,
    common=True,
)
GRAM_OF_COLUMNS = Family(
    name="gram_matrix_of_columns",
    formula=r"X^\top X",
    roles={"X": "data, one row each"},
    invariants=(
        symmetric(),
        Invariant("no_negative_eigenvalue", _no_negative_eigenvalue),
        Invariant("diagonal_is_squared_length", _diagonal_is_squared_column),
    ),
    reference=reference_gram_of_columns,
    figure=figure_gram_of_columns,
    explain=explain_gram_of_columns,
    common=True,
)
FAMILIES = (GRAM_MATRIX, GRAM_OF_COLUMNS)
