"""Lists of names: what says only how a vector or matrix is made up, and defines nothing that could be computed."""

from __future__ import annotations

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transpose_mark
from vault_tools.compiler.resolve.writing.nodes import children, every, scripts_moved_out, unwrap, word
from vault_tools.compiler.syntax_tree import Ellipsis_, Empty, Fence, Grid, Node, Product, Scripted, Sequence, Text

VALUES = frozenset({"infty", "inf", "pi", "e"})
"""Names that are values."""


def lists_names(node: Node) -> bool:
    r"""`(x_1, \dots, x_n)`, `[x_1^T \cdot x_2^T]`, a matrix of names with dots: nothing but names, however they are bracketed."""
    node = unwrap(node)
    match node:
        case Ellipsis_() | Empty() | Text():
            return True
        case Fence() | Grid() | Sequence():
            return all(map(lists_names, children(node)))
        case Product(rest=rest) if all(sign in ("cdot", "dot") for sign, _ in rest):
            return all(map(lists_names, children(node)))
        case Scripted(base=base, sup=sup) if sup is not None and is_transpose_mark(sup) and not is_symbol(node):
            return lists_names(base)
        case _:
            return is_symbol(node) and word(scripts_moved_out(node)) not in VALUES and _is_plain(node)


def has_dots(node: Node) -> bool:
    """A list that is cut short by dots."""
    return bool(every(Ellipsis_, node))


def _is_plain(node: Node) -> bool:
    """Without a computed superscript."""
    node = scripts_moved_out(node)
    return (
        not isinstance(node, Scripted)
        or node.sup is None
        or is_transpose_mark(node.sup)
        or word(node.sup) is not None
        or isinstance(unwrap(node.sup), Fence)
    )
