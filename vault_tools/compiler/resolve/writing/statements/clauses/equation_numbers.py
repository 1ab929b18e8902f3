"""Numbers in front of equations: the `(3)` and the `(a)` that a wide space parts from what they count are no statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Number

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

ROMAN = frozenset({"ii", "iii", "iv", "vi", "vii", "viii"})


def is_equation_number(node: Node) -> bool:
    """`(3)`, `(a)`, `(iv)`."""
    if not isinstance(node, Fence) or node.opener != "(":
        return False
    label = word(node.body)
    return isinstance(unwrap(node.body), Number) or (label is not None and (len(label) == 1 or label in ROMAN))
