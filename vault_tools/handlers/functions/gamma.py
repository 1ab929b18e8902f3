"""Functions: Euler's gamma and beta functions, entry by entry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Function, Invariant
from vault_tools.handlers.invariants import deviation

if TYPE_CHECKING:
    from vault_tools.handler import Values


def gamma_function(x):
    """The integral of t^(x-1) e^(-t) from 0, by the approximation of Lanczos (1964) with g = 7; infinite at 0, -1, -2, …"""
    above = np.where(x < 0.5, 1.0 - x, 1.0 * x)
    weights = np.array(
        [
            676.5203681218851,
            -1259.1392167224028,
            771.32342877765313,
            -176.61502916214059,
            12.507343278686905,
            -0.13857109526572012,
            9.9843695780195716e-6,
            1.5056327351493116e-7,
        ]
    )
    series = 0.99999999999980993 + np.sum(weights / (above[..., None] + np.arange(8.0)), axis=-1)
    half = np.power(above + 6.5, above / 2 - 0.25)
    value = np.sqrt(2 * np.pi) * half * np.exp(-above - 6.5) * half * series
    mirrored = np.sin(np.pi * (x - np.rint(x))) * np.cos(np.pi * np.rint(x)) * value
    return np.where(x < 0.5, np.where(mirrored == 0, np.inf, np.pi / np.where(mirrored == 0, 1.0, mirrored)), value)


def beta_function(a, b):
    """The integral of t^(a-1) (1-t)^(b-1) from 0 to 1."""
    return gamma_function(a) * gamma_function(b) / gamma_function(a + b)


def exact_gamma(mp: Any, x: Any) -> Any:
    """Infinite at its poles."""
    return mp.inf if x <= 0 and mp.isint(x) else mp.gamma(x)


def _grows_by_its_argument(values: Values, output: Any) -> float:
    """Γ(x + 1) = x Γ(x)."""
    x = np.asarray(values["x"], dtype=float)
    return deviation(gamma_function(x + 1.0) / x, output)


def _parts_add_up(values: Values, output: Any) -> float:
    """B(a + 1, b) + B(a, b + 1) = B(a, b)."""
    a, b = np.asarray(values["a"], dtype=float), np.asarray(values["b"], dtype=float)
    return deviation(beta_function(a + 1.0, b) + beta_function(a, b + 1.0), output)


GAMMA = Function(
    name="gamma_function",
    spellings=(),
    symbols=("Gamma",),
    signature="()->()",
    numpy=gamma_function,
    exact=exact_gamma,
    invariants=(Invariant("grows_by_its_argument", _grows_by_its_argument),),
)
BETA = Function(
    name="beta_function",
    spellings=(),
    signature="(),()->()",
    numpy=beta_function,
    exact=lambda mp, a, b: mp.beta(a, b),
    invariants=(Invariant("parts_add_up", _parts_add_up),),
    helpers=(gamma_function,),
)
FUNCTIONS = (GAMMA, BETA)
