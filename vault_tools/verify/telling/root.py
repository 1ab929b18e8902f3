r"""Whether a note asks what its scale is for: it names a root of a size by itself (`\sqrt d_k`) beside a formula that divides by one."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.syntax_tree import Display, Root, Scripted
from vault_tools.verify.domains import expressions

if TYPE_CHECKING:
    from vault_tools.verify.scope import NoteScope


def asks_why_scaled(scope: NoteScope, position: int) -> bool:
    """Shown once in a note: in its first formula with queries and keys that is scaled by the root of a size."""
    if not _is_scaled_attention(scope, position):
        return False
    if not any(isinstance(display, Display) and _is_bare_root(display) for display in scope.displays):
        return False
    return position == next((other for other in scope.nearby(position) if _is_scaled_attention(scope, other)), None)


def _is_bare_root(display: Display) -> bool:
    if len(display.rows) != 1:
        return False
    node = unwrap(display.rows[0])
    return isinstance(node, Root) or (isinstance(node, Scripted) and isinstance(unwrap(node.base), Root))


def _is_scaled_attention(scope: NoteScope, position: int) -> bool:
    recognition, program = scope.recognition(position), scope.program(position)
    if recognition is None or program is None or not {"query", "key"} <= set(recognition.family.roles.values()):
        return False
    return any(_is_root_of_size(node) for node in expressions(program))


def _is_root_of_size(node: tree.Expression) -> bool:
    match node:
        case tree.Power(base=tree.Size(), exponent=tree.Number(value=value)):
            return abs(value) == Fraction(1, 2)
    return False
