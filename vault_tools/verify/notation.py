"""A formula's notation for comparing it with other notes': what it is up to names, and what its names stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.form import form
from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.syntax_tree import Display
from vault_tools.model import Notation
from vault_tools.verify.left_side import in_own_words
from vault_tools.verify.scope import scope_of

if TYPE_CHECKING:
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.model import NoteMath


def notation_of(note: NoteMath, position: int, vocabulary: Vocabulary) -> Notation | None:
    """The notation of a formula that computes something; None for any other."""
    scope = scope_of(note, vocabulary)
    program = scope.program(position)
    if program is None:
        return None
    shapes: dict[str, tuple[str | int, ...]] = dict.fromkeys(program.sizes, ())
    shapes |= {parameter.name: tuple(dim.plain for dim in parameter.shape) for parameter in program.inputs}
    display = scope.displays[position]
    latex = in_own_words(print_latex(program), program, display if isinstance(display, Display) else None)
    return Notation(form(program), latex, program.name or "", shapes)
