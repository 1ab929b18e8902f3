r"""One reading for all statements of a display: in `A' = softmax(A), O = VA'` the columns of A' sum to one for both.

Each statement is read by itself. Along which axis softmax runs may only show where its weights are used.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.model import Fork, message

if TYPE_CHECKING:
    from collections.abc import Iterable

ROWS, COLUMNS = "reading.softmax_last_axis", "reading.softmax_columns_behind"


def leaves_axis_open(program: tree.Program) -> bool:
    """Whether a statement defines weights and does not say along which axis they sum to one."""
    called = isinstance(program.result, tree.Call) and program.result.axis == -1
    return called and program.name is not None and Fork.AXIS_OF_WEIGHTS in program.forks


def as_used(program: tree.Program, others: Iterable[tree.Program]) -> tree.Program:
    """The program with its weights along the axis that another statement of the display needs them along."""
    if not any(_needs_columns(other, program.name) for other in others):
        return program
    assert isinstance(program.result, tree.Call)
    turned = replace(program.result, axis=-2)
    sides = tuple(turned if side is program.result else side for side in program.sides)
    readings = (message(COLUMNS) if reading.key == ROWS else reading for reading in program.readings)
    return replace(program, result=turned, sides=sides, readings=tuple({str(one): one for one in readings}.values()))


def _needs_columns(program: tree.Program, name: str | None) -> bool:
    return Fork.AXIS_OF_WEIGHTS_BEHIND in program.forks and any(
        binding.name == name and isinstance(binding.body, tree.Call) and binding.body.axis == -2 and not binding.indices
        for binding in program.bindings
    )
