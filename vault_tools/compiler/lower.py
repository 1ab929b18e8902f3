"""The float road's first half: a resolved tree becomes a SymPy expression, node for node, in the order of the note.

Objects are built directly: no text reaches SymPy, and nothing is evaluated, reordered or simplified. SymPy's own nodes are used for
scalars (rank 0) and matrices (rank 2), the nodes of algebra.py for all else. SymPy's constructors check sizes only where they are
numbers, and reorder; so the products and sums are made without them (`Basic.__new__`, `_from_args`): shapes are checked already.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sympy
from sympy import Add, Basic, HadamardProduct, IndexedBase, Integer, MatAdd, MatMul, MatPow, MatrixSymbol, Mul, Pow, S, Symbol, Tuple
from sympy.core.symbol import Str

from vault_tools.compiler import algebra, tree
from vault_tools.compiler.algebra import NOTHING, Node

if TYPE_CHECKING:
    from collections.abc import Callable

SCALAR_FUNCTIONS = {
    name: getattr(sympy, sympy_name)
    for name, sympy_name in {
        "exp": "exp", "log": "log", "sin": "sin", "cos": "cos", "tan": "tan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh",
        "abs": "Abs", "sign": "sign", "floor": "floor", "ceil": "ceiling",
    }.items()
}  # fmt: skip
"""Functions that SymPy has too, for scalar arguments."""
CONSTANTS = {"e": S.Exp1, "pi": S.Pi, "inf": S.Infinity}


def lower(program: tree.Program) -> Node:
    """The SymPy expression of a program: that of its result, in a `Let` where the program has definitions."""
    result = expression(program.result)
    if not program.bindings:
        return result
    definitions = [algebra.Definition(Symbol(b.name), Tuple(*map(index_range, b.indices)), expression(b.body)) for b in program.bindings]
    return algebra.Let(Tuple(*definitions), result)


@lru_cache(maxsize=4096)
def dimension(dim: tree.Dim) -> Node:
    """A size as polynomial in positive integer symbols."""
    counted = [(names, rational(Fraction(c))) for names, c in dim.terms]
    terms = [c if not names else _product([*([c] if c != 1 else []), *map(size_symbol, names)]) for names, c in counted]
    return _sum(sorted(terms, key=lambda term: term.is_Number)) if terms else S.Zero


@lru_cache(maxsize=4096)
def size_symbol(name: str) -> Symbol:
    """The symbol of a named size."""
    return Symbol(name, integer=True, positive=True)


@lru_cache(maxsize=4096)
def index_symbol(index: tree.Index) -> Symbol:
    """The symbol of an index: its 0-based position."""
    return Symbol(index.name, integer=True, nonnegative=True)


def index_range(index: tree.Index) -> algebra.IndexRange:
    """An index with its number of positions."""
    return algebra.IndexRange(index_symbol(index), dimension(index.size))


def rational(value: Fraction) -> Node:
    """An exact number."""
    return Integer(value.numerator) if value.denominator == 1 else sympy.Rational(value.numerator, value.denominator)


def expression(node: tree.Expression) -> Node:
    """The SymPy expression of one node; a node of ours that is a matrix is wrapped so that SymPy knows it."""
    lowered = RULES[type(node)](node)
    if len(node.shape) == 2 and not getattr(lowered, "is_Matrix", False):
        return algebra.AsMatrix(lowered, *map(dimension, node.shape))
    return lowered


def _all(nodes: tuple[tree.Expression, ...]) -> list[Node]:
    """The expressions of several nodes."""
    return list(map(expression, nodes))


# ------------------------------------------------------------ leaves


def _named(node: tree.Input | tree.Local) -> Node:
    return named(node.name, node.shape)


@lru_cache(maxsize=4096)
def named(name: str, shape: tree.Shape) -> Node:
    """The symbol of an array or a number."""
    sizes = [dimension(dim) for dim in shape]
    match len(sizes):
        case 0:
            return Symbol(name)
        case 2:
            return MatrixSymbol(name, *sizes)
        case _:
            return algebra.ArraySymbol(Symbol(name), Tuple(*sizes))


def _position_value(node: tree.IndexValue) -> Node:
    symbol = index_symbol(node.index)
    return _sum([symbol, Integer(node.index.start)]) if node.index.start else symbol


def _full(node: tree.Full) -> Node:
    return algebra.Full(rational(node.value), Tuple(*map(dimension, node.shape)))


def _identity(node: tree.Identity) -> Node:
    return sympy.Identity(dimension(node.shape[0]))


# ------------------------------------------------------------ selecting and building


def _element(node: tree.Element) -> Node:
    positions = _all(node.at)
    array = node.array
    if isinstance(array, tree.Input | tree.Local) and not node.shape:
        return sympy.Indexed(indexed(array.name, array.shape), *positions)
    lowered = expression(array)
    if isinstance(array, tree.Call):
        for axis, position in enumerate(node.at):
            reach = _reach(position)
            if reach is not None and reach != array.shape[axis]:
                lowered = algebra.Slice(lowered, Integer(axis - len(array.shape)), Integer(0), dimension(reach))
    return algebra.Element(lowered, *positions)


def _reach(position: tree.Expression) -> tree.Dim | None:
    """How many entries an index that is perhaps shifted walks along: the first n-1 of `softmax(x)_i`; None for other places."""
    match position:
        case tree.Position(index=index):
            return index.size
        case tree.Add(terms=(tree.Position(index=index), tree.Number(value=shift))) if shift > 0:
            return index.size + tree.Dim.of(int(shift))
        case _:
            return None


@lru_cache(maxsize=4096)
def indexed(name: str, shape: tree.Shape) -> Node:
    """An array of which single entries are taken."""
    return IndexedBase(Symbol(name), shape=Tuple(*map(dimension, shape)))


def _slice(node: tree.Slice) -> Node:
    axis = node.axis if node.axis < 0 else node.axis - len(node.shape)
    return algebra.Slice(expression(node.array), Integer(axis), expression(node.start), expression(node.stop))


def _tabulate(node: tree.Tabulate) -> Node:
    return algebra.Tabulate(expression(node.body), *map(index_range, node.over))


def _stack(node: tree.Stack) -> Node:
    return algebra.Stack(*_all(node.items))


def _concat(node: tree.Concat) -> Node:
    axis = node.axis if node.axis < 0 else node.axis - len(node.shape)
    return algebra.Concat(Integer(axis), *_all(node.parts))


def _concat_over(node: tree.ConcatOver) -> Node:
    axis = node.axis if node.axis < 0 else node.axis - len(node.shape)
    return algebra.ConcatOver(expression(node.body), index_range(node.index), Integer(axis))


def _state(node: tree.State) -> Node:
    shape = Tuple(*map(dimension, node.shape))
    return algebra.State(index_symbol(node.index), Integer(node.state), Integer(node.back), shape)


def _recur(node: tree.Recur) -> Node:
    quantities = []
    for name, start, body in zip(node.names, node.starts, node.bodies, strict=True):
        first = NOTHING if start is None else expression(start)
        quantities.append(algebra.RecurQuantity(Str(name), first, expression(body), Tuple(*map(dimension, body.shape))))
    return algebra.Recur(index_range(node.index), Integer(node.result), *quantities)


# ------------------------------------------------------------ arithmetic


def _negate(node: tree.Negate) -> Node:
    return _times(S.NegativeOne, expression(node.operand), node.operand)


def _add(node: tree.Add) -> Node:
    terms = _all(node.terms)
    ranks = {len(term.shape) for term in node.terms}
    if ranks == {0}:
        return _sum(terms)
    if ranks == {2} and all(term.shape == node.shape for term in node.terms):
        return Basic.__new__(MatAdd, *terms)
    return algebra.ArrayAdd(*terms)


def _multiply(node: tree.Multiply) -> Node:
    factors = _all(node.factors)
    arrays = [factor for factor in node.factors if factor.shape]
    if not arrays:
        return _product(factors)
    if len(arrays) == 1 and len(arrays[0].shape) == 2:
        return Basic.__new__(MatMul, *factors)
    if len(arrays) == len(factors) and all(len(a.shape) == 2 and a.shape == node.shape for a in arrays):
        return Basic.__new__(HadamardProduct, *factors)
    return algebra.ArrayMul(*factors)


def _divide(node: tree.Divide) -> Node:
    numerator, denominator = expression(node.numerator), expression(node.denominator)
    if not node.denominator.shape:
        inverse = _raised(denominator, S.NegativeOne)
        if not node.numerator.shape:
            return _product([numerator, inverse])
        if len(node.numerator.shape) == 2:
            return Basic.__new__(MatMul, numerator, inverse)
        return algebra.ArrayMul(numerator, inverse)
    return algebra.ArrayMul(numerator, algebra.ArrayPow(denominator, S.NegativeOne))


def _power(node: tree.Power) -> Node:
    base, exponent = expression(node.base), expression(node.exponent)
    if isinstance(node.base, tree.Constant) and node.base.name == "e":
        return _applied("exp", node.exponent, exponent)
    return algebra.ArrayPow(base, exponent) if node.shape else _raised(base, exponent)


# ------------------------------------------------------------ matrix algebra


def _matmul(node: tree.MatMul) -> Node:
    left, right = expression(node.left), expression(node.right)
    if len(node.left.shape) == len(node.right.shape) == 2:
        return Basic.__new__(MatMul, left, right)
    return algebra.ArrayProduct(left, right)


def _outer(node: tree.Outer) -> Node:
    return algebra.Outer(expression(node.left), expression(node.right))


def _transpose(node: tree.Transpose) -> Node:
    operand = expression(node.operand)
    return Basic.__new__(sympy.Transpose, operand) if len(node.shape) == 2 else algebra.SwapAxes(operand)


def _matrix_power(node: tree.MatrixPower) -> Node:
    base, exponent = expression(node.base), node.exponent
    if len(node.shape) != 2 or exponent.denominator != 1:
        return algebra.MatrixPower(base, rational(exponent))
    if exponent == -1:
        return Basic.__new__(sympy.Inverse, base, S.NegativeOne)
    return Basic.__new__(MatPow, base, rational(exponent))


# ------------------------------------------------------------ functions, reductions, choices


def _applied(function: str, argument: tree.Expression, lowered: Node) -> Node:
    """A function of one argument: SymPy's own where the argument is a scalar."""
    if not argument.shape and function in SCALAR_FUNCTIONS:
        return SCALAR_FUNCTIONS[function](lowered, evaluate=False)
    return algebra.Call(Str(function), Tuple(lowered), NOTHING, NOTHING, NOTHING)


def _call(node: tree.Call) -> Node:
    if len(node.arguments) == 1 and node.axis is None and node.along is None and not node.options:
        return _applied(node.function, node.arguments[0], expression(node.arguments[0]))
    axis = NOTHING if node.axis is None else Integer(node.axis)
    along = NOTHING if node.along is None else index_range(node.along)
    options = Tuple(*(Tuple(Str(name), _option(value)) for name, value in node.options))
    return algebra.Call(Str(node.function), Tuple(*_all(node.arguments)), axis, along, options)


def _reduce(node: tree.Reduce) -> Node:
    body = expression(node.body)
    index = index_range(node.index)
    if node.where is None and not node.shape and node.operator in ("sum", "product"):
        bounds = Tuple(index.args[0], S.Zero, _sum([index.args[1], S.NegativeOne]))
        series = sympy.Expr.__new__(sympy.Sum if node.operator == "sum" else sympy.Product, body, bounds)
        series.is_commutative = True
        return series
    where = NOTHING if node.where is None else expression(node.where)
    return algebra.Reduction(Str(node.operator), body, index, where)


def _compare(node: tree.Compare) -> Node:
    return algebra.Comparison(Str(node.operator), expression(node.left), expression(node.right))


def _logic(node: tree.Logic) -> Node:
    return algebra.Logic(Str(node.operator), *_all(node.operands))


def _where(node: tree.Where) -> Node:
    otherwise = S.NaN if node.otherwise is None else expression(node.otherwise)
    branches = (Tuple(expression(condition), expression(value)) for condition, value in node.branches)
    return algebra.Choice(otherwise, *branches)


RULES: dict[type, Callable[[Any], Node]] = {
    tree.Number: lambda node: rational(node.value),
    tree.Constant: lambda node: CONSTANTS[node.name],
    tree.Input: _named,
    tree.Local: _named,
    tree.Size: lambda node: dimension(node.dim),
    tree.Position: lambda node: index_symbol(node.index),
    tree.IndexValue: _position_value,
    tree.Identity: _identity,
    tree.Full: _full,
    tree.Element: _element,
    tree.Slice: _slice,
    tree.Tabulate: _tabulate,
    tree.Stack: _stack,
    tree.Concat: _concat,
    tree.ConcatOver: _concat_over,
    tree.State: _state,
    tree.Recur: _recur,
    tree.Negate: _negate,
    tree.Add: _add,
    tree.Multiply: _multiply,
    tree.Divide: _divide,
    tree.Power: _power,
    tree.MatMul: _matmul,
    tree.Outer: _outer,
    tree.Transpose: _transpose,
    tree.MatrixPower: _matrix_power,
    tree.RepeatedProduct: lambda node: algebra.RepeatedProduct(expression(node.base), expression(node.times)),
    tree.Call: _call,
    tree.Reduce: _reduce,
    tree.Compare: _compare,
    tree.Logic: _logic,
    tree.Where: _where,
}


def _option(value: str | int | Fraction) -> Node:
    return Str(value) if isinstance(value, str) else rational(Fraction(value))


def _sum(terms: list[Any]) -> Node:
    return terms[0] if len(terms) == 1 else Add._from_args(terms)


def _product(factors: list[Any]) -> Node:
    return factors[0] if len(factors) == 1 else Mul._from_args(factors)


def _raised(base: Any, exponent: Any) -> Node:
    return Pow(base, exponent, evaluate=False)


def _times(number: Node, operand: Node, node: tree.Expression) -> Node:
    match len(node.shape):
        case 0:
            return _product([number, operand])
        case 2:
            return Basic.__new__(MatMul, number, operand)
        case _:
            return algebra.ArrayMul(number, operand)
