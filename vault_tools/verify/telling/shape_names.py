"""The names of sizes in a family's explanation as the formula itself has them: n×m of a textbook is n×d where the note says so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.verify.domains import dimensions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_tools.compiler import tree
    from vault_tools.model import Step


def in_sizes_of(program: tree.Program, sizes: Mapping[str, int], steps: Sequence[Step]) -> tuple[Step, ...]:
    """The steps with each named size replaced by the program's name for it; by its number where that is not clear.

    A name of the explanation is a size of the program that has its number wherever it occurs: its own name first, else the only one.
    """
    numbers = {str(dim): dim.value(dict(sizes)) for dim in dimensions(program) if dim.number is None and set(dim.names) <= set(sizes)}
    found: dict[str, set[int]] = {}
    for step in steps:
        for name, number in zip(step.symbolic, step.shape, strict=True):
            found.setdefault(str(name), set()).add(number)
    names = {name: _name(name, met, numbers) for name, met in found.items()}
    return tuple(
        replace(step, symbolic=tuple(names[str(name)] or number for name, number in zip(step.symbolic, step.shape, strict=True)))
        for step in steps
    )


def _name(name: str, met: set[int], numbers: Mapping[str, int]) -> str | None:
    fitting = [own for own, number in numbers.items() if {number} == met]
    if name in fitting:
        return name
    return fitting[0] if len(fitting) == 1 else None
