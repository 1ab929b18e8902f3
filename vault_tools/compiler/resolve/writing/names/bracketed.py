r"""A word in brackets with a script is the word with it: `(\text{weight})_t` is `\text{weight}_t`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Name, Scripted, Text

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node


def with_bare_words(display: Display) -> Display:
    """The display without such brackets; itself where there are none."""
    for node in every(Scripted, display):
        if type(node.base) is Fence and _bracketed(node) is not None:
            return rebuilt(display, _bare)
    return display


def _bare(node: Node) -> Node:
    inside = _bracketed(node) if isinstance(node, Scripted) else None
    return node if inside is None or not isinstance(node, Scripted) else replace(node, base=inside)


def _bracketed(node: Scripted) -> Node | None:
    """The word between the round brackets that carry a subscript."""
    if node.sub is None or type(node.base) is not Fence or node.base.opener != "(":
        return None
    inside = unwrap(node.base.body)
    return inside if isinstance(inside, Name | Text) and len(word(inside) or "") > 1 else None
