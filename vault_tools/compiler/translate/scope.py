"""What translating one program needs to know: the sizes of its indices, the values of its definitions, the functions it uses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from sympy import Add, Integer, Mul, Rational, Symbol

from vault_tools.compiler.algebra import Node
from vault_tools.compiler.translate.axes import Layout, Value
from vault_tools.compiler.translate.operations import Graph, Operation
from vault_tools.handler import Function

if TYPE_CHECKING:
    from vault_tools.compiler.algebra import IndexRange

Rule = Callable[["Scope", Any], Value]


@dataclass
class Scope:
    """One walk over the expression of a program. `value` gives the NumPy value of a node by the rule for its type."""

    rules: Mapping[type, Rule]
    functions: Mapping[str, Function]
    """The handlers' functions by lower-case name."""
    graph: Graph = field(default_factory=Graph)
    sizes: dict[Symbol, Node] = field(default_factory=dict)
    """Index -> number of its positions."""
    definitions: dict[str, Value] = field(default_factory=dict)
    used: dict[str, Callable[..., Any]] = field(default_factory=dict)
    """Functions that the source must bring along, by name."""
    size_names: dict[str, None] = field(default_factory=dict)
    """Named sizes that the source reads off the arrays, in order of use."""
    layout: Layout = field(init=False)
    known: dict[Node, Value] = field(default_factory=dict)
    steps: dict[Symbol, Operation] = field(default_factory=dict)
    """Index of a recurrence -> the variable of its loop."""
    states: dict[tuple[Symbol, int, int], Operation] = field(default_factory=dict)
    """(index of a recurrence, number of a quantity, steps back) -> its value there, while the loop is translated."""
    loops: dict[Symbol, Operation] = field(default_factory=dict)
    """Index of a recurrence -> its loop."""

    def __post_init__(self) -> None:
        self.layout = Layout(self.graph)

    def value(self, node: Node) -> Value:
        """The value of a node."""
        known = self.known.get(node)
        if known is None:
            known = self.known[node] = self.rules[type(node)](self, node)
        return known

    def number(self, node: Node) -> Value:
        """The value of a node, with truth values as 1 and 0."""
        value = self.value(node)
        if not value.truth:
            return value
        operation = self.graph.call("np.where", value.operation, self.graph.atom("1.0"), self.graph.atom("0.0"))
        return Value(operation, value.axes, value.rank)

    def truth(self, node: Node) -> Value:
        """The value of a node as a Boolean array."""
        value = self.value(node)
        if value.truth:
            return value
        operation = self.graph.make("compare", value.operation, self.graph.atom("0"), detail=("!=",))
        return Value(operation, value.axes, value.rank, truth=True)

    def bind(self, *ranges: IndexRange) -> tuple[str, ...]:
        """Make indices known; answers their names. ValueError: one index with two ranges, of which the tree promises there is none."""
        names = []
        for symbol, size in (r.args for r in ranges):
            if self.sizes.setdefault(symbol, size) != size:
                raise ValueError(f"the index {symbol.name} has two ranges")
            self.layout.rank_of(symbol.name)
            names.append(symbol.name)
        return tuple(names)

    def size(self, size: Node) -> Operation:
        """The code of a size: a polynomial in named sizes."""
        match size:
            case Symbol():
                self.size_names.setdefault(size.name)
                return self.graph.atom(size.name)
            case Integer() | Rational():
                return self.graph.number(fraction(size))
            case Add():
                return self.graph.add([self.size(term) for term in size.args])
            case Mul() if size.args[0].is_negative:
                rest = size.args[1:] if size.args[0] == -1 else (-size.args[0], *size.args[1:])
                return self.graph.negative(self.graph.multiply([self.size(factor) for factor in rest]))
            case _:
                return self.graph.multiply([self.size(factor) for factor in size.args])

    def size_of(self, index: str) -> Operation:
        """The code of the number of positions of an index."""
        return self.size(next(size for symbol, size in self.sizes.items() if symbol.name == index))

    def shape(self, operation: Operation, axis: int) -> Operation:
        """`operation.shape[axis]`."""
        return self.graph.index(self.graph.make("attribute", operation, detail=("shape",)), [str(axis)])

    def spread(self, value: Value, axes: tuple[str, ...]) -> Value:
        """The value with all of `axes` at full length, in that order, also those it does not depend on."""
        if value.axes == axes:
            return value
        aligned = self.layout.aligned(value, axes, value.rank)
        if set(axes) <= set(value.axes):
            return Value(aligned, axes, value.rank, value.truth)
        lengths = [self.size_of(axis) for axis in axes] + [self.shape(value.operation, n - value.rank) for n in range(value.rank)]
        operation = self.graph.call("np.broadcast_to", aligned, self.graph.make("tuple", *lengths))
        return Value(operation, axes, value.rank, value.truth)

    def elementwise(self, nodes: list[Node], build: Callable[[list[Operation]], Operation]) -> Value:
        """A value made of those of some nodes, entry by entry."""
        return self.layout.elementwise([self.number(node) for node in nodes], build)


def fraction(number: Node) -> Fraction:
    """A rational number of SymPy as fraction."""
    return Fraction(int(number.p), int(number.q))


def is_index(symbol: Node, scope: Scope) -> bool:
    """True for an index of this program."""
    return symbol in scope.sizes
