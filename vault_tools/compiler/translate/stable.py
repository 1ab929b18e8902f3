"""Numerically stable forms: ratios of exponentials become softmax, logarithms of sums of exponentials become log-sum-exp.

The rules look at operations, not at letters: `exp(e_ij)` over `sum_k exp(e_ik)` is `np.exp(e)` over `np.sum(np.exp(e), axis=-1)`.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from vault_tools.compiler.translate.axes import Value
from vault_tools.compiler.translate.kernels import log_softmax, logsumexp, softmax
from vault_tools.compiler.translate.operations import Operation

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_tools.compiler.translate.scope import Scope


DEFAULTS: dict[str, Callable[..., Any]] = {"softmax": softmax, "log_softmax": log_softmax, "logsumexp": logsumexp}
"""Used where the handlers have no function of that name."""


@dataclass(frozen=True, slots=True)
class ExponentialSum:
    """`added + sum(exp(x))` along `axis`; x is -inf where a condition leaves entries out."""

    exponent: Operation
    summand: Operation
    """What is summed: `exp(x)`, or `where(condition, exp(x), 0)`."""
    axis: str
    added: Operation | None


def along(scope: Scope, name: str, operation: Operation, axis: str | None) -> Operation:
    """A call of softmax, log_softmax or logsumexp along an axis, with its function brought along."""
    handler = scope.functions.get(name)
    function = handler.numpy if handler is not None else DEFAULTS[name]
    scope.used[function.__name__] = function
    keywords = {} if axis in (None, "-1") else {"axis": axis}
    call = scope.graph.call(function.__name__, operation, **keywords)
    if name == "softmax":
        scope.graph.name(operation, "scores")
        scope.graph.name(call, "weights")
    return call


def ratio(scope: Scope, above: list[Value], below: list[Value]) -> Value | None:
    """The stable form of a quotient whose numerator has a factor `exp(…)` and whose denominator is one sum of exponentials; else None."""
    if len(below) != 1:
        return None
    total = exponential_sum(scope, below[0].operation)
    if total is not None and len(above) == 1:
        averaged = _weighted_average(scope, above[0], below[0], total)
        if averaged is not None:
            return averaged
    place = next((n for n, value in enumerate(above) if _exponential(value.operation) is not None), None)
    if place is None:
        return None
    if total is None:
        return _logistic(scope, above, below[0], place)
    weights = _softmax(scope, above[place], below[0], total) or _weights(scope, above[place], below[0], total)
    if weights is None or len(above) == 1:
        return weights
    return scope.layout.elementwise([*above[:place], weights, *above[place + 1 :]], scope.graph.multiply)


def _logistic(scope: Scope, above: list[Value], below: Value, place: int) -> Value | None:
    """exp(x) / (1 + exp(x)), which overflows as written, as 1 / (1 + exp(-x))."""
    numerator, graph = above[place], scope.graph
    one = graph.atom("1")
    written = [graph.add([one, numerator.operation]), graph.add([numerator.operation, one])]
    if len(above) > 1 or below.operation not in written or below.axes != numerator.axes:
        return None
    exponential = graph.call("np.exp", graph.negative(numerator.operation.arguments[0]))
    return Value(graph.divide(one, graph.add([one, exponential])), numerator.axes, numerator.rank)


def exponential_sum(scope: Scope, operation: Operation) -> ExponentialSum | None:
    """The parts of a sum of exponentials along one axis."""
    if operation.kind == "sum" and len(operation.arguments) == 2 and operation.detail == ("+", "+"):
        first, second = operation.arguments
        added, inner = (first, exponential_sum(scope, second)) if first.kind == "atom" else (second, exponential_sum(scope, first))
        if inner is None or inner.added is not None or added.kind != "atom":
            return None
        return ExponentialSum(inner.exponent, inner.summand, inner.axis, added)
    if not operation.is_call("np.sum"):
        return None
    summand = operation.arguments[0]
    exponent = _exponential(summand) or _masked_exponential(scope, summand)
    return None if exponent is None else ExponentialSum(exponent, summand, dict(operation.detail[1])["axis"], None)


def apply(scope: Scope, function: str, value: Value) -> Value:
    """A function of one number, entry by entry; logarithms of exponentials, of their sums and of softmax in their stable form."""
    operation = _stable_log(scope, value.operation) if function == "np.log" else None
    if operation is None:
        operation = scope.graph.call(function, value.operation)
    return Value(operation, value.axes, value.rank)


def _stable_log(scope: Scope, operation: Operation) -> Operation | None:
    exponent = _exponential(operation)
    if exponent is not None:
        return exponent
    if operation.kind == "index":
        inner = _log_of_softmax(scope, operation.arguments[0])
        return None if inner is None else scope.graph.index(inner, list(operation.detail), *operation.arguments[1:])
    return _log_of_softmax(scope, operation) or _log_of_sum(scope, operation)


def _log_of_softmax(scope: Scope, operation: Operation) -> Operation | None:
    """The logarithm of a softmax or of a sigmoid, as a function of its own."""
    sigmoid, log_sigmoid = scope.functions.get("sigmoid"), scope.functions.get("log_sigmoid")
    if sigmoid is not None and log_sigmoid is not None and operation.is_call(sigmoid.numpy.__name__):
        for helper in (*log_sigmoid.helpers, log_sigmoid.numpy):
            scope.used[helper.__name__] = helper
        return scope.graph.call(log_sigmoid.numpy.__name__, operation.arguments[0])
    function = scope.functions.get("softmax")
    name = function.numpy.__name__ if function is not None else "softmax"
    if not operation.is_call(name):
        return None
    return along(scope, "log_softmax", operation.arguments[0], dict(operation.detail[1]).get("axis"))


def _log_of_sum(scope: Scope, operation: Operation) -> Operation | None:
    total = exponential_sum(scope, operation)
    if total is not None:
        return _logarithm(scope, total)
    return _log_of_two(scope, operation)


def _log_of_two(scope: Scope, operation: Operation) -> Operation | None:
    """log(1 + exp(x)), which is softplus, and log(exp(x) + exp(y))."""
    if operation.kind != "sum" or operation.detail != ("+", "+"):
        return None
    zero = scope.graph.atom("0")
    exponents = [zero if term.text == "1" else _exponential(term) for term in operation.arguments]
    known = [exponent for exponent in exponents if exponent is not None]
    return scope.graph.call("np.logaddexp", *known) if len(known) == 2 else None


def _logarithm(scope: Scope, total: ExponentialSum) -> Operation:
    """log(added + sum(exp(x)))."""
    logarithm = along(scope, "logsumexp", total.exponent, total.axis)
    if total.added is None:
        return logarithm
    graph = scope.graph
    added = graph.atom("0") if total.added.text == "1" else graph.call("np.log", total.added)
    return graph.call("np.logaddexp", added, logarithm)


def _exponential(operation: Operation) -> Operation | None:
    return operation.arguments[0] if operation.is_call("np.exp") else None


def _masked_exponential(scope: Scope, operation: Operation) -> Operation | None:
    """X with -inf where `where(condition, exp(x), 0)` leaves entries out."""
    if not operation.is_call("np.where") or operation.arguments[2].text != "0":
        return None
    condition, value, _ = operation.arguments
    exponent = _exponential(value)
    return None if exponent is None else scope.graph.call("np.where", condition, exponent, scope.graph.atom("-np.inf"))


def _softmax(scope: Scope, above: Value, below: Value, total: ExponentialSum) -> Value | None:
    """softmax, where the numerator is what the denominator sums, along an axis that the denominator lacks."""
    axis = ast.literal_eval(total.axis)
    if total.added is not None or above.operation is not total.summand or not isinstance(axis, int):
        return None
    place = axis + len(above.axes) + above.rank
    summed_index = place < len(above.axes)
    if summed_index and (below.axes != above.axes[:place] + above.axes[place + 1 :] or below.rank != above.rank):
        return None
    if not summed_index and (below.axes != above.axes or below.rank or above.rank != 1):
        return None
    return Value(along(scope, "softmax", total.exponent, total.axis), above.axes, above.rank)


def _weighted_average(scope: Scope, above: Value, below: Value, total: ExponentialSum) -> Value | None:
    """`softmax(x) @ V`, where the numerator is the weighted sum of something with the very weights that the denominator sums."""
    if total.added is not None or above.axes[: len(below.axes)] != below.axes:
        return None
    operation, summand = above.operation, total.summand
    if operation.kind == "matmul" and operation.arguments[0] is summand and total.axis == "-1" and not below.rank:
        weights = along(scope, "softmax", total.exponent, total.axis)
        return Value(scope.graph.make("matmul", weights, operation.arguments[1]), above.axes, above.rank)
    if (
        not operation.is_call("np.sum")
        or dict(operation.detail[1])["axis"] != total.axis
        or (above.axes, above.rank) != (below.axes, below.rank)
    ):
        return None
    product = operation.arguments[0]
    if product.kind != "product" or summand not in product.arguments or product.detail[product.arguments.index(summand)] == "/":
        return None
    weights = along(scope, "softmax", total.exponent, total.axis)
    factors = [weights if factor is summand else factor for factor in product.arguments]
    averaged = scope.graph.call("np.sum", scope.graph.multiply(factors, list(product.detail)), axis=total.axis)
    return Value(averaged, above.axes, above.rank)


def _weights(scope: Scope, above: Value, below: Value, total: ExponentialSum) -> Value | None:
    """exp(a - log of the sum), where numerator and denominator are not over the same entries."""
    exponent = _exponential(above.operation)
    if exponent is None:
        return None
    logarithm = Value(_logarithm(scope, total), below.axes, below.rank)
    shifted = scope.layout.elementwise([Value(exponent, above.axes, above.rank), logarithm], lambda pair: scope.graph.add(pair, ["+", "-"]))
    return Value(scope.graph.call("np.exp", shifted.operation), shifted.axes, shifted.rank)
