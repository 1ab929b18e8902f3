"""Arithmetic of the check road at its edges: what is infinite, undefined, or beyond every float.

NaN by rule: 0/0, ∞ − ∞, a root or logarithm of a negative number. Matrix powers that are not defined are refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vault_tools.errors import VaultToolsError
from vault_tools.model import Message, message

if TYPE_CHECKING:
    from fractions import Fraction

Position = tuple[int, ...]
Environment = dict[str, int]
Numbers = tuple[Any, ...]
"""An entry at each of the precisions at which it is wanted."""

LARGEST_EXPONENT = 1 << 20
"""Beyond 2^(2^20) every float has long overflowed, and mpmath itself would need unbounded time."""
LARGEST_ARGUMENT_EXPONENT = 2_000
"""e^x of a larger x has an exponent that is itself a number of thousands of bits."""


class CheckRoadError(VaultToolsError):
    """The check road has no answer; `message` says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.message = reason


class NoSecondImplementationError(CheckRoadError):
    """A function of the formula has no `exact`: this voice does not speak."""


class PartedError(VaultToolsError):
    """The precisions decide differently (which branch, which place): each has to be followed by itself."""


class NotComputableError(CheckRoadError):
    """The value is beyond every float, or needs a matrix power that is not defined."""


def broadcast(shape: tuple[int, ...], at: Position) -> Position:
    """A position of a larger shape as one of an operand of `shape`: (4, 2) in an operand of shape (1, 3) is (0, 2)."""
    own = at[len(at) - len(shape) :]
    if 1 not in shape and len(own) == len(shape):
        return own
    return tuple([0 if size == 1 else i for size, i in zip(shape, own, strict=True)])


def quotient(mp: Any, numerator: Any, denominator: Any) -> Any:
    """As IEEE has it, zero without a sign: 1/0 is ∞, 0/0 and ∞/∞ are NaN."""
    if not denominator:
        return mp.nan if not numerator or mp.isnan(numerator) else mp.sign(numerator) * mp.inf
    return numerator / denominator


def exponential(mp: Any, x: Any) -> Any:
    """e^x. NotComputableError where x itself is astronomically large."""
    guard(mp, x)
    return mp.exp(x)


def power(mp: Any, base: Any, exponent: Any) -> Any:
    """base^exponent over the reals; NaN where it has no real value, 0 to a negative power is ∞."""
    if not exponent:
        return mp.mpf(1)
    if not base:
        return mp.mpf(0) if exponent > 0 else mp.inf if exponent < 0 else mp.nan
    if base < 0 and not mp.isint(exponent):
        return mp.nan
    if mp.isfinite(base) and mp.isfinite(exponent):
        guard(mp, exponent)
        if abs(exponent) * max(1, abs(mp.mag(base))) > 2 * LARGEST_EXPONENT:
            raise NotComputableError(message("check.too_large"))
    return base**exponent


def guard(mp: Any, x: Any) -> None:
    """NotComputableError for a number whose exponential would need unbounded time."""
    if mp.isfinite(x) and x and mp.mag(x) > LARGEST_ARGUMENT_EXPONENT:
        raise NotComputableError(message("check.too_large"))


def matrix_power(mp: Any, base: Any, exponent: Fraction) -> Any:
    """A whole power by multiplication and inverse; a fractional one by the eigenvalues.

    NotComputableError: the matrix is singular, or has an eigenvalue that has no such power.
    """
    if exponent.denominator == 1:
        try:
            return base ** int(exponent)
        except ZeroDivisionError as error:
            raise NotComputableError(message("check.singular")) from error
    tolerance = mp.mpf(10) ** (-mp.dps // 2)
    if any(abs(base[i, j] - base[j, i]) > tolerance for i in range(base.rows) for j in range(i)):
        return _by_eigenvalues(mp, base, exponent, tolerance)
    values, vectors = mp.eigsy(base)
    if any(value <= tolerance and (exponent < 0 or value < -tolerance) for value in values):
        raise NotComputableError(message("check.not_positive"))
    power_of = mp.mpf(exponent.numerator) / exponent.denominator
    return vectors * mp.diag([max(value, mp.mpf(0)) ** power_of for value in values]) * vectors.T


def _by_eigenvalues(mp: Any, base: Any, exponent: Fraction, tolerance: Any) -> Any:
    """A fractional power of a matrix that is not symmetric, as products of covariances are. NotComputableError: as `matrix_power`."""
    values, vectors = mp.eig(base)
    if any(abs(mp.im(value)) > tolerance or mp.re(value) <= tolerance for value in values):
        raise NotComputableError(message("check.not_positive"))
    power_of = mp.mpf(exponent.numerator) / exponent.denominator
    if abs(mp.det(vectors)) <= tolerance:
        raise NotComputableError(message("check.singular"))
    return (vectors * mp.diag([mp.re(value) ** power_of for value in values]) * vectors**-1).apply(mp.re)
