"""Functions: sum, mean, population variance and standard deviation along one axis."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import between, deviation, excess


def total(x, axis=-1):
    """The sum along `axis`."""
    return np.sum(x, axis=axis)


def mean(x, axis=-1):
    """The mean along `axis`."""
    return np.mean(x, axis=axis)


def variance(x, axis=-1):
    """The population variance along `axis`: divided by n, not by n - 1."""
    return np.var(x, axis=axis)


def standard_deviation(x, axis=-1):
    """The root of the population variance along `axis`."""
    return np.std(x, axis=axis)


def exact_variance(mp: Any, x: Any) -> Any:
    """The mean of squares minus the square of the mean."""
    return mp.fdot(x, x) / len(x) - (mp.fsum(x) / len(x)) ** 2


def _inside(values: Values, output: Any) -> float:
    axis = values.get("axis", -1)
    return excess(output, np.min(values["x"], axis=axis), np.max(values["x"], axis=axis))


def _same_when_shifted(values: Values, output: Any) -> float:
    return deviation(np.var(np.asarray(values["x"]) + 0.5, axis=values.get("axis", -1)), output)


def largest(x, axis=-1):
    """The largest entry along `axis`."""
    return np.max(x, axis=axis)


def _one_of_them_and_none_above(values: Values, output: Any) -> float:
    above = np.expand_dims(output, values.get("axis", -1)) - np.asarray(values["x"])
    return max(float(np.max(-above)), float(np.max(np.min(above, axis=values.get("axis", -1)))))


SUM = Function(name="sum", spellings=("rowsum",), signature="(n)->()", numpy=total, exact=lambda mp, x: mp.fsum(x))
ROW_MAX = Function(
    name="row_max",
    spellings=("rowmax",),
    signature="(n)->()",
    numpy=largest,
    exact=lambda mp, x: max(x),
    invariants=(Invariant("one_of_them_and_none_above", _one_of_them_and_none_above),),
)
MEAN = Function(
    name="mean",
    spellings=("avg", "average"),
    signature="(n)->()",
    numpy=mean,
    exact=lambda mp, x: mp.fsum(x) / len(x),
    invariants=(Invariant("between_least_and_largest", _inside),),
)
VAR = Function(
    name="var",
    spellings=("variance",),
    signature="(n)->()",
    numpy=variance,
    exact=exact_variance,
    invariants=(between(0, np.inf), Invariant("shift_invariant", _same_when_shifted)),
)
STD = Function(
    name="std",
    spellings=("stddev",),
    signature="(n)->()",
    numpy=standard_deviation,
    exact=lambda mp, x: mp.sqrt(exact_variance(mp, x)),
    invariants=(between(0, np.inf),),
)
FUNCTIONS = (SUM, ROW_MAX, MEAN, VAR, STD)
