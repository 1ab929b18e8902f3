"""Functions: softmax and its logarithms, softmax with a leftover, and sparsemax; all along one axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.compiler.translate.kernels import log_softmax, logsumexp, softmax
from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import between, deviation, excess, out_of_order, shift_invariant, shifts_along, sums_to_one, worst


def softmax_or_zero(x, axis=-1):
    """Softmax along `axis`; where every entry is -inf (all keys masked) zeros in place of nan."""
    largest = np.max(x, axis=axis, keepdims=True)
    exponentials = np.exp(x - np.where(np.isneginf(largest), 0, largest))
    total = np.sum(exponentials, axis=axis, keepdims=True)
    return exponentials / np.where(total == 0, 1, total)


def softmax_one(x, axis=-1):
    """Softmax with one more entry, a 0, whose weight is left out: the weights sum to less than 1 (E. Miller 2023)."""
    largest = np.maximum(np.max(x, axis=axis, keepdims=True), 0)
    exponentials = np.exp(x - largest)
    return exponentials / (np.exp(-largest) + np.sum(exponentials, axis=axis, keepdims=True))


def sparsemax(x, axis=-1):
    """The point of the simplex that is nearest to x (Martins and Astudillo 2016)."""
    z = np.moveaxis(x, axis, -1)
    ordered = np.flip(np.sort(z, axis=-1), axis=-1)
    count = np.arange(1, z.shape[-1] + 1)
    excess_mass = np.cumsum(ordered, axis=-1) - 1
    support = np.sum(count * ordered > excess_mass, axis=-1, keepdims=True)
    threshold = np.take_along_axis(excess_mass, support - 1, axis=-1) / support
    return np.moveaxis(np.maximum(z - threshold, 0), -1, axis)


def exact_softmax(mp: Any, x: Any) -> Any:
    """e^{x_i} / sum of e^{x_j}, as the definition says."""
    total = mp.fsum(mp.exp(v) for v in x)
    return [mp.exp(v) / total for v in x]


def exact_softmax_or_zero(mp: Any, x: Any) -> Any:
    """Zeros where every entry is -inf."""
    return [mp.mpf(0) for _ in x] if all(v == -mp.inf for v in x) else exact_softmax(mp, x)


def exact_log_softmax(mp: Any, x: Any) -> Any:
    """x_i - log of the sum."""
    total = mp.log(mp.fsum(mp.exp(v) for v in x))
    return [v - total for v in x]


def exact_softmax_one(mp: Any, x: Any) -> Any:
    """e^{x_i} / (1 + sum of e^{x_j})."""
    total = 1 + mp.fsum(mp.exp(v) for v in x)
    return [mp.exp(v) / total for v in x]


def exact_sparsemax(mp: Any, x: Any) -> Any:
    """max(x - t, 0) with the one threshold t among the candidates (sum of the k largest - 1)/k that gives the sum 1."""
    ordered = sorted(x, reverse=True)
    candidates = [(mp.fsum(ordered[:k]) - 1) / k for k in range(1, len(ordered) + 1)]
    threshold = min(candidates, key=lambda t: abs(mp.fsum(max(v - t, mp.mpf(0)) for v in x) - 1))
    return [max(v - threshold, mp.mpf(0)) for v in x]


def keeps_order(values: Values, output: Any) -> float:
    """Sorted by the input, the output must not fall anywhere."""
    return out_of_order(values["x"], output, values.get("axis", -1))


def _sums_to_one_or_zero(values: Values, output: Any) -> float:
    """1, and 0 where all is masked."""
    axis = values.get("axis", -1)
    wanted = np.where(np.all(np.isneginf(values["x"]), axis=axis), 0.0, 1.0)
    return worst(np.sum(output, axis=axis) - wanted)


def _exponentials_sum_to_one(values: Values, output: Any) -> float:
    return worst(np.sum(np.exp(output), axis=values.get("axis", -1)) - 1.0)


def largest_to_largest_plus_log_n(values: Values, output: Any) -> float:
    """max x ≤ log Σ e^x ≤ max x + log n."""
    axis = values.get("axis", -1)
    largest = np.max(values["x"], axis=axis)
    return excess(output, largest, largest + np.log(np.shape(values["x"])[axis]))


def _is_softmax_with_an_extra_zero(values: Values, output: Any) -> float:
    x = np.moveaxis(values["x"], values.get("axis", -1), -1)
    extended = np.concatenate([x, np.zeros((*x.shape[:-1], 1))], axis=-1)
    return deviation(np.moveaxis(output, values.get("axis", -1), -1), softmax(extended)[..., :-1])


SOFTMAX = Function(
    name="softmax",
    spellings=("soft max", "soft_max", "soft-max", "소프트맥스", "ソフトマックス"),
    signature="(n)->(n)",
    numpy=softmax,
    exact=exact_softmax,
    invariants=(sums_to_one(), between(0, 1), shift_invariant(softmax), Invariant("keeps_order", keeps_order)),
)
SOFTMAX_OR_ZERO = Function(
    name="softmax_or_zero",
    spellings=(),
    signature="(n)->(n)",
    numpy=softmax_or_zero,
    exact=exact_softmax_or_zero,
    invariants=(Invariant("sums_to_one_or_zero", _sums_to_one_or_zero), between(0, 1), Invariant("keeps_order", keeps_order)),
)
LOG_SOFTMAX = Function(
    name="log_softmax",
    spellings=("logsoftmax", "log-softmax"),
    signature="(n)->(n)",
    numpy=log_softmax,
    exact=exact_log_softmax,
    invariants=(Invariant("exponentials_sum_to_one", _exponentials_sum_to_one), shift_invariant(log_softmax)),
)
LOGSUMEXP = Function(
    name="logsumexp",
    spellings=("lse", "log_sum_exp", "log-sum-exp"),
    signature="(n)->()",
    numpy=logsumexp,
    exact=lambda mp, x: mp.log(mp.fsum(mp.exp(v) for v in x)),
    invariants=(Invariant("largest_to_largest_plus_log_n", largest_to_largest_plus_log_n), shifts_along(logsumexp)),
)
SOFTMAX_ONE = Function(
    name="softmax_one",
    spellings=("softmax1", "softmax_1"),
    signature="(n)->(n)",
    numpy=softmax_one,
    exact=exact_softmax_one,
    invariants=(between(0, 1), Invariant("softmax_with_an_extra_zero", _is_softmax_with_an_extra_zero)),
)
SPARSEMAX = Function(
    name="sparsemax",
    spellings=(),
    signature="(n)->(n)",
    numpy=sparsemax,
    exact=exact_sparsemax,
    invariants=(sums_to_one(), between(0, 1), shift_invariant(sparsemax)),
)
FUNCTIONS = (SOFTMAX, SOFTMAX_OR_ZERO, LOG_SOFTMAX, LOGSUMEXP, SOFTMAX_ONE, SPARSEMAX)
