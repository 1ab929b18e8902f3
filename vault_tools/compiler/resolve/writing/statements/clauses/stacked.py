r"""Gates stacked in a column as one equation for each: a column of names is a column of functions before `W x`.

The functions on the right act on parts of equal length of what stands behind them, from top to bottom.
"""

from __future__ import annotations

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import juxtaposed, unwrap
from vault_tools.compiler.syntax_tree import Fence, Grid, Juxtaposed, Name, Node, Number, Product, Sequence

PART = "stacked_part"
"""The word for one of several parts of equal length: `stacked_part(x, 2, 4)` is the second quarter of x."""


def gates(sides: tuple[Node, ...]) -> tuple[tuple[Node, Node], ...]:
    """The name and the value of each gate; empty where the two sides are no stacked gates."""
    names = _column(sides[0]) if len(sides) == 2 else ()
    split = _functions(sides[1]) if names and all(map(is_symbol, names)) else None
    if split is None or len(split[0]) != len(names):
        return ()
    functions, argument = split
    return tuple((name, _applied(functions[k], argument, k + 1, len(names))) for k, name in enumerate(names))


def together(values: tuple[Node, ...], place: Node) -> Node:
    """All gates, one below the other."""
    return Fence(place.span, "[", Sequence(place.span, values, (";",) * (len(values) - 1)), "]")


def _column(node: Node) -> tuple[Node, ...]:
    """The cells of a matrix with one column."""
    node = unwrap(node)
    single = isinstance(node, Grid) and "cases" not in node.kind and all(len(row) == 1 for row in node.rows)
    return tuple(row[0] for row in node.rows) if single and isinstance(node, Grid) and len(node.rows) > 1 else ()


def _functions(node: Node) -> tuple[tuple[Node, ...], Node] | None:
    """The column of functions that a side begins with, and what stands behind it."""
    node = unwrap(node)
    if isinstance(node, Product):
        first = _functions(node.first)
        if first is not None:
            return first[0], Product(node.span, first[1], node.rest)
        column = _column(node.first)
        rest = node.rest[0][1] if len(node.rest) == 1 else Product(node.span, node.rest[0][1], node.rest[1:])
        return (column, rest) if _all_functions(column) else None
    column = _column(node.items[0]) if isinstance(node, Juxtaposed) else ()
    return (column, juxtaposed(list(node.items[1:]))) if isinstance(node, Juxtaposed) and _all_functions(column) else None


def _all_functions(column: tuple[Node, ...]) -> bool:
    r"""`\sigma`, `\tanh`, `\text{sigm}`: names, no letters."""
    return bool(column) and all(isinstance(unwrap(cell), Name) for cell in column)


def _applied(function: Node, argument: Node, place: int, count: int) -> Node:
    span = argument.span
    numbers = tuple(Number(span, str(k), str(k)) for k in (place, count))
    part = Juxtaposed(span, (Name(span, PART), Fence(span, "(", Sequence(span, (argument, *numbers), (",", ",")), ")")))
    return Juxtaposed(span, (function, Fence(span, "(", part, ")")))
