"""SymPy nodes of our own, where SymPy has none: arrays of any rank, broadcasting, named operations, choices. Made by lower.py.

Scalars and matrices stand in SymPy's own nodes (Symbol, Add, MatrixSymbol, MatMul …); everything else in the nodes here. An index is a
Symbol whose value is its 0-based position; a `IndexRange` is the pair of an index and the number of its positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self, cast

from sympy import Basic, Expr, MatrixExpr, Symbol, Tuple

Node = Any
"""A node of SymPy: one of its own classes or of those below. SymPy's annotations are partial, so they are not used."""
NOTHING = Tuple()
"""Stands for an argument that a node does not have."""


class Arguments:
    """Tells the type checker that arguments are nodes; SymPy's Basic does the work."""

    __slots__ = ()
    if TYPE_CHECKING:

        def __new__(cls, *arguments: Node) -> Self:
            """A node with these arguments."""

        @property
        def args(self) -> tuple[Node, ...]:
            """The arguments, in order."""


class ArrayExpr(Arguments, Expr):
    """Base of the nodes whose value is an array or a number. Arguments are only ever built, never evaluated."""

    __slots__ = ()
    is_commutative = True

    def _sympystr(self, printer: Any) -> str:
        return f"{type(self).__name__}({', '.join(printer._print(argument) for argument in self.args)})"

    def _latex(self, printer: Any) -> str:
        arguments = ", ".join(printer._print(argument) for argument in self.args)
        return rf"\operatorname{{{type(self).__name__}}}\left({arguments}\right)"


class ArraySymbol(ArrayExpr):
    """ArraySymbol(name, shape): a named array whose rank is neither 0 nor 2, `x` of shape (n,)."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The identifier of the array."""
        return str(cast("Symbol", self.args[0]).name)

    @property
    def shape(self) -> tuple[Node, ...]:
        """Its sizes."""
        return tuple(self.args[1].args)

    def _sympystr(self, printer: Any) -> str:
        return str(printer._print(self.args[0]))

    _latex = _sympystr


class AsMatrix(Arguments, MatrixExpr):
    """AsMatrix(array, rows, columns): a node of this module, shown to SymPy's matrix algebra as the matrix that it is."""

    __slots__ = ()

    @property
    def shape(self) -> tuple[Node, Node]:
        """Rows and columns."""
        return self.args[1], self.args[2]

    def _sympystr(self, printer: Any) -> str:
        return str(printer._print(self.args[0]))

    _latex = _sympystr


class Element(ArrayExpr):
    """Element(array, position, …): the sub-array at 0-based positions of the leading axes."""

    __slots__ = ()

    def _sympystr(self, printer: Any) -> str:
        array, *positions = (printer._print(argument) for argument in self.args)
        return f"{array}[{', '.join(positions)}]"


class Slice(ArrayExpr):
    """Slice(array, axis, start, stop): positions start … stop-1 of one axis."""

    __slots__ = ()


class Tabulate(ArrayExpr):
    """Tabulate(body, IndexRange…): free indices become leading axes of the value."""

    __slots__ = ()


class Stack(ArrayExpr):
    """Stack(item, …): items of one shape along a new leading axis."""

    __slots__ = ()

    def _sympystr(self, printer: Any) -> str:
        return f"[{', '.join(printer._print(argument) for argument in self.args)}]"


class Concat(ArrayExpr):
    """Concat(axis, part, …): parts joined along an axis counted from the end."""

    __slots__ = ()


class ConcatOver(ArrayExpr):
    """ConcatOver(body, IndexRange, axis): the body at every position of an index, joined along an axis counted from the end."""

    __slots__ = ()


class State(ArrayExpr):
    """State(index, number, back, shape): inside a Recur, a quantity of it `back` positions before the present one."""

    __slots__ = ()


class Recur(ArrayExpr):
    """Recur(IndexRange, result, RecurQuantity, …): quantity number `result` at all positions, each computed from those before it."""

    __slots__ = ()


class RecurQuantity(Arguments, Tuple):
    """RecurQuantity(name, start, body, shape): one quantity of a Recur; `start` an empty tuple where nothing looks back at it."""

    __slots__ = ()


class ArrayAdd(ArrayExpr):
    """Sum of terms, entry by entry, with NumPy's broadcasting."""

    __slots__ = ()


class ArrayMul(ArrayExpr):
    """Product of factors, entry by entry, with NumPy's broadcasting."""

    __slots__ = ()


class ArrayPow(ArrayExpr):
    """Power, entry by entry."""

    __slots__ = ()


class ArrayProduct(ArrayExpr):
    """ArrayProduct(left, right): contracts the last axis of `left` with the only or second-last of `right`; one of them is no matrix."""

    __slots__ = ()


class Outer(ArrayExpr):
    """Outer(left, right): the matrix of all products of the entries of two vectors."""

    __slots__ = ()


class SwapAxes(ArrayExpr):
    """SwapAxes(array): the last two axes of an array of more than two swapped (a batch of transposes)."""

    __slots__ = ()


class MatrixPower(ArrayExpr):
    """MatrixPower(matrix, exponent): a rational power of a symmetric matrix, or a power of a batch of matrices."""

    __slots__ = ()


class RepeatedProduct(ArrayExpr):
    """RepeatedProduct(matrix, times): a square matrix multiplied with itself, a computed number of times."""

    __slots__ = ()


class Full(ArrayExpr):
    """Full(value, shape): an array filled with one number."""

    __slots__ = ()


class Call(ArrayExpr):
    """Call(name, arguments, axis, along, options): a named operation; `axis` a negative integer, `along` an index, or both empty tuples."""

    __slots__ = ()

    def _sympystr(self, printer: Any) -> str:
        return f"{self.args[0]}({', '.join(printer._print(argument) for argument in self.args[1].args)})"

    def _latex(self, printer: Any) -> str:
        arguments = ", ".join(printer._print(argument) for argument in self.args[1].args)
        return rf"\operatorname{{{self.args[0].name}}}\left({arguments}\right)"


class Reduction(ArrayExpr):
    """Reduction(operator, body, IndexRange, where): `max` … over an index; `where` an empty tuple or the condition on what takes part."""

    __slots__ = ()


class Comparison(ArrayExpr):
    """Comparison(operator, left, right): 1 where it holds, else 0."""

    __slots__ = ()

    def _sympystr(self, printer: Any) -> str:
        operator, left, right = self.args
        return f"{printer._print(left)} {operator} {printer._print(right)}"


class Logic(ArrayExpr):
    """Logic(operator, operand, …) with the operators `and`, `or`, `not`."""

    __slots__ = ()


class Choice(ArrayExpr):
    """Choice(otherwise, Tuple(condition, value), …): the value of the first condition that holds; `otherwise` may be NaN."""

    __slots__ = ()


class IndexRange(Arguments, Tuple):
    """IndexRange(index, size): an index over the positions 0 … size-1."""

    __slots__ = ()


class Definition(Arguments, Basic):
    """Definition(name, indices, body): `name` with leading axes for the ranges in `indices`."""

    __slots__ = ()


class Let(Arguments, Basic):
    """Let(definitions, result): a result with the definitions that it uses, in the order in which they are computed."""

    __slots__ = ()

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """In order of computation."""
        return cast("tuple[Definition, ...]", tuple(self.args[0].args))

    @property
    def result(self) -> Node:
        """The expression that uses them."""
        return self.args[1]

    def _sympystr(self, printer: Any) -> str:
        definitions = (f"{d.args[0]}{list(d.args[1].args) or ''} = {printer._print(d.args[2])}" for d in self.definitions)
        return f"{printer._print(self.result)} where {', '.join(definitions)}"
