r"""Orders of growth, as costs are given: `O(n d^2)` says how large something is, and is no factor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import is_words, texts, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.syntax_tree import Node

ORDERS = frozenset({"O", "Theta", "Omega"})
LENGTHS = frozenset("NLTD")
"""Capitals of what is counted, beside the small letters."""


def gives_order(atoms: Sequence[Node]) -> bool:
    r"""`O(n^2)`, `\Theta(n \log n)` and nothing else."""
    return len(atoms) == 2 and word(atoms[0]) in ORDERS and isinstance(unwrap(atoms[1]), Fence)


def ends_in_order(atoms: Sequence[Node]) -> bool:
    r"""`Q (K^\top V) \; O(n d^2)`: a capital O before a bracket that holds nothing but counts."""
    if len(atoms) < 3 or word(atoms[-2]) != "O":
        return False
    inside = unwrap(atoms[-1])
    written = texts(inside) - {"log"} if isinstance(inside, Fence) and inside.opener == "(" else frozenset()
    return bool(written) and all(letter.islower() or letter in LENGTHS for text in written for letter in text)


def is_remark_on_order(node: Node) -> bool:
    r"""`O(n d^2)`, `\text{cost } O(n d^2)`, `\text{in } O(n) \text{ time}` beside a formula."""
    items = node.items if isinstance(node, Juxtaposed) else ()
    return gives_order([item for inner in items for item in _parts(inner) if not is_words(item)])


def _parts(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Juxtaposed) else (node,)
