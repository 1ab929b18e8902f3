"""Rules for leaves, arithmetic and matrix algebra: SymPy's nodes and ours as NumPy operations."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sympy import (
    Abs,
    Add,
    HadamardProduct,
    Identity,
    Integer,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    MatrixSymbol,
    Mul,
    Pow,
    Rational,
    S,
    Symbol,
    Transpose,
    ceiling,
    cos,
    cosh,
    exp,
    floor,
    log,
    sign,
    sin,
    sinh,
    tan,
    tanh,
)  # fmt: skip

from vault_tools.compiler import algebra
from vault_tools.compiler.translate import stable
from vault_tools.compiler.translate.axes import Value
from vault_tools.compiler.translate.contraction import Labelled, contract
from vault_tools.compiler.translate.kernels import fractional_power
from vault_tools.compiler.translate.scope import Rule, Scope, fraction, is_index

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_tools.compiler.algebra import Node
    from vault_tools.compiler.translate.operations import Operation

HALF = Fraction(1, 2)
LARGEST_LITERAL_POWER = 1000
"""Bits of a power of written numbers that Python may compute exactly; above, NumPy computes it as a float."""


# ---------------------------------------------------------------- leaves


def symbol(scope: Scope, node: Symbol) -> Value:
    """A scalar input, a definition, an index as number, or a named size."""
    if is_index(node, scope):
        return index_values(scope, node, 0)
    if node in scope.steps:
        return step_value(scope, node, 0)
    if node.is_integer and node.is_positive:
        return Value(scope.size(node))
    return scope.definitions.get(node.name) or Value(scope.graph.atom(node.name))


def index_values(scope: Scope, index: Symbol, start: int) -> Value:
    """All values of an index along its axis, as floats (powers of whole numbers would overflow): `np.arange(1.0, size + 1)`."""
    graph, size = scope.graph, scope.size(scope.sizes[index])
    last = graph.add([size, graph.atom(str(abs(start)))], ["+", "+" if start > 0 else "-"]) if start else size
    operation = graph.call("np.arange", graph.atom(f"{start}.0"), last)
    known = graph.roles.get(operation)
    graph.roles[operation] = index.name if known in (None, index.name) else "positions"
    return Value(operation, (index.name,))


def step_value(scope: Scope, index: Symbol, start: int) -> Value:
    """The value that an index has in the step of a loop, as float: `t + 1.0`."""
    variable = scope.steps[index]
    return Value(scope.graph.add([variable, scope.graph.atom(f"{start}.0")]))


def named_array(scope: Scope, node: MatrixSymbol | algebra.ArraySymbol) -> Value:
    """An array input or a definition."""
    return scope.definitions.get(node.name) or Value(scope.graph.atom(node.name), rank=len(node.shape))


def number(scope: Scope, node: Node) -> Value:
    """An exact number."""
    return Value(scope.graph.number(fraction(node)))


def constant(text: str) -> Rule:
    """A rule for one of SymPy's constants."""
    return lambda scope, _: Value(scope.graph.atom(text))


def full(scope: Scope, node: algebra.Full) -> Value:
    """An array of one number."""
    value, shape = node.args
    lengths = scope.graph.make("tuple", *map(scope.size, shape.args))
    if value == 1:
        return Value(scope.graph.call("np.ones", lengths), rank=len(shape.args))
    if value == 0:
        return Value(scope.graph.call("np.zeros", lengths), rank=len(shape.args))
    filled = scope.graph.call("np.full", lengths, scope.graph.number(fraction(value)))
    return Value(filled, rank=len(shape.args))


def identity(scope: Scope, node: Identity) -> Value:
    """The identity matrix."""
    return Value(scope.graph.call("np.eye", scope.size(node.args[0])), rank=2)


# ---------------------------------------------------------------- arithmetic


def add(scope: Scope, node: Node) -> Value:
    """A sum; an index plus a number is a range that starts there."""
    first = node.args[0]
    if len(node.args) == 2 and isinstance(first, Symbol) and is_index(first, scope) and isinstance(node.args[1], Integer):
        return index_values(scope, first, int(node.args[1]))
    if len(node.args) == 2 and first in scope.steps and isinstance(node.args[1], Integer):
        return step_value(scope, first, int(node.args[1]))
    return scope.elementwise(list(node.args), scope.graph.add)


def is_inverse(node: Node) -> bool:
    """True for `1/x`, which prints as a division."""
    return isinstance(node, Pow | algebra.ArrayPow) and node.args[1] is S.NegativeOne


def multiply(scope: Scope, node: Node) -> Value:
    """A product entry by entry, with its divisions and its sign; ratios of exponentials become a softmax."""
    factors, negative = list(node.args), False
    if len(factors) > 1 and factors[0] is S.NegativeOne:
        factors, negative = factors[1:], True
    signs = ["/" if is_inverse(factor) else "*" for factor in factors]
    above = [scope.number(factor) for factor, sign in zip(factors, signs, strict=True) if sign == "*"]
    below = [scope.number(factor.args[0]) for factor, sign in zip(factors, signs, strict=True) if sign == "/"]
    value = stable.ratio(scope, above, below) if below else None
    if value is None:
        values = [(below if sign == "/" else above).pop(0) for sign in signs]
        value = scope.layout.elementwise(values, lambda operations: _quotient(scope, operations, signs))
    return Value(scope.graph.negative(value.operation), value.axes, value.rank) if negative else value


def _quotient(scope: Scope, operations: list[Operation], signs: list[str]) -> Operation:
    """A product with divisions. A division of written numbers is left to NumPy, which gives inf or nan where Python raises."""
    if len(operations) == 2 and signs == ["*", "/"] and all(is_written(operation) for operation in operations) and _is_zero(operations[1]):
        return scope.graph.call("np.divide", *operations)
    return scope.graph.multiply(operations, signs)


def is_written(operation: Operation) -> bool:
    """True where a value is made of written numbers only."""
    if operation.kind == "atom":
        return str(operation.detail[0])[0].isdigit()
    return operation.kind in ("sum", "product", "negative", "power") and all(map(is_written, operation.arguments))


def _is_zero(operation: Operation) -> bool:
    return written_value(operation) in (0, None)


def written_value(operation: Operation) -> Fraction | None:
    """The exact value of sums and products of written numbers; None where it has none."""
    if operation.kind == "atom":
        return Fraction(str(operation.detail[0]))
    values = [written_value(argument) for argument in operation.arguments]
    if operation.kind == "power" or any(value is None for value in values):
        return Fraction(1) if operation.kind == "power" else None
    known = [value for value in values if value is not None]
    if operation.kind == "negative":
        return -known[0]
    total = known[0]
    for value, sign_ in zip(known[1:], operation.detail[1:], strict=True):
        if sign_ == "/" and not value:
            return None
        total = {"+": total + value, "-": total - value, "*": total * value}[sign_] if sign_ != "/" else total / value
    return -total if operation.kind == "sum" and operation.detail[0] == "-" else total


def power(scope: Scope, node: Node) -> Value:
    """A power entry by entry: roots and reciprocals by their names."""
    base, exponent = node.args
    if not isinstance(exponent, Integer | Rational):
        return scope.elementwise([base, exponent], lambda pair: _general_power(scope, *pair))
    value = scope.number(base)
    return Value(rational_power(scope, value.operation, fraction(exponent)), value.axes, value.rank)


def rational_power(scope: Scope, base: Operation, exponent: Fraction) -> Operation:
    """`np.sqrt(x)`, `1 / x ** 2`, `x ** (2 / 3)`."""
    graph = scope.graph
    if exponent < 0:
        return graph.divide(graph.atom("1"), rational_power(scope, base, -exponent))
    if exponent == HALF:
        return graph.call("np.sqrt", base)
    return base if exponent == 1 else _general_power(scope, base, graph.number(exponent))


def _general_power(scope: Scope, base: Operation, exponent: Operation) -> Operation:
    """`base ** exponent`; of two written numbers as floats where the exact result would be long."""
    graph = scope.graph
    if is_written(base) and is_written(exponent) and not _is_short_power(base, exponent):
        return graph.call("np.power", _as_float(scope, base), exponent)
    return graph.make("power", base, exponent)


def _is_short_power(base: Operation, exponent: Operation) -> bool:
    """True for a power of written numbers that Python computes exactly at once: `2 ** 10`."""
    number_, times = written_value(base), written_value(exponent)
    if base.kind != "atom" or exponent.kind != "atom" or not number_ or times is None:
        return False
    return times * max(number_.numerator.bit_length(), 1) < LARGEST_LITERAL_POWER


def _as_float(scope: Scope, operation: Operation) -> Operation:
    text = operation.text
    return (
        scope.graph.atom(f"{text}.0") if text is not None and text.isdigit() else scope.graph.multiply([operation, scope.graph.atom("1.0")])
    )


def elementwise_function(function: str) -> Rule:
    """A rule for a function of one number that NumPy has."""
    return lambda scope, node: stable.apply(scope, function, scope.number(node.args[0]))


# ---------------------------------------------------------------- matrix algebra


def matmul(scope: Scope, node: MatMul) -> Value:
    """A product of matrices, or of one matrix with scalars."""
    if sum(bool(factor.is_Matrix) for factor in node.args) < 2:
        return multiply(scope, node)
    left, right = node.args
    if isinstance(left, Inverse):
        return solve(scope, left.args[0], right)
    return matrix_product(scope, scope.number(left), scope.number(right))


def array_product(scope: Scope, node: algebra.ArrayProduct) -> Value:
    """A product in which one side is a vector (or a batch)."""
    left, right = node.args
    if isinstance(left, Inverse):
        return solve(scope, left.args[0], right)
    return matrix_product(scope, scope.number(left), scope.number(right))


def solve(scope: Scope, matrix: Node, right: Node) -> Value:
    """`X^{-1} Y` as the solution of a linear system, where no index is free."""
    first, second = scope.number(matrix), scope.number(right)
    if first.axes or second.axes or second.rank > 2:
        inverse = Value(scope.graph.call("np.linalg.inv", first.operation), first.axes, 2)
        return matrix_product(scope, inverse, second)
    return Value(scope.graph.call("np.linalg.solve", first.operation, second.operation), rank=second.rank)


def matrix_product(scope: Scope, left: Value, right: Value) -> Value:
    """`left @ right` over the shapes, for every position of the free indices."""
    vector = min(left.rank, right.rank) == 1
    if vector and right.axes:
        return _labelled_product(scope, left, right)
    if vector and left.axes and left.rank == 1 and right.rank > 2:
        return _labelled_product(scope, left, right)
    rank = left.rank + right.rank - 2 if vector else max(left.rank, right.rank)
    axes, sides = scope.layout.union([left, right]), [left.operation, right.operation]
    if not vector:
        sides = [scope.layout.aligned(side, axes, rank) for side in (left, right)]
    return Value(scope.graph.make("matmul", *sides), axes, rank)


def _labelled_product(scope: Scope, left: Value, right: Value) -> Value:
    """A product with a vector that depends on free indices: a contraction over labelled axes."""
    batch = tuple(f"#batch{n}" for n in range(max(left.rank, right.rank) - 2))
    left_shape = (*batch[len(batch) - max(left.rank - 2, 0) :], "#row", "#sum")[-left.rank :]
    right_shape = ("#sum",) if right.rank == 1 else (*batch[len(batch) - (right.rank - 2) :], "#sum", "#column")
    axes = tuple(sorted({*left.axes, *right.axes}, key=scope.layout.rank_of))
    shape = tuple(label for label in (*batch, "#row", "#column") if label in left_shape or label in right_shape)
    operands = [Labelled(left.operation, (*left.axes, *left_shape)), Labelled(right.operation, (*right.axes, *right_shape))]
    product = contract(scope.graph, operands, (*axes, *shape))
    return Value(product.operation, product.labels[: len(axes)], len(shape))


def transpose(scope: Scope, node: Node) -> Value:
    """The last two axes swapped."""
    value = scope.number(node.args[0])
    return Value(scope.graph.swapped(value.operation), value.axes, value.rank)


def inverse(scope: Scope, node: Inverse) -> Value:
    """The inverse of a matrix."""
    value = scope.number(node.args[0])
    return Value(scope.graph.call("np.linalg.inv", value.operation), value.axes, value.rank)


def matrix_power(scope: Scope, node: Node) -> Value:
    """A power of a matrix: whole powers by multiplication, others through the eigenvalues."""
    value, exponent = scope.number(node.args[0]), fraction(node.args[1])
    if exponent.denominator == 1:
        operation = scope.graph.call("np.linalg.matrix_power", value.operation, scope.graph.number(exponent))
    else:
        scope.used["fractional_power"] = fractional_power
        operation = scope.graph.call("fractional_power", value.operation, scope.graph.number(exponent))
    return Value(operation, value.axes, value.rank)


def repeated_product(scope: Scope, node: algebra.RepeatedProduct) -> Value:
    """`np.linalg.matrix_power(A, L)` with a whole number that an input or a size gives."""
    value, times = (scope.number(part) for part in node.args)
    count = scope.graph.call("np.intp", times.operation)
    return Value(scope.graph.call("np.linalg.matrix_power", value.operation, count), value.axes, value.rank)


def outer(scope: Scope, node: algebra.Outer) -> Value:
    """All products of the entries of two vectors."""
    left, right = (scope.number(side) for side in node.args)
    if not left.axes and not right.axes:
        return Value(scope.graph.call("np.outer", left.operation, right.operation), rank=2)
    column = Value(scope.graph.index(left.operation, [*[":"] * (len(left.axes) + 1), "None"]), left.axes, 2)
    row = Value(scope.graph.index(right.operation, [*[":"] * len(right.axes), "None"]), right.axes, 2)
    return scope.layout.elementwise([column, row], scope.graph.multiply)


SCALAR_FUNCTIONS: dict[Any, str] = {
    exp: "np.exp", log: "np.log", sin: "np.sin", cos: "np.cos", tan: "np.tan", sinh: "np.sinh", cosh: "np.cosh", tanh: "np.tanh",
    Abs: "np.abs", sign: "np.sign", floor: "np.floor", ceiling: "np.ceil",
}  # fmt: skip
CONSTANTS: dict[type, str] = {
    type(S.Exp1): "np.e",
    type(S.Pi): "np.pi",
    type(S.Infinity): "np.inf",
    type(S.NaN): "np.nan",
}
NUMBERS = tuple({type(n) for n in (S.Zero, S.One, S.NegativeOne, S.Half, Integer(2), Rational(1, 3))})
RULES: dict[type, Callable[[Scope, Any], Value]] = {
    Symbol: symbol,
    MatrixSymbol: named_array,
    algebra.ArraySymbol: named_array,
    **dict.fromkeys(NUMBERS, number),
    **{kind: constant(text) for kind, text in CONSTANTS.items()},
    algebra.Full: full,
    Identity: identity,
    **dict.fromkeys((Add, MatAdd, algebra.ArrayAdd), add),
    **dict.fromkeys((Mul, HadamardProduct, algebra.ArrayMul), multiply),
    **dict.fromkeys((Pow, algebra.ArrayPow), power),
    **{kind: elementwise_function(text) for kind, text in SCALAR_FUNCTIONS.items()},
    MatMul: matmul,
    algebra.ArrayProduct: array_product,
    **dict.fromkeys((Transpose, algebra.SwapAxes), transpose),
    Inverse: inverse,
    **dict.fromkeys((MatPow, algebra.MatrixPower), matrix_power),
    algebra.RepeatedProduct: repeated_product,
    algebra.Outer: outer,
    algebra.AsMatrix: lambda scope, node: scope.value(node.args[0]),
}
