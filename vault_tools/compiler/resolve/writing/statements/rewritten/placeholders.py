r"""A dot for the argument of a function that is being defined: `\phi(\cdot) = \text{elu}(\cdot) + 1` is `\phi(x) = \text{elu}(x) + 1`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, texts, unwrap
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Letters, Name, Relation

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

DOTS = frozenset({"cdot", "bullet"})
DEFINING = frozenset({"=", ":=", "≡", "≜"})
LETTERS = ("x", "z", "u")
"""Letters for what a function takes, the first that the definition does not use."""


def with_letters_for_dots(display: Display) -> Display:
    """The display with a letter for the dot on both sides of such a definition."""
    if not any(map(_is_dotted, every(Fence, display))):
        return display
    return rebuilt(display, _lettered)


def _is_dotted(fence: Fence) -> bool:
    body = unwrap(fence.body)
    return fence.opener == "(" and isinstance(body, Name) and body.text in DOTS


def _lettered(node: Node) -> Node:
    if not isinstance(node, Relation) or not _names_function(node.first) or not DEFINING.issuperset(node.signs):
        return node
    if not all(any(map(_is_dotted, every(Fence, side))) for _, side in node.rest):
        return node
    letter = next((letter for letter in LETTERS if letter not in texts(node)), None)
    return rebuilt(node, lambda inner: _filled(inner, letter)) if letter is not None else node


def _names_function(left: Node) -> bool:
    r"""`\phi(\cdot)`, `\sigma_1(\cdot)`."""
    items = left.items if isinstance(left, Juxtaposed) else ()
    return len(items) == 2 and is_symbol(items[0]) and isinstance(items[1], Fence) and _is_dotted(items[1])


def _filled(node: Node, letter: str) -> Node:
    return replace(node, body=Letters(node.body.span, letter)) if isinstance(node, Fence) and _is_dotted(node) else node
