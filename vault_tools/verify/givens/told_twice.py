"""Names to which one line of a note gives two numbers (`For class A, $p = 0.5$. For class B, $p = 0.3$.`): which one is meant is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_tools.compiler import tree
    from vault_tools.verify.scope import NoteScope


def told_twice(scope: NoteScope, position: int, program: tree.Program) -> bool:
    """Whether the nearest line that gives a number that a program needs gives another one for the same name, too."""
    return any(_is_told_twice(scope, position, parameter.name) for parameter in program.inputs)


def _is_told_twice(scope: NoteScope, position: int, name: str) -> bool:
    telling = [place for place in scope.nearest_first(position) if place < position and name in scope.written(place)]
    lines = [scope.note.formulas[place].line for place in telling]
    told = [scope.written(place)[name] for place, line in zip(telling, lines, strict=True) if line == lines[0]]
    return any(numbers != told[0] for numbers in told)
