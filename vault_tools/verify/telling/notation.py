"""A formula's notation for comparing it with other notes': what it is up to names, and what its names stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.recognition.form import form
from vault_tools.compiler.syntax_tree import Display
from vault_tools.model import Notation
from vault_tools.verify.scope import scope_of
from vault_tools.verify.telling.whole_display import print_display

if TYPE_CHECKING:
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.model import NoteMath


def notation_of(note: NoteMath, position: int, vocabulary: Vocabulary) -> Notation | None:
    """The notation of a formula that computes something, with all its statements; None for any other."""
    scope = scope_of(note, vocabulary)
    main = scope.program(position)
    if main is None:
        return None
    programs = [program for program in scope.statements(position) if isinstance(program, tree.Program)] or [main]
    shapes: dict[str, tuple[str | int, ...]] = {}
    for program in reversed(programs):
        shapes |= dict.fromkeys(program.sizes, ())
        shapes |= {parameter.name: tuple(dim.plain for dim in parameter.shape) for parameter in program.inputs}
    display = scope.displays[position]
    forms = [form(program) for program in programs]
    latex = print_display(programs, display if isinstance(display, Display) else None)
    return Notation("; ".join(forms) if all(forms) else "", latex, main.name or "", shapes)
