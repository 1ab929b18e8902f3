"""Functions: ReLU and its relatives (leaky ReLU, ELU), all elementwise."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import deviation, not_negative, worst


def relu(x):
    """The positive part of x."""
    return np.maximum(x, 0)


def leaky_relu(x, slope=0.01):
    """x where it is positive, `slope` times x elsewhere."""
    return np.where(np.asarray(x) > 0, x, slope * np.asarray(x))


def elu(x, alpha=1.0):
    """x where it is positive, alpha (e^x - 1) elsewhere (Clevert et al. 2015)."""
    return np.where(np.asarray(x) > 0, x, alpha * np.expm1(np.minimum(x, 0)))


def exact_elu(mp: Any, x: Any, alpha: Any = 1) -> Any:
    """Case by case."""
    return x if x > 0 else alpha * mp.expm1(x)


def _splits_x(values: Values, output: Any) -> float:
    """relu(x) - relu(-x) = x."""
    return deviation(np.subtract(output, relu(np.negative(values["x"]))), values["x"])


def _identity_where_positive(values: Values, output: Any) -> float:
    x = np.asarray(values["x"])
    return worst(np.where(x > 0, output - x, 0.0))


def _above_minus_alpha(values: Values, output: Any) -> float:
    return worst(np.minimum(output + values.get("alpha", 1.0), 0.0))


POSITIVE_IS_KEPT = Invariant("identity_where_positive", _identity_where_positive)

RELU = Function(
    name="relu",
    spellings=(),
    signature="()->()",
    numpy=relu,
    exact=lambda mp, x: (x + abs(x)) / 2,
    invariants=(not_negative(), Invariant("odd_part_is_x", _splits_x)),
)
LEAKY_RELU = Function(
    name="leaky_relu",
    spellings=("leakyrelu", "lrelu", "leaky relu", "leaky-relu"),
    signature="()->()",
    numpy=leaky_relu,
    exact=lambda mp, x, slope=None: x if x > 0 else x * (mp.mpf(1) / 100 if slope is None else slope),
    invariants=(POSITIVE_IS_KEPT,),
)
ELU = Function(
    name="elu",
    spellings=(),
    signature="()->()",
    numpy=elu,
    exact=exact_elu,
    invariants=(POSITIVE_IS_KEPT, Invariant("above_minus_alpha", _above_minus_alpha)),
)
FUNCTIONS = (RELU, LEAKY_RELU, ELU)
