"""Functions: the elementary ones of analysis, as NumPy and mpmath have them, in one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.handler import Function, Invariant, Values
from vault_tools.handlers.invariants import between, even, excess, odd, worst

if TYPE_CHECKING:
    from collections.abc import Callable


def clip(x, low, high):
    """x, held between `low` and `high`."""
    return np.clip(x, low, high)


def dropout(x):
    """Nothing is dropped when a network is used rather than trained."""
    return x


def sech(x):
    """The reciprocal of cosh."""
    return 1 / np.cosh(x)


def csch(x):
    """The reciprocal of sinh."""
    return 1 / np.sinh(x)


def coth(x):
    """The reciprocal of tanh."""
    return 1 / np.tanh(x)


def sec(x):
    """The reciprocal of the cosine."""
    return 1 / np.cos(x)


def csc(x):
    """The reciprocal of the sine."""
    return 1 / np.sin(x)


def cot(x):
    """The reciprocal of the tangent."""
    return 1 / np.tan(x)


def elementwise(
    name: str, numpy: Callable[..., Any], exact: Callable[..., Any], *invariants: Invariant, spellings: tuple[str, ...] = ()
) -> Function:
    """A function of one number that NumPy has under the name `np.name`."""
    return Function(name=name, spellings=spellings, signature="()->()", numpy=numpy, exact=exact, invariants=invariants)


def _whole(values: Values, output: Any) -> float:
    return worst(np.subtract(output, np.rint(output)))


def _floor_is_next_below(values: Values, output: Any) -> float:
    return excess(np.subtract(values["x"], output), 0.0, 1.0)


def _ceil_is_next_above(values: Values, output: Any) -> float:
    return excess(np.subtract(output, values["x"]), 0.0, 1.0)


def _squares_to_x(values: Values, output: Any) -> float:
    return worst(np.square(output) - values["x"]) / max(1.0, worst(values["x"]))


WHOLE = Invariant("whole_number", _whole)

ONE_ARGUMENT = (
    elementwise("exp", np.exp, lambda mp, x: mp.exp(x), between(0, np.inf)),
    elementwise("log", np.log, lambda mp, x: mp.log(x), spellings=("ln",)),
    elementwise("log2", np.log2, lambda mp, x: mp.log(x) / mp.log(2)),
    elementwise("log10", np.log10, lambda mp, x: mp.log(x) / mp.log(10), spellings=("lg",)),
    elementwise("log1p", np.log1p, lambda mp, x: mp.log1p(x)),
    elementwise("expm1", np.expm1, lambda mp, x: mp.expm1(x)),
    elementwise("sqrt", np.sqrt, lambda mp, x: mp.sqrt(x), Invariant("squares_to_x", _squares_to_x)),
    elementwise("sin", np.sin, lambda mp, x: mp.sin(x), odd(np.sin), between(-1, 1)),
    elementwise("cos", np.cos, lambda mp, x: mp.cos(x), even(np.cos), between(-1, 1)),
    elementwise("tan", np.tan, lambda mp, x: mp.tan(x), odd(np.tan)),
    elementwise("arcsin", np.arcsin, lambda mp, x: mp.asin(x), odd(np.arcsin), between(-np.pi / 2, np.pi / 2), spellings=("asin",)),
    elementwise("arccos", np.arccos, lambda mp, x: mp.acos(x), between(0, np.pi), spellings=("acos",)),
    elementwise("arctan", np.arctan, lambda mp, x: mp.atan(x), odd(np.arctan), between(-np.pi / 2, np.pi / 2), spellings=("atan",)),
    elementwise("sinh", np.sinh, lambda mp, x: mp.sinh(x), odd(np.sinh)),
    elementwise("cosh", np.cosh, lambda mp, x: mp.cosh(x), even(np.cosh), between(1, np.inf)),
    elementwise("tanh", np.tanh, lambda mp, x: mp.tanh(x), odd(np.tanh), between(-1, 1)),
    elementwise("sech", sech, lambda mp, x: mp.sech(x), even(sech), between(0, 1)),
    elementwise("csch", csch, lambda mp, x: mp.csch(x), odd(csch)),
    elementwise("coth", coth, lambda mp, x: mp.coth(x), odd(coth)),
    elementwise("sec", sec, lambda mp, x: mp.sec(x), even(sec)),
    elementwise("csc", csc, lambda mp, x: mp.csc(x), odd(csc)),
    elementwise("cot", cot, lambda mp, x: mp.cot(x), odd(cot)),
    elementwise("arctanh", np.arctanh, lambda mp, x: mp.atanh(x), odd(np.arctanh), spellings=("artanh", "atanh")),
    elementwise("abs", np.abs, lambda mp, x: abs(x), even(np.abs), between(0, np.inf)),
    elementwise("sign", np.sign, lambda mp, x: mp.sign(x), odd(np.sign), between(-1, 1), WHOLE, spellings=("sgn",)),
    elementwise("floor", np.floor, lambda mp, x: mp.floor(x), WHOLE, Invariant("next_whole_below", _floor_is_next_below)),
    elementwise("ceil", np.ceil, lambda mp, x: mp.ceil(x), WHOLE, Invariant("next_whole_above", _ceil_is_next_above)),
    elementwise("round", np.rint, lambda mp, x: mp.nint(x), WHOLE),
    elementwise("dropout", dropout, lambda mp, x: x),
)
MAX = Function(name="max", spellings=(), signature="(),()->()", numpy=np.maximum, exact=lambda mp, *x: max(x))
MIN = Function(name="min", spellings=(), signature="(),()->()", numpy=np.minimum, exact=lambda mp, *x: min(x))
CLIP = Function(
    name="clip", spellings=("clamp",), signature="(),(),()->()", numpy=clip, exact=lambda mp, x, low, high: min(max(x, low), high)
)
FUNCTIONS = (*ONE_ARGUMENT, MAX, MIN, CLIP)
