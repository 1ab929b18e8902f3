"""Functions: the entries of an axis in order of size, and the k largest of them, all others -∞, so that a softmax gives those no weight
(Zhao et al. 2019).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import deviation, worst


def top_k(x, k, axis=-1):
    """The k largest entries along `axis` as they are, the others -inf; of equal ones the first are kept."""
    places = np.argsort(np.argsort(-np.asarray(x), axis=axis, kind="stable"), axis=axis)
    kept = np.expand_dims(k, axis) if np.ndim(k) else k
    return np.where((places < kept) & (kept == np.floor(kept)), x, -np.inf)


def exact_top_k(mp: Any, x: Any, k: Any) -> Any:
    """An entry is kept when fewer than k others come before it."""

    def before(i: int) -> int:
        return sum(other > x[i] or (other == x[i] and j < i) for j, other in enumerate(x))

    return [value if before(i) < k and mp.isint(k) else -mp.inf for i, value in enumerate(x)]


def _k_are_kept(values: Values, output: Any) -> float:
    """As many entries are finite as k says, and these are as they were."""
    x, axis = np.asarray(values["x"], dtype=float), values.get("axis", -1)
    finite = np.isfinite(output)
    k = np.asarray(values["k"], dtype=float)
    count = np.where(k == np.floor(k), np.clip(k, 0, x.shape[axis]), 0)
    changed = worst(np.where(finite, np.where(finite, output, 0.0) - x, 0.0))
    return max(worst(np.sum(finite, axis=axis) - count), changed)


def _none_left_out_is_larger(values: Values, output: Any) -> float:
    """No entry that is left out exceeds one that is kept."""
    x, axis = np.asarray(values["x"], dtype=float), values.get("axis", -1)
    finite = np.isfinite(output)
    least = np.min(np.where(finite, x, np.inf), axis=axis)
    most = np.max(np.where(finite, -np.inf, x), axis=axis)
    if np.isnan(output).any():
        return float("nan")
    both = np.isfinite(least) & np.isfinite(most)
    return worst(np.where(both, np.maximum(np.where(both, most, 0.0) - np.where(both, least, 0.0), 0.0), 0.0))


def exact_sort(mp: Any, x: Any) -> Any:
    """Each entry comes behind those that are smaller, and behind its equals before it."""
    del mp
    ordered = [x[0]] * len(x)
    for i, value in enumerate(x):
        ordered[sum(other < value or (other == value and j < i) for j, other in enumerate(x))] = value
    return ordered


def _never_falls(values: Values, output: Any) -> float:
    """No entry is smaller than the one before it."""
    return worst(np.minimum(np.diff(output, axis=values.get("axis", -1)), 0.0))


def _sum_is_kept(values: Values, output: Any) -> float:
    """The entries are the same, so their sum is."""
    axis = values.get("axis", -1)
    return deviation(np.sum(values["a"], axis=axis), np.sum(output, axis=axis))


SORT = Function(
    name="sort",
    spellings=("sorted",),
    signature="(n)->(n)",
    numpy=np.sort,
    exact=exact_sort,
    invariants=(Invariant("never_falls", _never_falls), Invariant("sum_is_kept", _sum_is_kept)),
)
TOP_K = Function(
    name="top_k",
    spellings=("topk", "top", "top-k", "keep_top_k", "keeptopk"),
    signature="(n),()->(n)",
    numpy=top_k,
    exact=exact_top_k,
    invariants=(Invariant("k_are_kept", _k_are_kept), Invariant("none_left_out_is_larger", _none_left_out_is_larger)),
)
FUNCTIONS = (SORT, TOP_K)
