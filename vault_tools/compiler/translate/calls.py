"""The rule for named operations: a call of the handler's function, with its arguments lined up by the function's signature."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sympy.core.symbol import Str

from vault_tools.compiler import algebra
from vault_tools.compiler.translate import stable
from vault_tools.compiler.translate.axes import Value
from vault_tools.compiler.translate.scope import Scope, fraction

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_tools.compiler.algebra import Node
    from vault_tools.handler import Function

ELEMENTARY = {
    "exp": "np.exp", "log": "np.log", "sqrt": "np.sqrt", "sin": "np.sin", "cos": "np.cos", "tan": "np.tan", "sinh": "np.sinh",
    "cosh": "np.cosh", "tanh": "np.tanh", "abs": "np.abs", "sign": "np.sign", "floor": "np.floor", "ceil": "np.ceil",
}  # fmt: skip
"""Functions of one number that are NumPy's own, whatever the handlers are."""
STABLE = ("softmax", "log_softmax", "logsumexp")


@lru_cache(maxsize=256)
def core_axes(signature: str) -> tuple[tuple[int, ...], int]:
    """Number of core axes of each argument, and of the result: `(n),()->(n)` gives (1, 0) and 1."""
    inside, _, out = signature.replace(" ", "").partition("->")
    groups = inside[1:-1].split("),(")
    return tuple(len([n for n in group.split(",") if n]) for group in groups), len([n for n in out[1:-1].split(",") if n])


def call(scope: Scope, node: algebra.Call) -> Value:
    """A call of a named operation."""
    name, arguments, axis, along, options = node.args
    values = [scope.number(argument) for argument in arguments.args]
    if name.name in ELEMENTARY and len(values) == 1:
        return stable.apply(scope, ELEMENTARY[name.name], values[0])
    function = scope.functions.get(name.name.lower())
    keywords = {option.name: option_text(value) for option, value in (pair.args for pair in options.args)}
    if along != algebra.NOTHING:
        return _along_index(scope, name.name, function, values, along, keywords)
    if name.name in STABLE and not keywords:
        value = values[0]
        operation = stable.along(scope, name.name, value.operation, None if axis == algebra.NOTHING else str(int(axis)))
        return Value(operation, value.axes, value.rank - (name.name == "logsumexp"))
    assert function is not None, f"resolve only makes calls of known functions, not {name.name}"
    return _over_shape(scope, function, values, None if axis == algebra.NOTHING else int(axis), keywords)


def option_text(value: Node) -> str:
    """An option as it is printed: a number, or a word in quotes."""
    if isinstance(value, Str):
        word = str(value)
        return "np.inf" if word == "inf" else repr(word)
    number = fraction(value)
    return str(number.numerator) if number.denominator == 1 else repr(float(number))


def _over_shape(scope: Scope, function: Function, values: list[Value], axis: int | None, keywords: dict[str, str]) -> Value:
    """A function whose core axes are the last of the shape (or `axis`); its loop axes broadcast."""
    cores, out = core_axes(function.signature)
    axes = scope.layout.union(values)
    loop = max(value.rank - core for value, core in zip(values, cores, strict=True))
    if len(values) == 1:
        operations = [values[0].operation]
    else:
        operations = [scope.layout.aligned(value, axes, loop + core) for value, core in zip(values, cores, strict=True)]
    if axis not in (None, -1) and max(cores) == 1:
        keywords = {"axis": str(axis), **keywords}
    return Value(scope.graph.call(printed_name(scope, function), *operations, **keywords), axes, loop + out)


def _along_index(
    scope: Scope, name: str, function: Function | None, values: list[Value], along: algebra.IndexRange, keywords: dict[str, str]
) -> Value:
    """A function that runs over all positions of a free index."""
    (index,) = scope.bind(along)
    axes = scope.layout.union(values)
    axes = axes if index in axes else (*axes, index)
    rank = max(value.rank for value in values)
    if len(values) == 1:
        values = [scope.spread(values[0], axes)]
    place = Value(values[0].operation, axes, rank).axis(index)
    if name in STABLE and not keywords:
        operation = stable.along(scope, name, values[0].operation, str(place))
    else:
        assert function is not None, f"resolve only makes calls of known functions, not {name}"
        operations = [scope.layout.aligned(value, axes, rank) if value.axes or value.rank else value.operation for value in values]
        keywords = keywords if place == -1 else {"axis": str(place), **keywords}
        operation = scope.graph.call(printed_name(scope, function), *operations, **keywords)
    out = 1 if name == "softmax" or name == "log_softmax" else core_axes(function.signature)[1] if function is not None else 0
    return Value(operation, axes if out else tuple(axis for axis in axes if axis != index), rank)


def printed_name(scope: Scope, function: Function) -> str:
    """`np.tanh` for NumPy's own functions; else the name of the function that the source brings along."""
    numpy_name = own_numpy_name(function.numpy)
    if numpy_name is not None:
        return numpy_name
    for helper in (*function.helpers, function.numpy):
        scope.used[helper.__name__] = helper
    return str(function.numpy.__name__)


@lru_cache(maxsize=512)
def own_numpy_name(function: Callable[..., Any]) -> str | None:
    """`np.linalg.det` for a function of NumPy, None for any other."""
    import numpy as np

    name = getattr(function, "__name__", "")
    for prefix, module in (("np.", np), ("np.linalg.", np.linalg)):
        if getattr(module, name, None) is function:
            return prefix + name
    return None


RULES: dict[type, Callable[[Scope, Any], Value]] = {algebra.Call: call}
