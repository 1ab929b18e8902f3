r"""Sides that say which shapes are multiplied, and compute nothing: `QK^\top = (n \times d_k)(d_k \times n) = n \times n`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Node, Product, Relation, Sequence

if TYPE_CHECKING:
    Shape = tuple[Node, ...]

BETWEEN_SHAPES = frozenset({"times", "cdot", "dot"})


def is_shape_row(node: Node) -> bool:
    r"""`(n \times d_k)(d_k \times n)`: brackets that hold products only."""
    return all(isinstance(item, Fence) and _crossed(item.body) for item in _factors(node))


def shape_in(side: Node) -> Shape:
    r"""The sizes of `n \times d`, `(n \times d)`; nothing of other sides."""
    side = unwrap(side)
    sizes = _crossed(side.body if isinstance(side, Fence) and side.opener in "([" else side)
    return sizes if all(map(_is_size, sizes)) else ()


def multiplies_shapes(display: Display) -> bool:
    """Whether a display only says which shape the product of matrices of two or more shapes has, and says it right."""
    row = unwrap(display.rows[0]) if len(display.rows) == 1 else None
    return isinstance(row, Relation) and {*row.signs} == {"="} and not without_shapes([*row.operands], [*row.signs])[0]


def without_shapes(sides: list[Node], signs: list[str]) -> tuple[list[Node], list[str]]:
    r"""The chain without what its end says of shapes: from a product of shapes on, of which each starts as the one before it ends.

    No side is left where the first is one. Numbers and lists are told by the shape that follows: `[10, 64] \times [64, 10] = [10, 10]`.
    """
    start, product = next(((k, shape) for k, side in enumerate(sides) if (shape := _product(side))), (len(sides), ()))
    behind = sides[start + 1 :]
    told = bool(behind) or (start > 0 and is_shape_row(sides[-1]) and any(number_of(size) is None for size in product))
    if not product or not told or not all(_is_same(shape_of, product) for shape_of in map(_told, behind)):
        return sides, signs
    return sides[:start], signs[: max(start - 1, 0)]


def _product(side: Node) -> Shape:
    r"""The outer sizes of `(n \times d)(d \times m)`, two or more shapes whose inner sizes meet; nothing of other sides."""
    shapes = [_bracketed(factor) for factor in _factors(side)]
    meet = len(shapes) > 1 and all(shapes) and all(same(left[-1], right[-2 if len(right) > 1 else 0]) for left, right in pairwise(shapes))
    return (*shapes[0][:-1], shapes[-1][-1]) if meet else ()


def _bracketed(node: Node) -> Shape:
    r"""The sizes of `(3 \times 4)`, `[3, 4]`."""
    if not isinstance(node, Fence) or node.opener not in "([":
        return ()
    body = unwrap(node.body)
    listed = isinstance(body, Sequence) and len(body.items) > 1 and {*body.separators} == {","}
    sizes = tuple(map(unwrap, body.items)) if isinstance(body, Sequence) and listed else _crossed(body)
    return sizes if all(map(_is_size, sizes)) else ()


def _told(side: Node) -> Shape:
    """The shape that a side says, as one or as a product."""
    return shape_in(side) or _bracketed(unwrap(side)) or _product(side)


def _is_same(one: Shape, other: Shape) -> bool:
    return len(one) == len(other) and all(map(same, one, other))


def _factors(node: Node) -> list[Node]:
    r"""The factors of `(a)(b)`, `(a) \cdot (b)`."""
    node = unwrap(node)
    if isinstance(node, Product) and {*node.signs} <= BETWEEN_SHAPES:
        return [factor for operand in node.operands for factor in _factors(operand)]
    return [unwrap(item) for item in node.items] if isinstance(node, Juxtaposed) else [node]


def _crossed(node: Node) -> Shape:
    r"""The n and d of `n \times d`."""
    node = unwrap(node)
    return tuple(map(unwrap, node.operands)) if isinstance(node, Product) and {*node.signs} == {"times"} else ()


def _is_size(size: Node) -> bool:
    return number_of(size) is not None or is_symbol(size)
