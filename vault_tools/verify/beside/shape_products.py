r"""Products of shapes, which are no numbers: `(3 \times 4)(4 \times 2) = 3 \times 2`, `[10, 64] \times [64, 10] = [10, 10]`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Node, Product, Relation, Sequence

if TYPE_CHECKING:
    Shape = tuple[object, ...]

BETWEEN_SIZES = frozenset({"times"})
BETWEEN_SHAPES = frozenset({"times", "cdot", "dot"})


def multiplies_shapes(display: Display) -> bool:
    """Whether a display only says which shape the product of matrices of two or more shapes has, and says it right."""
    row = display.rows[0] if len(display.rows) == 1 else None
    if not isinstance(row, Relation) or len(row.rest) != 1 or row.rest[0][0] != "=":
        return False
    shapes, right = _factors(row.first), _shape(row.rest[0][1], bare=True)
    return right is not None and shapes is not None and _product(shapes) == right


def _product(shapes: list[Shape]) -> Shape | None:
    """The outer sizes, where the inner ones meet."""
    if any(left[-1] != right[-2 if len(right) > 1 else 0] for left, right in pairwise(shapes)):
        return None
    return (*shapes[0][:-1], shapes[-1][-1])


def _factors(side: Node) -> list[Shape] | None:
    """The shapes that a side multiplies: two or more, each in brackets of its own."""
    match side:
        case Juxtaposed(items=items):
            nodes = items
        case Product(first=first, rest=rest) if all(sign in BETWEEN_SHAPES for sign, _ in rest):
            nodes = (first, *(node for _, node in rest))
        case _:
            return None
    shapes = [shape for node in nodes if (shape := _shape(node, bare=False)) is not None]
    return shapes if len(shapes) == len(nodes) > 1 else None


def _shape(node: Node, *, bare: bool) -> Shape | None:
    r"""`(3 \times 4)` or `[3, 4]`; without brackets where `bare`."""
    inner = node.body if isinstance(node, Fence) and node.opener in "([" else node
    match inner:
        case Product(first=first, rest=rest) if (bare or inner is not node) and all(sign in BETWEEN_SIZES for sign, _ in rest):
            return tuple(key(unwrap(size)) for size in (first, *(size for _, size in rest)))
        case Sequence(items=items, separators=separators) if inner is not node and len(items) > 1 and set(separators) == {","}:
            return tuple(key(unwrap(size)) for size in items)
    return None
