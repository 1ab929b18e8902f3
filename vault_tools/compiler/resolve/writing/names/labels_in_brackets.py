r"""Labels above by their look alone: the `<t>` of lecture notes, the `T_c` of `m_i^{(T_c)}`, which no letter of the formula decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import word
from vault_tools.compiler.syntax_tree import Empty, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node, Relation


def is_step(sup: Relation) -> bool:
    """`<t>` as in lecture notes: a label in angle brackets."""
    return isinstance(sup.first, Empty)


def is_labelled(node: Node) -> bool:
    r"""The `T_c` of `m_i^{(T_c)}`: a letter with a label, as numbers of steps have them."""
    return isinstance(node, Scripted) and node.sup is None and not node.primes and word(node.base) is not None
