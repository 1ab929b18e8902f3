"""Family: the Jacobian of softmax, how every weight changes with every score."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.telling import panel, step, strip
from vault_tools.handlers.invariants import deviation, symmetric, worst
from vault_tools.model import message


def reference_jacobian(p: Any) -> Any:
    """Entry by entry: p_i (1 - p_i) on the diagonal, -p_i p_j off it."""
    p = np.asarray(p, dtype=float)
    return np.array([[a * (1.0 - a) if i == j else -a * b for j, b in enumerate(p)] for i, a in enumerate(p)])


def _rows_sum_to_zero(values: Values, output: Any) -> float:
    """For shares that sum to 1."""
    total = np.sum(values["p"], axis=-1)
    return deviation(np.sum(output, axis=-1), np.asarray(values["p"]) * (1.0 - total))


def _no_negative_eigenvalue(values: Values, output: Any) -> float | None:
    """diag(p) - ppᵀ is a covariance, for shares that sum to 1 (at most)."""
    if np.sum(values["p"]) > 1.0 + 1e-12 or np.min(values["p"]) < 0.0:
        return None
    return worst(np.minimum(np.linalg.eigvalsh(output), 0.0))


def _changes_of_softmax(values: Values, output: Any) -> float | None:
    """How softmax changes with each of the scores log p that give p: the imaginary part of an imaginary step, so nothing cancels."""
    p = np.asarray(values["p"], dtype=float)
    if np.min(p) <= 0.0 or abs(np.sum(p) - 1.0) > 1e-12:
        return None
    exponentials = p * np.exp(1e-20j * np.eye(len(p)))
    changes = (exponentials / np.sum(exponentials, axis=-1, keepdims=True)).imag / 1e-20
    return deviation(changes.T, output)


def explain_jacobian(values: Values, output: Any) -> Explanation:
    """What the entries say."""
    return Explanation((step("output", r"\mathrm{diag}(p) - pp^{\top}", ("n", "n"), output),), (message("family.jacobian"),))


def figure_jacobian(values: Values, output: Any) -> Figure:
    """p and the matrix of its changes."""
    return strip((panel("p", values["p"], scale="weights"), panel("diag(p) − p pᵀ", output, join="→")), "family.alt_product", output)


JACOBIAN = Family(
    name="softmax_jacobian",
    formula=r"\mathrm{diag}(\mathbf{p}) - \mathbf{p}\mathbf{p}^\top",
    also=(r"J_{ij} = p_i (\delta_{ij} - p_j)",),
    roles={"p": "distribution, as softmax gives it"},
    invariants=(
        symmetric(),
        Invariant("rows_sum_to_zero", _rows_sum_to_zero),
        Invariant("no_negative_eigenvalue", _no_negative_eigenvalue),
        Invariant("changes_of_softmax", _changes_of_softmax),
    ),
    reference=reference_jacobian,
    figure=figure_jacobian,
    explain=explain_jacobian,
)
FAMILIES = (JACOBIAN,)
