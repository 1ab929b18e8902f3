r"""Numbers that a note gives for a letter which means something else here: `h = 8` beside states `h_j`, `q = [1, 0]` beside all `q_i`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, children, every, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Node


def is_another(reader: Reader, found: Occurrence, given: Node, entry: Entry | None) -> bool:
    """Whether the numbers that the note gives for a letter cannot be what stands in the statement `entry`: one number where there is an
    entry, a transposed matrix, the values that weights of a softmax are summed over or what the next side puts a list in for; one vector
    where each entry is a vector.
    """
    if number_of(given) is None:
        return bool(found.indices) and _has_vectors(reader, found, entry) and _depth(given) == len(found.indices)
    sides = entry.statement.sides if entry is not None else ()
    if found.indices or any(_depth(node) for node in _put_in(found.node, sides)):
        return True
    if not is_upper(bare(found.node)):
        return False
    turned = any(operation.kind == "transpose" for operation in found.operations)
    return turned or any(_is_weighted(found.node, side) for side in sides)


def _has_vectors(reader: Reader, found: Occurrence, entry: Entry | None) -> bool:
    r"""The `q_i` of `q_i \cdot k_j`."""
    return ("dotted", len(found.indices)) in reader.sheet.hints(entry).get(found.name, ())


def _put_in(symbol: Node, sides: tuple[Node, ...]) -> Iterator[Node]:
    r"""What a chain writes in the place of a symbol in its next side: the `[1, 0]` for the y of `p - y = [0.7, 0.3] - [1, 0]`."""
    for side, behind in pairwise(sides):
        yield from _in_the_place(symbol, side, behind)


def _in_the_place(symbol: Node, side: Node, other: Node) -> Iterator[Node]:
    if side.span == symbol.span:
        yield other
    elif type(side) is type(other) and side.span.start <= symbol.span.start < side.span.end:
        inside, opposite = children(side), children(other)
        for one, another in zip(inside, opposite, strict=True) if len(inside) == len(opposite) else ():
            yield from _in_the_place(symbol, one, another)


def _depth(given: Node) -> int:
    """How many axes written numbers have: 1 for `[1, 0]`; 0 where it is not written as lists."""
    given = unwrap(given)
    items = given.body.items if isinstance(given, Fence) and isinstance(given.body, Sequence) else ()
    return 1 + _depth(items[0]) if items else 0


def _is_weighted(symbol: Node, side: Node) -> bool:
    r"""`\mathrm{softmax}(…) V`."""
    factors = (product.items for product in every(Juxtaposed, side))
    calls = (pair for items in factors for pair in zip(pairwise(items), items[2:], strict=False))
    return any(
        word(function) == "softmax" and isinstance(unwrap(arguments), Fence) and unwrap(behind).span == symbol.span
        for (function, arguments), behind in calls
    )
