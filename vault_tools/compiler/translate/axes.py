"""Where the axes of a value lie: its free indices lead, its shape follows; this module lines several values up for NumPy's broadcasting."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vault_tools.compiler.translate.operations import Graph, Operation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


@dataclass(frozen=True, slots=True)
class Value:
    """An operation whose leading axes are the indices `axes`, followed by the `rank` axes of its shape. `truth`: a Boolean array."""

    operation: Operation
    axes: tuple[str, ...] = ()
    rank: int = 0
    truth: bool = False

    def axis(self, index: str) -> int:
        """The axis of an index, counted from the end."""
        return self.axes.index(index) - len(self.axes) - self.rank


@dataclass
class Layout:
    """The order of index axes within one statement, and the graph that operations go into."""

    graph: Graph
    order: dict[str, int] = field(default_factory=dict)

    def rank_of(self, index: str) -> int:
        """The place of an index in the preferred order: left-hand side first, then order of first use."""
        return self.order.setdefault(index, len(self.order))

    def union(self, values: Iterable[Value]) -> tuple[str, ...]:
        """All index axes of some values, in an order that moves nothing where they already agree."""
        distinct = {value.axes: None for value in values if value.axes}
        if len(distinct) < 2:
            return next(iter(distinct), ())
        return tuple(sorted({axis for axes in distinct for axis in axes}, key=self.rank_of))

    def aligned(self, value: Value, axes: tuple[str, ...], rank: int) -> Operation:
        """The operation of a value with its index axes in the order of `axes` (length 1 for those it has not) and `rank` axes behind."""
        if value.axes == axes and value.rank == rank:
            return value.operation
        present = tuple(axis for axis in axes if axis in value.axes)
        operation = self.moved(value, present).operation
        selectors = [":" if axis in value.axes else "None" for axis in axes] + ["None"] * (rank - value.rank) + [":"] * value.rank
        while selectors and selectors[0] == "None":
            selectors = selectors[1:]
        return self.graph.index(operation, selectors) if "None" in selectors else operation

    def moved(self, value: Value, axes: tuple[str, ...]) -> Value:
        """The value with its index axes, which are those of `axes`, in that order."""
        if value.axes == axes:
            return value
        if len(axes) == 2 and value.rank == 0:
            operation = self.graph.swapped(value.operation)
        else:
            order = [*(value.axes.index(axis) for axis in axes), *range(len(axes), len(axes) + value.rank)]
            operation = self.graph.call("np.transpose", value.operation, axes=tuple(order))
        return Value(operation, axes, value.rank, value.truth)

    def elementwise(self, values: Sequence[Value], build: Callable[[list[Operation]], Operation], *, truth: bool = False) -> Value:
        """A value made entry by entry of others."""
        axes = self.union(values)
        rank = max(value.rank for value in values)
        return Value(build([self.aligned(value, axes, rank) for value in values]), axes, rank, truth)
