r"""A display of several statements as our printer writes it: every statement once, in the order of the note, then what else they use."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.latex import ROW_END, print_latex
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context
from vault_tools.verify.wording.left_side import OPENING, in_own_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler import tree
    from vault_tools.compiler.syntax_tree import Display


def print_display(programs: Sequence[tree.Program], display: Display | None) -> str:
    """LaTeX of the statements of a display; a definition that is one of them, or that several use, is written once."""
    if len(programs) == 1:
        return in_own_words(print_latex(programs[0]), programs[0], display)
    stated = {program.name for program in programs}
    used = {binding.name: binding for program in programs for binding in program.bindings if binding.name not in stated}
    rows = [_aligned(in_own_words(print_latex(replace(one, bindings=())), one, display)) for one in _in_order(programs, display)]
    rows += [_aligned(print_latex(_definition(programs[0], binding))) for binding in used.values()]
    return OPENING + ROW_END.join(dict.fromkeys(rows)) + r"\end{aligned}"


def _in_order(programs: Sequence[tree.Program], display: Display | None) -> Sequence[tree.Program]:
    """As the note has them, where all have a name there."""
    heads = [entry.head for entry in Context.alone(display).entries] if display is not None else []
    places = {name: k for k, head in enumerate(heads) if head.symbol is not None for name in (canonical(head.symbol), head.base)}
    if not all(program.name in places for program in programs):
        return programs
    return sorted(programs, key=lambda program: places[program.name or ""])


def _aligned(row: str) -> str:
    """`V &= X W_{V}`; what has no left side begins where the right sides do."""
    left, sign, right = row.partition(" = ")
    return f"{left} &{sign.lstrip()}{right}" if sign else f"& {row}"


def _definition(program: tree.Program, binding: tree.Binding) -> tree.Program:
    return replace(program, name=binding.name, indices=binding.indices, result=binding.body, sides=(), relations=(), stated=(), bindings=())
