r"""Roots written as a word: `sqrt(d_k)`, `\text{sqrt}(d_k)` is `\sqrt{d_k}`, so that what stands below it scales a product here, too."""

from __future__ import annotations

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import cover, juxtaposed, rebuilt, unwrap, word
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Node, Root, Scripted

SQRT = "sqrt"


def with_roots(display: Display) -> Display:
    """The display with a root for each such word before a bracket, or before the one symbol that ends the row."""
    return rebuilt(display, _with_roots)


def _with_roots(node: Node) -> Node:
    if not isinstance(node, Juxtaposed):
        return node
    items: list[Node] = []
    for k, item in enumerate(node.items):
        root = _root(items[-1], item, ends=k + 1 == len(node.items)) if items and word(items[-1]) == SQRT else None
        items[-1 if root else len(items) :] = [root or item]
    return juxtaposed(items) if len(items) < len(node.items) else node


def _root(name: Node, below: Node, *, ends: bool) -> Node | None:
    r"""The root of what stands behind its name; a power of the bracket is one of the root: `sqrt(a)^2`."""
    below = unwrap(below)
    match below:
        case Fence(opener="("):
            return Root(cover((name, below)), below)
        case Scripted(base=base) if isinstance(unwrap(base), Fence) and below.sub is None:
            root = _root(name, base, ends=False)
            return None if root is None else Scripted(cover((name, below)), root, None, below.sup, below.primes)
        case _:
            return Root(cover((name, below)), below, braced=True) if ends and is_symbol(below) else None
