"""Functions: factorial, binomial coefficient and common divisors of whole numbers; anything else gives NaN."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Function, Invariant
from vault_tools.handlers.invariants import deviation, worst

if TYPE_CHECKING:
    from vault_tools.handler import Values


def factorial(n):
    """1 · 2 · … · n for whole numbers n ≥ 0; infinite above 170."""
    n = 1.0 * np.asarray(n)
    steps = np.arange(1.0, np.clip(np.max(n, initial=0), 0, 171) + 1)
    product = np.prod(np.where(steps <= n[..., None], steps, 1.0), axis=-1)
    return np.where((n >= 0) & (n == np.floor(n)), product, np.nan)


def binomial(n, k):
    """In how many ways k of n things can be chosen, for whole numbers n, k ≥ 0."""
    n, k = np.broadcast_arrays(1.0 * np.asarray(n), 1.0 * np.asarray(k))
    fewer = np.minimum(k, n - k)
    steps = np.arange(1.0, np.clip(np.max(fewer, initial=0), 0, 1100) + 1)
    factors = np.where(steps <= fewer[..., None], ((n - fewer)[..., None] + steps) / steps, 1.0)
    product = np.where(fewer >= 0, np.rint(np.prod(factors, axis=-1)), 0.0)
    return np.where((n >= 0) & (k >= 0) & (n == np.floor(n)) & (k == np.floor(k)), product, np.nan)


def gcd(a, b):
    """The greatest common divisor of whole numbers."""
    a, b = np.broadcast_arrays(1.0 * np.asarray(a), 1.0 * np.asarray(b))
    whole = (a == np.rint(a)) & (b == np.rint(b))
    return np.where(whole, np.gcd(np.where(whole, a, 0).astype(np.int64), np.where(whole, b, 0).astype(np.int64)), np.nan)


def lcm(a, b):
    """The least common multiple of whole numbers."""
    a, b = np.broadcast_arrays(1.0 * np.asarray(a), 1.0 * np.asarray(b))
    whole = (a == np.rint(a)) & (b == np.rint(b))
    return np.where(whole, np.lcm(np.where(whole, a, 0).astype(np.int64), np.where(whole, b, 0).astype(np.int64)), np.nan)


def exact_factorial(mp: Any, n: Any) -> Any:
    """Through the gamma function."""
    return mp.factorial(n) if n >= 0 and mp.isint(n) else mp.nan


def exact_binomial(mp: Any, n: Any, k: Any) -> Any:
    """Through the gamma function."""
    return mp.binomial(n, k) if n >= 0 and k >= 0 and mp.isint(n) and mp.isint(k) else mp.nan


def exact_gcd(mp: Any, a: Any, b: Any) -> Any:
    """By Euclid's algorithm."""
    if not (mp.isint(a) and mp.isint(b)):
        return mp.nan
    a, b = abs(a), abs(b)
    while b:
        a, b = b, a % b
    return a


def exact_lcm(mp: Any, a: Any, b: Any) -> Any:
    """The product over the greatest common divisor."""
    divisor = exact_gcd(mp, a, b)
    return abs(a * b) / divisor if divisor else divisor


def _next_factorial(values: Values, output: Any) -> float:
    """(n + 1)! = (n + 1) n!."""
    n = np.asarray(values["n"], dtype=float)
    return deviation(factorial(n + 1) / (n + 1), output)


def _mirrored(values: Values, output: Any) -> float:
    """Choosing k is leaving n - k; more than there are cannot be chosen."""
    left = np.subtract(values["n"], values["k"])
    return deviation(np.where(left < 0, 0.0, binomial(values["n"], np.maximum(left, 0))), np.asarray(output))


def _divides(values: Values, output: Any) -> float:
    """Both numbers are multiples of their common divisor."""
    return max(worst(np.remainder(values[name], np.where(output, output, 1))) for name in ("a", "b"))


def _is_multiple(values: Values, output: Any) -> float:
    """The common multiple is one of both numbers."""
    return max(worst(np.remainder(output, np.where(values[name], values[name], np.inf))) for name in ("a", "b"))


FACTORIAL = Function(
    name="factorial",
    spellings=(),
    signature="()->()",
    numpy=factorial,
    exact=exact_factorial,
    invariants=(Invariant("next_factorial", _next_factorial),),
)
BINOMIAL = Function(
    name="binomial",
    spellings=("binom",),
    signature="(),()->()",
    numpy=binomial,
    exact=exact_binomial,
    invariants=(Invariant("choosing_is_leaving", _mirrored),),
)
GCD = Function(
    name="gcd",
    spellings=("ggt", "pgcd"),
    signature="(),()->()",
    numpy=gcd,
    exact=exact_gcd,
    invariants=(Invariant("divides_both", _divides),),
)
LCM = Function(
    name="lcm",
    spellings=("kgv", "ppcm"),
    signature="(),()->()",
    numpy=lcm,
    exact=exact_lcm,
    invariants=(Invariant("multiple_of_both", _is_multiple),),
)
FUNCTIONS = (FACTORIAL, BINOMIAL, GCD, LCM)
