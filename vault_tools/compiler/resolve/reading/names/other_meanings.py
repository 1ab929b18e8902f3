r"""Numbers that a note gives for a letter which means something else here: `h = 8` heads beside the states `h_j`, `V = 50000` words."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, every, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Node


def is_another(found: Occurrence, number: Node, entry: Entry | None) -> bool:
    """Whether the one number that the note gives for a letter cannot be what stands here: an entry, a transposed matrix, the values that
    weights of a softmax are summed over. `entry`: the statement in which it stands.
    """
    if number_of(number) is None:
        return False
    if found.indices:
        return True
    if not is_upper(bare(found.node)):
        return False
    turned = any(operation.kind == "transpose" for operation in found.operations)
    return turned or (entry is not None and any(_is_weighted(found.node, side) for side in entry.statement.sides))


def _is_weighted(symbol: Node, side: Node) -> bool:
    r"""`\mathrm{softmax}(…) V`."""
    factors = (product.items for product in every(Juxtaposed, side))
    calls = (pair for items in factors for pair in zip(pairwise(items), items[2:], strict=False))
    return any(
        word(function) == "softmax" and isinstance(unwrap(arguments), Fence) and unwrap(behind).span == symbol.span
        for (function, arguments), behind in calls
    )
