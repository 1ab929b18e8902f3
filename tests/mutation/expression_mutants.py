"""Mutants of the float road's SymPy expression: what `lower` would give if one of its rules were wrong. The check road does not see it."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Add, Basic, Expr, Integer, MatAdd, MatMul, Mul, Pow, Rational, S, Tuple
from sympy.core.symbol import Str

from vault_tools.compiler import algebra

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Change = tuple[str, Any]

NEIGHBOURS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OTHER_REDUCTIONS = {"sum": "max", "mean": "sum", "max": "sum", "min": "max", "product": "sum", "argmax": "argmin"}
OTHER_FUNCTIONS = {sympy.exp: sympy.sinh, sympy.sin: sympy.cos, sympy.cos: sympy.sin, sympy.tanh: sympy.sin, sympy.Abs: sympy.sign}
VALUES: dict[type, tuple[int, ...]] = {
    algebra.Call: (1,), algebra.IndexRange: (), algebra.Tabulate: (0,), algebra.AsMatrix: (0,), algebra.Full: (), algebra.Definition: (2,),
    algebra.Reduction: (1, 3), algebra.ArraySymbol: (), algebra.ConcatOver: (0,), sympy.Sum: (0,), sympy.Product: (0,), sympy.Identity: (),
    sympy.MatrixSymbol: (),
}  # fmt: skip
"""Which arguments hold values; of all other nodes every argument does."""


def mutants(expression: Any) -> Iterator[Change]:
    """All expressions with one mistake."""
    for rule in (rule for kind, rule in RULES.items() if isinstance(expression, kind)):
        yield from rule(expression)
    for at in VALUES.get(type(expression), range(len(expression.args))):
        for kind, new in mutants(expression.args[at]):
            yield kind, rebuilt(expression, (*expression.args[:at], new, *expression.args[at + 1 :]))


def rebuilt(node: Any, arguments: tuple[Any, ...]) -> Any:
    """The node with other arguments, unevaluated as `lower` leaves it."""
    match node:
        case Add() | Mul():
            return type(node)._from_args(list(arguments))
        case Pow():
            return Pow(*arguments, evaluate=False)
        case sympy.Sum() | sympy.Product():
            series = Expr.__new__(type(node), *arguments)
            series.is_commutative = True
            return series
        case sympy.Function():
            return node.func(*arguments, evaluate=False)
    return Basic.__new__(type(node), *arguments)


def _each_left_out(node: Any, kind: str) -> Iterator[Change]:
    for at in range(len(node.args)):
        rest = (*node.args[:at], *node.args[at + 1 :])
        yield kind, rebuilt(node, rest) if len(rest) > 1 else rest[0]


def _product(node: Any) -> Iterator[Change]:
    yield from _each_left_out(node, "factor dropped")
    yield "factor 2", rebuilt(node, (Integer(2), *node.args))


def _matrix_product(node: MatMul) -> Iterator[Change]:
    yield from _product(node)
    matrices = [at for at, factor in enumerate(node.args) if getattr(factor, "is_Matrix", False)]
    for at in matrices:
        yield "operand transposed", rebuilt(node, (*node.args[:at], _turned(node.args[at]), *node.args[at + 1 :]))
    for left, right in pairwise(matrices):
        arguments = list(node.args)
        arguments[left], arguments[right] = arguments[right], arguments[left]
        yield "operands swapped", rebuilt(node, tuple(arguments))


def _turned(matrix: Any) -> Any:
    return matrix.args[0] if isinstance(matrix, sympy.Transpose) else Basic.__new__(sympy.Transpose, matrix)


def _sum(node: Any) -> Iterator[Change]:
    yield from _each_left_out(node, "term dropped")
    for at, term in enumerate(node.args):
        product = {Add: Mul._from_args, MatAdd: lambda parts: Basic.__new__(MatMul, *parts)}.get(
            type(node), lambda parts: algebra.ArrayMul(*parts)
        )
        yield "sign flipped", rebuilt(node, (*node.args[:at], product([S.NegativeOne, term]), *node.args[at + 1 :]))


def _power(node: Any) -> Iterator[Change]:
    base, exponent = node.args[:2]
    more = exponent + 1 if exponent.is_Number else Add._from_args([exponent, S.One])
    if more != 0:
        yield "exponent changed", rebuilt(node, (base, more))
    yield "power dropped", base
    if exponent == Rational(1, 2) and isinstance(base, Add | algebra.ArrayAdd):
        *terms, epsilon = base.args
        root = rebuilt(node, (rebuilt(base, tuple(terms)) if len(terms) > 1 else terms[0], exponent))
        yield "epsilon outside the root", rebuilt(base, (root, epsilon))


def _call(node: algebra.Call) -> Iterator[Change]:
    name, arguments, axis, along, options = node.args
    if isinstance(axis, Integer):
        yield "wrong axis", rebuilt(node, (name, arguments, Integer(-2 if axis == -1 else -1), along, options))
    if len(arguments.args) == 1:
        yield "function dropped", arguments.args[0]


def _function(node: Any) -> Iterator[Change]:
    if type(node) in OTHER_FUNCTIONS:
        yield "another function", OTHER_FUNCTIONS[type(node)](*node.args, evaluate=False)
    if len(node.args) == 1:
        yield "function dropped", node.args[0]


def _series(node: Any) -> Iterator[Change]:
    body, (index, start, stop) = node.args
    yield "bound off by one: first left out", rebuilt(node, (body, Tuple(index, start + 1, stop)))
    yield "bound off by one: last left out", rebuilt(node, (body, Tuple(index, start, Add._from_args([stop, S.NegativeOne]))))
    other = sympy.Product if isinstance(node, sympy.Sum) else sympy.Sum
    series = Expr.__new__(other, *node.args)
    series.is_commutative = True
    yield "product for sum, or sum for product", series
    range_ = algebra.IndexRange(index, Add._from_args([stop, S.One]))
    yield "max for sum", algebra.Reduction(Str("max"), body, range_, algebra.NOTHING)
    yield "mean for sum", algebra.Reduction(Str("mean"), body, range_, algebra.NOTHING)


def _reduction(node: algebra.Reduction) -> Iterator[Change]:
    other = OTHER_REDUCTIONS.get(str(node.args[0]))
    if other:
        yield f"{other} for {node.args[0]}", rebuilt(node, (Str(other), *node.args[1:]))
    if node.args[3] != algebra.NOTHING:
        yield "condition dropped", rebuilt(node, (*node.args[:3], algebra.NOTHING))


def _comparison(node: algebra.Comparison) -> Iterator[Change]:
    operator, left, right = node.args
    yield "mask: ends changed", rebuilt(node, (Str(NEIGHBOURS[str(operator)]), left, right))
    yield "mask turned round", rebuilt(node, (operator, right, left))
    yield "mask shifted by one", rebuilt(node, (operator, left, Add._from_args([right, S.One])))


def _concat(node: algebra.Concat) -> Iterator[Change]:
    axis, *parts = node.args
    yield "parts in another order", rebuilt(node, (axis, *parts[::-1]))


def _stack(node: algebra.Stack) -> Iterator[Change]:
    yield "items in another order", rebuilt(node, node.args[::-1])


def _indexed(node: sympy.Indexed) -> Iterator[Change]:
    base, *positions = node.args
    if len(positions) > 1:
        yield "indices swapped", rebuilt(node, (base, *positions[::-1]))


def _choice(node: algebra.Choice) -> Iterator[Change]:
    otherwise, first, *others = node.args
    if otherwise is not S.NaN:
        yield "branches swapped", rebuilt(node, (first.args[1], Tuple(first.args[0], otherwise), *others))
    elif others:
        second = others[0]
        swapped = (Tuple(first.args[0], second.args[1]), Tuple(second.args[0], first.args[1]))
        yield "branches swapped", rebuilt(node, (otherwise, *swapped, *others[1:]))


def _number(node: Any) -> Iterator[Change]:
    yield "number off by one", node + 1


RULES: dict[Any, Callable[[Any], Iterator[Change]]] = {
    Mul: _product,
    MatMul: _matrix_product,
    algebra.ArrayMul: _product,
    sympy.HadamardProduct: lambda node: _each_left_out(node, "factor dropped"),
    Add: _sum,
    MatAdd: _sum,
    algebra.ArrayAdd: _sum,
    Pow: _power,
    algebra.ArrayPow: _power,
    sympy.Transpose: lambda node: iter([("transpose dropped", node.args[0])]),
    algebra.ArrayProduct: lambda node: iter([("operands swapped", rebuilt(node, node.args[::-1]))]),
    algebra.Outer: lambda node: iter([("operands swapped", rebuilt(node, node.args[::-1]))]),
    algebra.Call: _call,
    sympy.Function: _function,
    (sympy.Sum, sympy.Product): _series,
    algebra.Reduction: _reduction,
    algebra.Comparison: _comparison,
    algebra.Concat: _concat,
    algebra.Stack: _stack,
    sympy.Indexed: _indexed,
    algebra.Choice: _choice,
    (sympy.Rational,): _number,
}
