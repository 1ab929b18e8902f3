"""Functions: the logistic sigmoid and its relatives (SiLU, softplus, log-sigmoid, mish), all elementwise."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import between, deviation, excess, odd_part_is_x


def sigmoid(x):
    """1 / (1 + exp(-x)), written so that neither side overflows."""
    decay = np.exp(-np.abs(x))
    return np.where(np.asarray(x) >= 0, 1, decay) / (1 + decay)


def log_sigmoid(x):
    """The logarithm of the sigmoid, without taking the logarithm of a number that became 0."""
    return np.minimum(x, 0) - np.log1p(np.exp(-np.abs(x)))


def silu(x):
    """x times its sigmoid, also known as swish."""
    decay = np.exp(-np.abs(x))
    return x * np.where(np.asarray(x) >= 0, 1, decay) / (1 + decay)


def softplus(x):
    """log(1 + exp(x)), written so that nothing overflows."""
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def mish(x):
    """x * tanh(softplus(x)) (Misra 2019)."""
    return x * np.tanh(np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x))))


def exact_silu(mp: Any, x: Any) -> Any:
    """x e^x / (1 + e^x)."""
    return x * mp.exp(x) / (1 + mp.exp(x))


def _mirrored(values: Values, output: Any) -> float:
    """sigmoid(-x) = 1 - sigmoid(x)."""
    return deviation(sigmoid(np.negative(values["x"])), np.subtract(1.0, output))


def _above_relu(values: Values, output: Any) -> float:
    """max(x, 0) <= softplus(x) <= max(x, 0) + log 2."""
    relu = np.maximum(values["x"], 0)
    return excess(output, relu, relu + np.log(2))


SIGMOID = Function(
    name="sigmoid",
    spellings=("sigm", "logistic", "expit"),
    symbols=("sigma",),
    signature="()->()",
    numpy=sigmoid,
    exact=lambda mp, x: 1 / (1 + mp.exp(-x)),
    invariants=(between(0, 1), Invariant("mirrored_in_one_half", _mirrored)),
)
LOG_SIGMOID = Function(
    name="log_sigmoid",
    spellings=("logsigmoid",),
    signature="()->()",
    numpy=log_sigmoid,
    exact=lambda mp, x: -mp.log1p(mp.exp(-x)),
    invariants=(odd_part_is_x(log_sigmoid),),
)
SILU = Function(
    name="silu",
    spellings=("swish",),
    signature="()->()",
    numpy=silu,
    exact=exact_silu,
    invariants=(odd_part_is_x(silu),),
)
SOFTPLUS = Function(
    name="softplus",
    spellings=(),
    signature="()->()",
    numpy=softplus,
    exact=lambda mp, x: mp.log1p(mp.exp(x)),
    invariants=(odd_part_is_x(softplus), Invariant("just_above_relu", _above_relu)),
)
MISH = Function(name="mish", spellings=(), signature="()->()", numpy=mish, exact=lambda mp, x: x * mp.tanh(mp.log1p(mp.exp(x))))
FUNCTIONS = (SIGMOID, LOG_SIGMOID, SILU, SOFTPLUS, MISH)
