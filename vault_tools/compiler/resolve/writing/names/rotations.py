r"""The rotation matrix of RoPE as its paper writes it: `R_{\Theta,m}` turns by the angles of position m."""

from __future__ import annotations

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import unwrap, word
from vault_tools.compiler.syntax_tree import Node, Scripted, Sequence


def turned_to(node: Node) -> Node | None:
    r"""The m of `R_{\Theta,m}` and `R^d_{\Theta,m}`, None for anything else."""
    if not isinstance(node, Scripted) or node.sub is None or word(node.base) != "R":
        return None
    below = unwrap(node.sub)
    if not isinstance(below, Sequence) or len(below.items) != 2 or canonical(below.items[0]) != "Theta":
        return None
    return below.items[1]
