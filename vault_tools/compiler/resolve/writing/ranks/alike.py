"""A point and the data of the same letter are of one kind: what notation says about the rank of one holds for the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import without_step

if TYPE_CHECKING:
    from collections.abc import Mapping


def shared_by_steps(marks: dict[str, set[str]]) -> dict[str, set[str]]:
    """What is said of `h_t` and of `h_{t-1}` is said of both."""
    stems: dict[str, str] = {}
    for name in marks:
        if "_minus_" in name or "_plus_" in name:
            stems[name] = without_step(name)
    for name, stem in stems.items():
        marks.setdefault(stem, set()).update(marks[name])
    for name, stem in stems.items():
        marks[name] = marks[stem]
    return marks


def alike(hints: dict[str, set[str]], data: Mapping[str, str]) -> dict[str, set[str]]:
    """The hints, those of `x` at the `x_i` and those of the `x_i` at `x`; `data` names the letter of each."""
    for point, letter in data.items():
        elements = f"{point}_{letter}"
        if point in hints and elements in hints:
            own, others = _behind(hints[point], 0), _behind(hints[elements], 1)
            hints[point] |= {f"{mark}@0" for mark in others}
            hints[elements] |= {f"{mark}@1" for mark in own}
            if "cdot" in own and "cdot" in others:  # a point with each of the data
                hints[point].add("dotted@0")
                hints[elements].add("dotted@1")
    return hints


def _behind(flags: set[str], count: int) -> list[str]:
    """What is said of a symbol with so many indices."""
    return [mark for mark, _, indices in (flag.partition("@") for flag in flags) if indices == str(count)]
