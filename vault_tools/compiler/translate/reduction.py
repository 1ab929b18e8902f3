"""Rules for operators that bind an index: sums become `@`, `np.einsum` or `np.sum`; products, maxima and means one reduction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import HadamardProduct, MatMul, Mul, Product, Sum

from vault_tools.compiler import algebra
from vault_tools.compiler.translate import stable
from vault_tools.compiler.translate.arithmetic import is_inverse
from vault_tools.compiler.translate.axes import Value
from vault_tools.compiler.translate.contraction import Labelled, contract

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vault_tools.compiler.algebra import Node
    from vault_tools.compiler.translate.operations import Operation
    from vault_tools.compiler.translate.scope import Scope

IDENTITIES = {"sum": "0", "product": "1", "max": "-np.inf", "min": "np.inf", "argmax": "-np.inf", "argmin": "np.inf"}
"""What stands for entries that a condition leaves out."""
FUNCTIONS = {
    "sum": "np.sum",
    "product": "np.prod",
    "max": "np.max",
    "min": "np.min",
    "argmax": "np.argmax",
    "argmin": "np.argmin",
    "mean": "np.mean",
}


def total(scope: Scope, node: Sum | algebra.Reduction) -> Value:
    """A sum over one or more indices, with the factors that do not depend on them in front."""
    ranges, conditions, body = _nested_sums(node)
    indices = scope.bind(*ranges)
    masks = [scope.truth(condition) for condition in conditions]
    factors, negative = _factors(scope, body)
    inside = [factor for factor in factors if set(indices) & set(factor[0].axes)]
    outside = [factor for factor in factors if factor not in inside]
    summed = _summed(scope, inside, masks, indices)
    signs = ["*", *(sign for _, sign in outside)]
    values = [summed, *(value for value, _ in outside)]
    if outside and outside[0][1] == "*" and not _is_one(summed):
        values, signs = [values[1], values[0], *values[2:]], [signs[1], signs[0], *signs[2:]]
    result = scope.layout.elementwise(values, lambda operations: scope.graph.multiply(operations, signs)) if outside else summed
    return Value(scope.graph.negative(result.operation), result.axes, result.rank) if negative else result


def _is_one(value: Value) -> bool:
    return value.operation.text == "1"


def range_of(node: Node) -> algebra.IndexRange:
    """Index and number of positions, from SymPy's bounds 0 … size - 1."""
    index, _, last = node.args[1].args
    return algebra.IndexRange(index, last.args[0] if last.is_Add and last.args[1] == -1 else last + 1)


def _nested_sums(node: Node) -> tuple[list[algebra.IndexRange], list[Node], Node]:
    """The indices, the conditions and the summand of sums directly inside each other."""
    ranges, conditions = [], []
    while True:
        if isinstance(node, Sum):
            ranges.append(range_of(node))
            node = node.args[0]
        elif isinstance(node, algebra.Reduction) and node.args[0].name == "sum":
            ranges.append(node.args[2])
            conditions += [node.args[3]] if node.args[3] != algebra.NOTHING else []
            node = node.args[1]
        elif ranges and isinstance(node, algebra.AsMatrix) and isinstance(node.args[0], algebra.Reduction):
            node = node.args[0]
        else:
            return ranges, conditions, node


Factor = tuple[Value, str]
"""A factor and `*` or `/`."""


def _factors(scope: Scope, body: Node) -> tuple[list[Factor], bool]:
    """The factors of a product, and whether a minus sign stands before it. A ratio of exponentials stays one factor."""
    node = body.args[0] if isinstance(body, algebra.AsMatrix) else body
    if not _is_product(node):
        return [(scope.number(body), "*")], False
    factors, negative = list(node.args), False
    if len(factors) > 1 and factors[0] == -1:
        factors, negative = factors[1:], True
    if any(is_inverse(factor) for factor in factors) and not negative:
        return _ratio_factors(scope, node, factors), False
    result: list[Factor] = []
    for factor in factors:
        if is_inverse(factor):
            result.append((scope.number(factor.args[0]), "/"))
            continue
        inner, minus = _factors(scope, factor)
        negative ^= minus
        result += inner
    return result, negative


def _ratio_factors(scope: Scope, node: Node, factors: list[Node]) -> list[Factor]:
    """The factors of a quotient: one value where it is a stable ratio, else numerator and denominator apart."""
    above = [scope.number(factor) for factor in factors if not is_inverse(factor)]
    below = [scope.number(factor.args[0]) for factor in factors if is_inverse(factor)]
    if stable.ratio(scope, above, below) is not None:
        return [(scope.number(node), "*")]
    result: list[Factor] = []
    for factor in factors:
        if is_inverse(factor):
            result.append((scope.number(factor.args[0]), "/"))
        else:
            inner, minus = _factors(scope, factor)
            result += [(scope.number(factor), "*")] if minus else inner
    return result


def _is_product(node: Node) -> bool:
    if isinstance(node, MatMul):
        return sum(bool(factor.is_Matrix) for factor in node.args) < 2
    return isinstance(node, Mul | HadamardProduct | algebra.ArrayMul)


def _summed(scope: Scope, factors: list[Factor], masks: list[Value], indices: tuple[str, ...]) -> Value:
    """The sum of a product over indices."""
    values = [value for value, sign in factors if sign == "*"]
    divisors = [value for value, sign in factors if sign == "/"]
    if divisors:
        signs = ["*"] * max(len(values), 1) + ["/"] * len(divisors)
        values = values or [Value(scope.graph.atom("1"))]
        values = [scope.layout.elementwise([*values, *divisors], lambda operations: scope.graph.multiply(operations, signs))]
    for mask in masks:
        values = _masked(scope, values, mask)
    present = {axis for value in values for axis in value.axes}
    counted = [scope.size_of(index) for index in indices if index not in present]
    result = _contracted(scope, values, tuple(index for index in indices if index in present)) if values else Value(scope.graph.atom("1"))
    if not counted:
        return result
    operations = [*counted] if _is_one(result) else [result.operation, *counted]
    return Value(scope.graph.multiply(operations), result.axes, result.rank)


def _masked(scope: Scope, values: list[Value], mask: Value) -> list[Value]:
    """The factors with 0 where the condition is false: put into the first factor that has all its axes, else a factor of its own."""
    zero = Value(scope.graph.atom("0"))
    for n, value in enumerate(values):
        if set(mask.axes) <= set(value.axes):
            masked = scope.layout.elementwise([mask, value, zero], lambda operations: scope.graph.call("np.where", *operations))
            return [*values[:n], masked, *values[n + 1 :]]
    if len(values) == 1:
        return [scope.layout.elementwise([mask, values[0], zero], lambda operations: scope.graph.call("np.where", *operations))]
    one, none = scope.graph.atom("1.0"), scope.graph.atom("0.0")
    return [Value(scope.graph.call("np.where", mask.operation, one, none), mask.axes, mask.rank), *values]


def _contracted(scope: Scope, values: list[Value], indices: tuple[str, ...]) -> Value:
    """The sum of the product of some values over index axes that they have."""
    values = _merged(scope, values, indices)
    rank = max(value.rank for value in values)
    if len(values) == 1:
        return reduced(scope, "np.sum", values[0], indices)
    axes = tuple(axis for axis in _ordered(scope, values) if axis not in indices)
    shape = tuple(f"#{n}" for n in range(-rank, 0))
    operands = [Labelled(value.operation, (*value.axes, *shape[rank - value.rank :])) for value in values]
    product = contract(scope.graph, operands, (*axes, *shape))
    return Value(product.operation, product.labels[: len(axes)], rank)


def _ordered(scope: Scope, values: Sequence[Value]) -> list[str]:
    return sorted({axis for value in values for axis in value.axes}, key=scope.layout.rank_of)


def _merged(scope: Scope, values: list[Value], indices: tuple[str, ...]) -> list[Value]:
    """Fewer factors: those with the same axes are multiplied, and of more than two also those whose axes another has."""
    values = list(values)
    while len(values) > 1:
        pair = _mergeable(values, indices)
        if pair is None:
            return values
        small, large = pair
        first, second = sorted(pair)
        merged = scope.layout.elementwise([values[first], values[second]], scope.graph.multiply)
        values = [merged if n == large else value for n, value in enumerate(values) if n != small]
    return values


def _mergeable(values: list[Value], indices: tuple[str, ...]) -> tuple[int, int] | None:
    """Positions (smaller, larger) of two factors to multiply entry by entry before the sum."""
    several = len(values) > 2 or (len(indices) > 1 and len(values) == 2 and all(set(indices) <= set(v.axes) for v in values))
    for small, first in enumerate(values):
        for large, second in enumerate(values):
            if small == large:
                continue
            same = set(first.axes) == set(second.axes) and (first.rank == second.rank == 0)
            inside = set(first.axes) <= set(second.axes) and first.rank <= second.rank and second.rank <= 1
            lone = not first.rank and set(first.axes) <= set(second.axes) and len(second.axes) > 1
            if (same and len(first.axes) > len(indices)) or (several and (same or (inside and lone))):
                return small, large
    return None


def reduced(scope: Scope, function: str, value: Value, indices: tuple[str, ...]) -> Value:
    """One NumPy reduction over index axes."""
    places = tuple(sorted(value.axis(index) for index in indices))
    operation = scope.graph.call(function, value.operation, axis=places[0] if len(places) == 1 else places)
    return Value(operation, tuple(axis for axis in value.axes if axis not in indices), value.rank)


# ---------------------------------------------------------------- other operators


def product(scope: Scope, node: Product) -> Value:
    """A product over an index."""
    return _reduction(scope, "product", node.args[0], range_of(node), None)


def reduction(scope: Scope, node: algebra.Reduction) -> Value:
    """Any operator over an index, perhaps under a condition."""
    operator, body, index, where = node.args
    if operator.name == "sum":
        return total(scope, node)
    return _reduction(scope, operator.name, body, index, where if where != algebra.NOTHING else None)


def _reduction(scope: Scope, operator: str, body: Node, index: algebra.IndexRange, where: Node | None) -> Value:
    (name,) = scope.bind(index)
    value = scope.number(body)
    if where is None:
        return _unconditional(scope, operator, value, name)
    mask = scope.truth(where)
    axes = scope.layout.union([value, mask])
    axes = axes if name in axes else (*axes, name)
    if operator == "mean":
        return _conditional_mean(scope, value, mask, axes, name)
    left_out = Value(scope.graph.atom(IDENTITIES[operator]))
    masked = scope.layout.elementwise([mask, value, left_out], lambda operations: scope.graph.call("np.where", *operations))
    return reduced(scope, FUNCTIONS[operator], scope.spread(masked, axes), (name,))


def _conditional_mean(scope: Scope, value: Value, mask: Value, axes: tuple[str, ...], name: str) -> Value:
    zero = Value(scope.graph.atom("0"))
    masked = scope.layout.elementwise([mask, value, zero], lambda operations: scope.graph.call("np.where", *operations))
    sums = reduced(scope, "np.sum", scope.spread(masked, axes), (name,))
    counts = reduced(scope, "np.sum", scope.spread(mask, axes), (name,))
    return scope.layout.elementwise([sums, counts], lambda pair: scope.graph.divide(*pair))


def _unconditional(scope: Scope, operator: str, value: Value, name: str) -> Value:
    if name in value.axes:
        return reduced(scope, FUNCTIONS[operator], value, (name,))
    match operator:
        case "max" | "min" | "mean":
            return value
        case "product":
            return Value(_power(scope, value.operation, scope.size_of(name)), value.axes, value.rank)
        case _:
            spread = scope.spread(value, (*value.axes, name))
            return reduced(scope, FUNCTIONS[operator], spread, (name,))


def _power(scope: Scope, base: Operation, exponent: Operation) -> Operation:
    return scope.graph.call("np.power", scope.graph.multiply([base, scope.graph.atom("1.0")]), exponent)


RULES: dict[type, Callable[[Scope, Any], Value]] = {
    Sum: total,
    Product: product,
    algebra.Reduction: reduction,
}
