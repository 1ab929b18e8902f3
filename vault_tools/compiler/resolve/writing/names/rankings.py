r"""The place of a thing in a ranking: the `\text{rank}(d)` of a document is a table, as only capitals and bold letters have a rank."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import base_of, every, word
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Letters, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node

RANK = "rank"
NO_TABLES: frozenset[str] = frozenset()


def rankings(display: Display) -> frozenset[str]:
    """The word `rank` where every bracket behind it holds one small letter in no font (`d`, `d_i`)."""
    rows = (pair for row in every(Juxtaposed, display) for pair in pairwise(row.items))
    held = [_held(bracket) for name, bracket in rows if word(base_of(name)) == RANK]
    return frozenset({RANK}) if held and all(map(_is_small, held)) else NO_TABLES


def _held(bracket: Node) -> Node | None:
    """What a call holds, its font included."""
    fence = base_of(bracket)
    return fence.body if isinstance(fence, Fence) and fence.opener == "(" else None


def _is_small(node: Node | None) -> bool:
    node = node.base if isinstance(node, Scripted) else node
    return isinstance(node, Letters) and len(node.text) == 1 and node.text.islower()
