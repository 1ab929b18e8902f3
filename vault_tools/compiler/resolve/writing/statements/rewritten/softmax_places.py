r"""An index behind softmax that its argument carries, too: `\text{softmax}(q_i \cdot k_j)_j` is `\text{softmax}_j(q_i \cdot k_j)`."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import rebuilt, unwrap, word
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

SOFTMAX = frozenset({"softmax", "Softmax", "SoftMax"})


def with_indices_of_softmax(display: Display) -> Display:
    """The display with such an index below the word; an entry of a vector (`softmax(z)_j`) stays as it is."""
    return rebuilt(display, _moved)


def _moved(node: Node) -> Node:
    if not isinstance(node, Juxtaposed) or not any(_carries(name, bracket) for name, bracket in pairwise(node.items)):
        return node
    items = list(node.items)
    for at, (name, bracket) in enumerate(pairwise(node.items)):
        if _carries(name, bracket) and isinstance(bracket, Scripted):
            items[at], items[at + 1] = Scripted(name.span, name, bracket.sub), bracket.base
    return replace(node, items=tuple(items))


def _carries(name: Node, bracket: Node) -> bool:
    """Softmax before a bracket with one letter below, which is a script inside."""
    if not isinstance(bracket, Scripted) or bracket.sub is None or bracket.sup is not None or bracket.primes:
        return False
    fence = unwrap(bracket.base)
    letter = word(bracket.sub)
    if word(name) not in SOFTMAX or not isinstance(fence, Fence) or letter is None or len(letter) > 1:
        return False
    return canonical(bracket.sub) in script_letters(fence.body)
