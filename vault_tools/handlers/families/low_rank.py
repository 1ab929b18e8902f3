"""Family: LoRA, a frozen matrix with a trained update of low rank (Hu et al. 2021)."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Explanation, Family, Figure, Invariant, Values
from vault_tools.handlers.families.telling import first_matrix, panel, strip
from vault_tools.handlers.invariants import deviation
from vault_tools.model import message


def reference_low_rank(W: Any, x: Any, alpha: Any, r: Any, B: Any, A: Any) -> Any:
    """The merged matrix W + (α/r)BA, then one product, column by column."""
    B, A = np.asarray(B, dtype=float), np.asarray(A, dtype=float)
    merged = np.asarray(W, dtype=float) + alpha / r * sum(np.outer(B[:, k], A[k]) for k in range(len(A)))
    return sum(merged[:, k] * np.asarray(x, dtype=float)[k] for k in range(merged.shape[1]))


def reference_weights(W: Any, alpha: Any, r: Any, B: Any, A: Any) -> Any:
    """W and each column of B times its row of A, one after the other."""
    B, A = np.asarray(B, dtype=float), np.asarray(A, dtype=float)
    return np.asarray(W, dtype=float) + sum(alpha * np.outer(B[:, k], A[k]) / r for k in range(len(A)))


def _rank_of_the_change(values: Values, output: Any) -> float:
    """What the update adds has at most the rank that B and A meet in."""
    change = np.subtract(output, values["W"])
    singular = np.linalg.svd(change, compute_uv=False)
    return float(np.sum(singular[np.shape(values["A"])[0] :]))


def _merged(values: Values, output: Any) -> float:
    """W and its update added first give the same as each by itself; without B the update is nothing."""
    W, B, A, x = (np.asarray(values[name], dtype=float) for name in ("W", "B", "A", "x"))
    plain, change = W @ x, values["alpha"] / values["r"] * (B @ (A @ x))
    return max(deviation(plain + change, output), deviation(np.subtract(output, change), plain))


def explain_low_rank(values: Values, output: Any) -> Explanation:
    """How many numbers the update needs."""
    B, A = first_matrix(values["B"]), first_matrix(values["A"])
    whole, small = B.shape[0] * A.shape[1], B.size + A.size
    key = "family.low_rank" if small < whole else "family.low_rank_small"
    return Explanation(sentences=(message(key, rank=A.shape[0], small=small, whole=whole),))


def figure(values: Values, output: Any) -> Figure:
    """B · A = the update of W."""
    B, A = first_matrix(values["B"]), first_matrix(values["A"])
    return strip((panel("B", B), panel("A", A, join="·"), panel("BA", B @ A, join="=")), "family.alt_product", B @ A)


LOW_RANK = Family(
    name="low_rank_update",
    formula=r"h = Wx + \frac{\alpha}{r}BAx",
    also=(r"h = Wx + BAx",),
    defaults={"alpha": 1.0, "r": 1.0},
    roles={"W": "frozen weights", "x": "input", "alpha": "strength", "r": "rank", "B": "up", "A": "down"},
    invariants=(Invariant("merged_or_apart", _merged),),
    reference=reference_low_rank,
    figure=figure,
    explain=explain_low_rank,
)
LOW_RANK_WEIGHTS = Family(
    name="low_rank_weights",
    of_symbols=True,
    formula=r"W' = W + \frac{\alpha}{r}BA",
    roles={"W": "frozen weights", "alpha": "strength", "r": "rank", "B": "up", "A": "down"},
    invariants=(Invariant("rank_at_most_width", _rank_of_the_change),),
    reference=reference_weights,
    figure=figure,
    explain=explain_low_rank,
)
FAMILIES = (LOW_RANK, LOW_RANK_WEIGHTS)
