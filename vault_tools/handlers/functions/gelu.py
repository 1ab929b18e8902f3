"""Functions: the error function, the normal distribution function, and GELU in both of its forms, all elementwise."""

from __future__ import annotations

from typing import Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import between, deviation, odd, odd_part_is_x


def erf(x):
    """The error function: its power series near 0, elsewhere 1 - erfc with erfc by the trapezoidal rule (Chiarella and Reichel 1968)."""
    near, far = np.clip(x, -1, 1), np.clip(np.abs(x), 1, 6)
    k = np.arange(24)
    terms = np.power(-np.square(near)[..., None], k) / (np.cumprod(np.maximum(k, 1.0)) * (2 * k + 1))
    series = 2 / np.sqrt(np.pi) * near * np.sum(terms, axis=-1)
    t = np.arange(0.25, 6.5, 0.5)
    rule = np.sum(np.exp(-np.square(t)) / (np.square(far)[..., None] + np.square(t)), axis=-1)
    erfc = far / np.pi * np.exp(-np.square(far)) * rule + 2 / (1 + np.exp(4 * np.pi * far))
    return np.where(np.abs(x) < 1, series, np.sign(x) * (1 - erfc))


def normal_cdf(x):
    """The share of a standard normal distribution below x, by the trapezoidal rule (Chiarella and Reichel 1968)."""
    x = np.clip(x, -40, 40)
    y = np.abs(x) / np.sqrt(2)
    t = np.arange(0.25, 6.5, 0.5)
    rule = np.sum(np.exp(-np.square(t)) / (np.square(y)[..., None] + np.square(t)), axis=-1)
    pole = np.where(y < 2 * np.pi, 1 / (1 + np.exp(4 * np.pi * np.minimum(y, 7))), 0)
    tail = y / (2 * np.pi) * np.exp(-np.square(x) / 2) * rule + pole
    return np.where(x < 0, tail, 1 - tail)


def gelu(x):
    """x times the share of a standard normal distribution below x (Hendrycks and Gimpel 2016)."""
    return x * normal_cdf(x)


def gelu_tanh(x):
    """The approximation of GELU with tanh; it differs from the exact one by less than 5e-4."""
    return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * np.power(x, 3))))


def exact_gelu_tanh(mp: Any, x: Any) -> Any:
    """The same approximation through the logistic function: (1 + tanh u)/2 = 1/(1 + e^{-2u})."""
    u = mp.sqrt(2 / mp.pi) * (x + mp.mpf("0.044715") * x**3)
    return x / (1 + mp.exp(-2 * u))


def _mirrored(values: Values, output: Any) -> float:
    """Φ(-x) = 1 - Φ(x)."""
    return deviation(normal_cdf(np.negative(values["x"])), np.subtract(1.0, output))


def _not_below_its_minimum(values: Values, output: Any) -> float:
    """The least value of both forms is about -0.17 (-0.169971 exact, -0.170041 with tanh)."""
    return float(np.max(np.maximum(-0.1701 - np.asarray(output), 0.0), initial=0.0))


LOWEST = Invariant("not_below_minimum", _not_below_its_minimum)

ERF = Function(
    name="erf",
    spellings=(),
    signature="()->()",
    numpy=erf,
    exact=lambda mp, x: mp.erf(x),
    invariants=(odd(erf), between(-1, 1)),
)
NORMAL_CDF = Function(
    name="normal_cdf",
    spellings=("normcdf",),
    symbols=("Phi",),
    signature="()->()",
    numpy=normal_cdf,
    exact=lambda mp, x: mp.ncdf(x),
    invariants=(between(0, 1), Invariant("mirrored_in_one_half", _mirrored)),
)
GELU = Function(
    name="gelu",
    spellings=(),
    signature="()->()",
    numpy=gelu,
    exact=lambda mp, x: x * mp.erfc(-x / mp.sqrt(2)) / 2,
    invariants=(odd_part_is_x(gelu), LOWEST),
    helpers=(normal_cdf,),
)
GELU_TANH = Function(
    name="gelu_tanh",
    spellings=("gelu_approx",),
    signature="()->()",
    numpy=gelu_tanh,
    exact=exact_gelu_tanh,
    invariants=(odd_part_is_x(gelu_tanh), LOWEST),
)
FUNCTIONS = (ERF, NORMAL_CDF, GELU, GELU_TANH)
