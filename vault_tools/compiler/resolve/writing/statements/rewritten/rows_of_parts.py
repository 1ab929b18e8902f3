r"""Rows of one of several matrices, `(Q_h)_i (K_h)_j^\top`, as symbols with both places, `Q_{h,i} K_{h,j}^\top`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node


def with_rows_of_parts(display: Display) -> Display:
    """The display with such rows; itself where none of them is transposed, as in `(x_t)_i`."""
    if not any(_part(node) is not None and is_transposed(node) for node in every(Scripted, display)):
        return display
    return rebuilt(display, _with_places)


def _part(node: Node) -> Scripted | None:
    """The `Q_h` of `(Q_h)_i`, a capital with one letter below."""
    fence = unwrap(node.base) if isinstance(node, Scripted) and node.sub is not None and not node.primes else None
    inner = unwrap(fence.body) if isinstance(fence, Fence) and fence.opener == "(" else None
    if not isinstance(inner, Scripted) or inner.sub is None or inner.sup is not None or inner.primes or not is_symbol(inner):
        return None
    below = [word(inner.sub) or "", word(node.sub) or ""] if isinstance(node, Scripted) and node.sub is not None else []
    return inner if is_upper(inner.base) and [len(text) for text in below] == [1, 1] else None


def _with_places(node: Node) -> Node:
    part = _part(node)
    if part is None or part.sub is None or not isinstance(node, Scripted) or node.sub is None:
        return node
    return Scripted(node.span, part.base, Sequence(node.sub.span, (part.sub, node.sub), (",",)), node.sup)
