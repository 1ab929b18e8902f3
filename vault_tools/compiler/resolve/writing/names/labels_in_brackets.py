r"""Labels above by their look alone: the `<t>` of lecture notes, the `T_c` of `m_i^{(T_c)}`, which no letter of the formula decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import is_euler, number_of, word
from vault_tools.compiler.syntax_tree import Empty, Fence, Name, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Juxtaposed, Node, Relation

PROJECTED = frozenset("QKV")
"""Labels of the weights of queries, keys and values."""


def are_labels(base: Node, sup: Juxtaposed) -> bool:
    r"""The `[l](i)` of `a^{[l](i)}`, the `(i)(t)` of `x^{(i)(t)}`: nobody writes the factors of a power so."""
    fences = [item for item in sup.items if isinstance(item, Fence) and item.opener in "([⟨{"]
    if len(fences) < len(sup.items) or is_euler(base):
        return False
    lone = all(word(fence.body) is not None or number_of(fence.body) is not None for fence in fences)
    return lone or any(fence.opener != "(" for fence in fences)


def is_step(sup: Relation) -> bool:
    """`<t`: all before the t-th, a label."""
    return isinstance(sup.first, Empty)


def is_labelled(node: Node) -> bool:
    r"""The `T_c` of `m_i^{(T_c)}`: a letter with a label, as numbers of steps have them."""
    return isinstance(node, Scripted) and node.sup is None and not node.primes and word(node.base) is not None


def tells_apart(sup: Node, *, upper: bool) -> bool:
    r"""The `\text{seq}'` of `h^{\text{seq}'}`, the `V_g` of weights `W^{V_g}`: a word or a projection with scripts, and no exponent."""
    base = sup.base if isinstance(sup, Scripted) else None
    if isinstance(base, Name) and not base.command:
        return len(base.text) > 1
    return base is not None and upper and word(base) in PROJECTED
