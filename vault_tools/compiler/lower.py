"""The float road's first half: a resolved tree becomes a SymPy expression, node for node, in the order of the note.

Objects are built directly: no text reaches SymPy, and nothing is evaluated, reordered or simplified. SymPy's own nodes are used for
scalars (rank 0) and matrices (rank 2), the nodes of algebra.py for all else. SymPy's constructors check sizes only where they are
numbers, and reorder; so the products and sums are made without them (`Basic.__new__`, `_from_args`): shapes are checked already.
"""

from __future__ import annotations

from fractions import Fraction
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
    lowering = _Lowering(program)
    result = lowering.expression(program.result)
    if not program.bindings:
        return result
    definitions = [
        algebra.Definition(Symbol(b.name), Tuple(*map(index_range, b.indices)), lowering.expression(b.body)) for b in program.bindings
    ]
    return algebra.Let(Tuple(*definitions), result)


def dimension(dim: tree.Dim) -> Node:
    """A size as polynomial in positive integer symbols."""
    terms = [Integer(c) if not names else _product([*([Integer(c)] if c != 1 else []), *map(size_symbol, names)]) for names, c in dim.terms]
    return _sum(sorted(terms, key=lambda term: term.is_Number)) if terms else S.Zero


def size_symbol(name: str) -> Symbol:
    """The symbol of a named size."""
    return Symbol(name, integer=True, positive=True)


def index_symbol(index: tree.Index) -> Symbol:
    """The symbol of an index: its 0-based position."""
    return Symbol(index.name, integer=True, nonnegative=True)


def index_range(index: tree.Index) -> algebra.IndexRange:
    """An index with its number of positions."""
    return algebra.IndexRange(index_symbol(index), dimension(index.size))


def rational(value: Fraction) -> Node:
    """An exact number."""
    return Integer(value.numerator) if value.denominator == 1 else sympy.Rational(value.numerator, value.denominator)


class _Lowering:
    """One walk over a program; remembers what its names are."""

    def __init__(self, program: tree.Program) -> None:
        self.shapes: dict[str, tree.Shape] = {p.name: p.shape for p in program.inputs}
        for binding in program.bindings:
            self.shapes[binding.name] = (*(i.size for i in binding.indices), *binding.body.shape)

    def expression(self, node: tree.Expression) -> Node:
        """The SymPy expression of one node; a node of ours that is a matrix is wrapped so that SymPy knows it."""
        lowered = RULES[type(node)](self, node)
        if len(node.shape) == 2 and not getattr(lowered, "is_Matrix", False):
            return algebra.AsMatrix(lowered, *map(dimension, node.shape))
        return lowered

    def all(self, nodes: tuple[tree.Expression, ...]) -> list[Node]:
        """The expressions of several nodes."""
        return [self.expression(node) for node in nodes]

    # ------------------------------------------------------------ leaves

    def named(self, node: tree.Input | tree.Local) -> Node:
        sizes = [dimension(dim) for dim in node.shape]
        match len(sizes):
            case 0:
                return Symbol(node.name)
            case 2:
                return MatrixSymbol(node.name, *sizes)
            case _:
                return algebra.ArraySymbol(Symbol(node.name), Tuple(*sizes))

    def position_value(self, node: tree.IndexValue) -> Node:
        symbol = index_symbol(node.index)
        return _sum([symbol, Integer(node.index.start)]) if node.index.start else symbol

    def full(self, node: tree.Full) -> Node:
        return algebra.Full(rational(node.value), Tuple(*map(dimension, node.shape)))

    def identity(self, node: tree.Identity) -> Node:
        return sympy.Identity(dimension(node.shape[0]))

    # ------------------------------------------------------------ selecting and building

    def element(self, node: tree.Element) -> Node:
        positions = self.all(node.at)
        array = node.array
        if isinstance(array, tree.Input | tree.Local) and not node.shape:
            shape = Tuple(*map(dimension, array.shape))
            return sympy.Indexed(IndexedBase(Symbol(array.name), shape=shape), *positions)
        return algebra.Element(self.expression(array), *positions)

    def slice(self, node: tree.Slice) -> Node:
        axis = node.axis if node.axis < 0 else node.axis - len(node.shape)
        return algebra.Slice(self.expression(node.array), Integer(axis), self.expression(node.start), self.expression(node.stop))

    def tabulate(self, node: tree.Tabulate) -> Node:
        return algebra.Tabulate(self.expression(node.body), *map(index_range, node.over))

    def stack(self, node: tree.Stack) -> Node:
        return algebra.Stack(*self.all(node.items))

    def concat(self, node: tree.Concat) -> Node:
        axis = node.axis if node.axis < 0 else node.axis - len(node.shape)
        return algebra.Concat(Integer(axis), *self.all(node.parts))

    def concat_over(self, node: tree.ConcatOver) -> Node:
        axis = node.axis if node.axis < 0 else node.axis - len(node.shape)
        return algebra.ConcatOver(self.expression(node.body), index_range(node.index), Integer(axis))

    # ------------------------------------------------------------ arithmetic

    def negate(self, node: tree.Negate) -> Node:
        return _times(S.NegativeOne, self.expression(node.operand), node.operand)

    def add(self, node: tree.Add) -> Node:
        terms = self.all(node.terms)
        ranks = {len(term.shape) for term in node.terms}
        if ranks == {0}:
            return _sum(terms)
        if ranks == {2} and all(term.shape == node.shape for term in node.terms):
            return Basic.__new__(MatAdd, *terms)
        return algebra.ArrayAdd(*terms)

    def multiply(self, node: tree.Multiply) -> Node:
        factors = self.all(node.factors)
        arrays = [factor for factor in node.factors if factor.shape]
        if not arrays:
            return _product(factors)
        if len(arrays) == 1 and len(arrays[0].shape) == 2:
            return Basic.__new__(MatMul, *factors)
        if len(arrays) == len(factors) and all(len(a.shape) == 2 and a.shape == node.shape for a in arrays):
            return Basic.__new__(HadamardProduct, *factors)
        return algebra.ArrayMul(*factors)

    def divide(self, node: tree.Divide) -> Node:
        numerator, denominator = self.expression(node.numerator), self.expression(node.denominator)
        if not node.denominator.shape:
            inverse = _power(denominator, S.NegativeOne)
            if not node.numerator.shape:
                return _product([numerator, inverse])
            if len(node.numerator.shape) == 2:
                return Basic.__new__(MatMul, numerator, inverse)
            return algebra.ArrayMul(numerator, inverse)
        return algebra.ArrayMul(numerator, algebra.ArrayPow(denominator, S.NegativeOne))

    def power(self, node: tree.Power) -> Node:
        base, exponent = self.expression(node.base), self.expression(node.exponent)
        if isinstance(node.base, tree.Constant) and node.base.name == "e":
            return self.applied("exp", node.exponent, exponent)
        return algebra.ArrayPow(base, exponent) if node.shape else _power(base, exponent)

    # ------------------------------------------------------------ matrix algebra

    def matmul(self, node: tree.MatMul) -> Node:
        left, right = self.expression(node.left), self.expression(node.right)
        if len(node.left.shape) == len(node.right.shape) == 2:
            return Basic.__new__(MatMul, left, right)
        return algebra.ArrayProduct(left, right)

    def outer(self, node: tree.Outer) -> Node:
        return algebra.Outer(self.expression(node.left), self.expression(node.right))

    def transpose(self, node: tree.Transpose) -> Node:
        operand = self.expression(node.operand)
        return Basic.__new__(sympy.Transpose, operand) if len(node.shape) == 2 else algebra.SwapAxes(operand)

    def matrix_power(self, node: tree.MatrixPower) -> Node:
        base, exponent = self.expression(node.base), node.exponent
        if len(node.shape) != 2 or exponent.denominator != 1:
            return algebra.MatrixPower(base, rational(exponent))
        if exponent == -1:
            return Basic.__new__(sympy.Inverse, base, S.NegativeOne)
        return Basic.__new__(MatPow, base, rational(exponent))

    # ------------------------------------------------------------ functions, reductions, choices

    def applied(self, function: str, argument: tree.Expression, lowered: Node) -> Node:
        """A function of one argument: SymPy's own where the argument is a scalar."""
        if not argument.shape and function in SCALAR_FUNCTIONS:
            return SCALAR_FUNCTIONS[function](lowered, evaluate=False)
        return algebra.Call(Str(function), Tuple(lowered), NOTHING, NOTHING, NOTHING)

    def call(self, node: tree.Call) -> Node:
        if len(node.arguments) == 1 and node.axis is None and node.along is None and not node.options:
            return self.applied(node.function, node.arguments[0], self.expression(node.arguments[0]))
        axis = NOTHING if node.axis is None else Integer(node.axis)
        along = NOTHING if node.along is None else index_range(node.along)
        options = Tuple(*(Tuple(Str(name), _option(value)) for name, value in node.options))
        return algebra.Call(Str(node.function), Tuple(*self.all(node.arguments)), axis, along, options)

    def reduce(self, node: tree.Reduce) -> Node:
        body = self.expression(node.body)
        index = index_range(node.index)
        if node.where is None and not node.shape and node.operator in ("sum", "product"):
            bounds = Tuple(index.args[0], S.Zero, _sum([index.args[1], S.NegativeOne]))
            series = sympy.Expr.__new__(sympy.Sum if node.operator == "sum" else sympy.Product, body, bounds)
            series.is_commutative = True
            return series
        where = NOTHING if node.where is None else self.expression(node.where)
        return algebra.Reduction(Str(node.operator), body, index, where)

    def compare(self, node: tree.Compare) -> Node:
        return algebra.Comparison(Str(node.operator), self.expression(node.left), self.expression(node.right))

    def logic(self, node: tree.Logic) -> Node:
        return algebra.Logic(Str(node.operator), *self.all(node.operands))

    def where(self, node: tree.Where) -> Node:
        otherwise = S.NaN if node.otherwise is None else self.expression(node.otherwise)
        branches = (Tuple(self.expression(condition), self.expression(value)) for condition, value in node.branches)
        return algebra.Choice(otherwise, *branches)


RULES: dict[type, Callable[[_Lowering, Any], Node]] = {
    tree.Number: lambda _, node: rational(node.value),
    tree.Constant: lambda _, node: CONSTANTS[node.name],
    tree.Input: _Lowering.named,
    tree.Local: _Lowering.named,
    tree.Size: lambda _, node: dimension(node.dim),
    tree.Position: lambda _, node: index_symbol(node.index),
    tree.IndexValue: _Lowering.position_value,
    tree.Identity: _Lowering.identity,
    tree.Full: _Lowering.full,
    tree.Element: _Lowering.element,
    tree.Slice: _Lowering.slice,
    tree.Tabulate: _Lowering.tabulate,
    tree.Stack: _Lowering.stack,
    tree.Concat: _Lowering.concat,
    tree.ConcatOver: _Lowering.concat_over,
    tree.Negate: _Lowering.negate,
    tree.Add: _Lowering.add,
    tree.Multiply: _Lowering.multiply,
    tree.Divide: _Lowering.divide,
    tree.Power: _Lowering.power,
    tree.MatMul: _Lowering.matmul,
    tree.Outer: _Lowering.outer,
    tree.Transpose: _Lowering.transpose,
    tree.MatrixPower: _Lowering.matrix_power,
    tree.Call: _Lowering.call,
    tree.Reduce: _Lowering.reduce,
    tree.Compare: _Lowering.compare,
    tree.Logic: _Lowering.logic,
    tree.Where: _Lowering.where,
}


def _option(value: str | int | Fraction) -> Node:
    return Str(value) if isinstance(value, str) else rational(Fraction(value))


def _sum(terms: list[Any]) -> Node:
    return terms[0] if len(terms) == 1 else Add._from_args(terms)


def _product(factors: list[Any]) -> Node:
    return factors[0] if len(factors) == 1 else Mul._from_args(factors)


def _power(base: Any, exponent: Any) -> Node:
    return Pow(base, exponent, evaluate=False)


def _times(number: Node, operand: Node, node: tree.Expression) -> Node:
    match len(node.shape):
        case 0:
            return _product([number, operand])
        case 2:
            return Basic.__new__(MatMul, number, operand)
        case _:
            return algebra.ArrayMul(number, operand)
