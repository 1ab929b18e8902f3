"""Shared pieces of the handlers' invariants: each factory gives an `Invariant` that tests one property of an output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Invariant, Values

if TYPE_CHECKING:
    from collections.abc import Callable


def worst(error: Any) -> float:
    """The largest absolute entry; NaN stays NaN, so that a broken value never passes."""
    return float(np.max(np.abs(error), initial=0.0))


def deviation(value: Any, wanted: Any) -> float:
    """The largest difference of two arrays, relative to the largest wanted entry where that exceeds 1."""
    return worst(np.subtract(value, wanted)) / max(1.0, worst(wanted))


def excess(value: Any, low: Any, high: Any) -> float:
    """By how much the entries leave [low, high]."""
    return worst(np.maximum(np.maximum(np.subtract(low, value), np.subtract(value, high)), 0.0))


def beyond_columns(output: Any, V: Any) -> float:
    """By how much weighted means of the rows of V leave the range of its columns; output (…, n, c) or one row (c,)."""
    keep = np.ndim(output) > 1
    return excess(output, np.min(V, axis=-2, keepdims=keep), np.max(V, axis=-2, keepdims=keep))


BETWEEN_VALUES = Invariant("between_the_values", lambda values, output: beyond_columns(output, values["V"]))
"""A weighted mean stays between the least and the largest entry of each column of V."""


def out_of_order(keys: Any, output: Any, axis: int = -1) -> float:
    """By how much the output falls somewhere when it is sorted by the keys."""
    ordered = np.take_along_axis(np.asarray(output), np.argsort(np.broadcast_to(keys, np.shape(output)), axis=axis), axis=axis)
    return worst(np.minimum(np.diff(ordered, axis=axis), 0.0))


def unlike_ratios(weights: Any, scores: Any) -> float | None:
    """By how much log w_i - log w_j differs from s_i - s_j, which are all that a softmax takes from its scores."""
    if np.min(weights) < 1e-290:  # of what underflowed no logarithm is left
        return None
    return deviation(np.diff(np.log(weights), axis=-1), np.diff(scores, axis=-1))


def picked(values: Values, output: Any, step: str | None) -> Any:
    """The array that an invariant looks at: a step of the program (KeyError where it has none of that name) or the output."""
    return output if step is None else values[step]


def sums_to_one(step: str | None = None) -> Invariant:
    """Weights along the core axis (the last, unless the values say `axis`) add up to 1."""

    def check(values: Values, output: Any) -> float:
        return worst(np.sum(picked(values, output, step), axis=values.get("axis", -1)) - 1.0)

    return Invariant("rows_sum_to_one", check)


def between(low: float, high: float, step: str | None = None) -> Invariant:
    """Every entry lies in [low, high]."""
    return Invariant("bounded", lambda values, output: excess(picked(values, output, step), low, high))


def symmetric(step: str | None = None) -> Invariant:
    """Entry (i, j) equals entry (j, i)."""

    def check(values: Values, output: Any) -> float:
        matrix = np.asarray(picked(values, output, step))
        return worst(matrix - np.swapaxes(matrix, -1, -2))

    return Invariant("symmetric" if step is None else f"{step}_symmetric", check)


def not_negative() -> Invariant:
    """No entry is below 0."""
    return Invariant("not_negative", lambda values, output: worst(np.minimum(output, 0.0)))


def shift_invariant(function: Callable[..., Any]) -> Invariant:
    """f(x + c) = f(x) for a constant c along the core axis."""

    def check(values: Values, output: Any) -> float:
        options = {name: value for name, value in values.items() if name != "x"}
        return deviation(function(values["x"] + 0.5, **options), output)

    return Invariant("shift_invariant", check)


def shifts_along(function: Callable[..., Any]) -> Invariant:
    """f(x + c) = f(x) + c."""

    def check(values: Values, output: Any) -> float:
        options = {name: value for name, value in values.items() if name != "x"}
        return deviation(function(values["x"] + 0.5, **options) - 0.5, output)

    return Invariant("shifts_along", check)


def odd(function: Callable[..., Any]) -> Invariant:
    """f(-x) = -f(x)."""
    return Invariant("odd", lambda values, output: deviation(function(np.negative(values["x"])), np.negative(output)))


def even(function: Callable[..., Any]) -> Invariant:
    """f(-x) = f(x)."""
    return Invariant("even", lambda values, output: deviation(function(np.negative(values["x"])), output))


def odd_part_is_x(function: Callable[..., Any]) -> Invariant:
    """f(x) - f(-x) = x, as for the gates x·Φ(x) and x·σ(x), and for softplus."""

    def check(values: Values, output: Any) -> float:
        return deviation(np.subtract(output, function(np.negative(values["x"]))), values["x"])

    return Invariant("odd_part_is_x", check)


def freivalds(factors: Callable[[Values], tuple[Any, ...]]) -> Invariant:
    """A matrix product AB…Z times a vector r is A(B(…(Zr))), which needs no product of matrices (Freivalds 1977)."""

    def check(values: Values, output: Any) -> float:
        vector: Any = np.arange(1.0, np.shape(output)[-1] + 1.0)
        wanted = vector
        for part in reversed(factors(values)):
            wanted = np.asarray(part) @ wanted if np.ndim(wanted) == 1 else np.einsum("...ij,...j->...i", part, wanted)
        return deviation(np.asarray(output) @ vector, wanted)

    return Invariant("product_with_a_vector", check)
