r"""Teacher and student: in `\mathrm{KL}(A^T \| A^S)` the T is a label as the S is, and no transpose."""

from __future__ import annotations

from dataclasses import replace

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, scripts_moved_out, unwrap, word
from vault_tools.compiler.syntax_tree import Display, Fence, Node, Scripted

TEACHER, STUDENT = "T", "S"


def with_teachers(display: Display) -> Display:
    """The display with the T in brackets, as labels may stand, at each symbol that carries an S elsewhere; itself where none does."""
    students = _carrying(display, STUDENT)
    taught = students & _carrying(display, TEACHER) if students else students
    if not taught:
        return display
    return rebuilt(display, lambda node: _labelled(node, taught))


def _carrying(display: Display, label: str) -> frozenset[str]:
    """Symbols with this letter above."""
    raised = [scripts_moved_out(node) for node in every(Scripted, display) if node.sup is not None]
    nodes = [node for node in raised if isinstance(node, Scripted) and node.sup is not None and word(node.sup) == label]
    return frozenset([canonical(unwrap(node.base)) for node in nodes if is_symbol(node.base)])


def _labelled(node: Node, taught: frozenset[str]) -> Node:
    if not isinstance(node, Scripted) or node.sup is None or word(node.sup) != TEACHER or not is_symbol(node.base):
        return node
    if canonical(unwrap(node.base)) not in taught:
        return node
    return replace(node, sup=Fence(node.sup.span, "(", node.sup, ")"))
