"""What one entry of a function's value is: the check road's rule for `Call`, over core axes and along free indices."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

from vault_tools.model import message
from vault_tools.verify.exact.numbers import (
    Environment,
    NoSecondImplementationError,
    NotComputableError,
    Numbers,
    Position,
    broadcast,
    guard,
)
from vault_tools.verify.guarded import failure
from vault_tools.verify.under_way import under_way

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler import tree
    from vault_tools.verify.exact.road import Road


def call(road: Road, node: tree.Call, environment: Environment, at: Position) -> Numbers:
    """The entry of a function's value. NoSecondImplementationError: the function has no exact form."""
    function = road.vocabulary.function(node.function)
    if function is None or function.exact is None:
        raise NoSecondImplementationError(message("check.no_second_implementation", function=node.function))
    cores, out = core_axes(function.signature)
    options = {name: float(value) if isinstance(value, Fraction) else value for name, value in node.options}
    if node.along is not None:
        return _call_along(road, node, environment, at, function.exact, cores, out, options)
    loop, core_at = split_output(at, node.axis, out)

    def compute() -> Any:
        arguments = [
            _core(road, argument, environment, loop, node.axis, core) for argument, core in zip(node.arguments, cores, strict=True)
        ]
        return _values(road, node.function, function.exact, arguments, options)

    value: Numbers = compute() if not out else road.shared(node, environment, loop, compute)
    for i in core_at:
        value = tuple([each[i] for each in value])
    return value


def _values(road: Road, name: str, exact: Any, arguments: list[Any], options: Mapping[str, Any]) -> tuple[Any, ...]:
    """The function's value at each precision. `arguments`: numbers, or lists of them."""
    given = [[_at_precision(argument, k) for argument in arguments] for k in range(len(road.contexts))]
    return tuple([_real(mp, name, exact, own, options) for mp, own in zip(road.contexts, given, strict=True)])


def _at_precision(argument: Any, k: int) -> Any:
    return [_at_precision(part, k) for part in argument] if isinstance(argument, list) else argument[k]


def _real(mp: Any, name: str, exact: Any, arguments: list[Any], options: Mapping[str, Any]) -> Any:
    """The function's value; NaN in gives NaN out."""
    for argument in arguments:
        if isinstance(argument, mp.mpf):
            if mp.isnan(argument):
                return argument
            guard(mp, argument)
    try:
        with under_way(name, "exact"):
            return exact(mp, *arguments, **options)
    except (ZeroDivisionError, ValueError):  # by rule: 0/0 in a row of zeros, the logarithm of 0 and the like are not numbers
        return _Undefined("nan")
    except Exception as error:  # a handler is other people's code: what it raises keeps this voice silent, and is told
        raise NotComputableError(failure(name, "exact", error)) from error


class _Undefined(float):
    """NaN in whatever shape the function would have given."""

    def __getitem__(self, _position: int) -> _Undefined:
        return self


@cache
def core_axes(signature: str) -> tuple[tuple[int, ...], int]:
    """Number of core axes of each argument, and of the result: `(n),()->(n)` gives (1, 0) and 1."""
    inside, _, out = signature.replace(" ", "").partition("->")
    groups = inside[1:-1].split("),(")
    return tuple(len([name for name in group.split(",") if name]) for group in groups), len([x for x in out[1:-1].split(",") if x])


def split_output(at: Position, axis: int | None, core: int) -> tuple[Position, Position]:
    """A position of the result as the position of its loop axes and of its core axes."""
    if core == 1 and axis is not None:
        i = axis % len(at)
        return at[:i] + at[i + 1 :], at[i : i + 1]
    return at[: len(at) - core], at[len(at) - core :]


def _core(road: Road, node: tree.Expression, environment: Environment, loop: Position, axis: int | None, core: int) -> Any:
    """The core (number, list, list of lists) of one argument at a loop position of the result."""
    shape = road.shape(node)
    axes = [axis % len(shape)] if core == 1 and axis is not None and -axis <= len(shape) else list(range(len(shape) - core, len(shape)))
    around = broadcast(tuple(size for i, size in enumerate(shape) if i not in axes), loop)
    return _along_axes(road, node, environment, around, axes)


def _along_axes(road: Road, node: tree.Expression, environment: Environment, around: Position, axes: list[int]) -> Any:
    """The entries along `axes`, outermost first, at the position `around` of the other axes."""
    if not axes:
        return road.entry(node, environment, around)
    axis, *inner = axes
    before, behind = around[:axis], around[axis:]
    return [_along_axes(road, node, environment, (*before, k, *behind), inner) for k in range(road.shape(node)[axis])]


def _call_along(
    road: Road,
    node: tree.Call,
    environment: Environment,
    at: Position,
    exact: Any,
    cores: tuple[int, ...],
    out: int,
    options: Mapping[str, Any],
) -> Numbers:
    """softmax_j: the core axis is the free index `along`; every other index and the shape are its loop."""
    assert node.along is not None
    name, n = node.along.name, road.size(node.along.size)

    def argument(part: tree.Expression, core: int) -> Any:
        if core == 0:
            return road.operand(part, environment, at)
        return [road.operand(part, {**environment, name: i}, at) for i in range(n)]

    def compute() -> Any:
        given = [argument(part, core) for part, core in zip(node.arguments, cores, strict=True)]
        return _values(road, node.function, exact, given, options)

    value: Numbers = road.shared(node, {**environment, name: -1}, at, compute)
    return tuple([each[environment[name]] for each in value]) if out else value
