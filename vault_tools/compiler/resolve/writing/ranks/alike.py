"""A point and the data of the same letter are of one kind: what notation says about the rank of one holds for the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import without_step
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, unwrap
from vault_tools.compiler.syntax_tree import Sum

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler.resolve.writing.ranks.marks import Marks
    from vault_tools.compiler.resolve.writing.statements.context import Entry

OF_VECTORS = ("transposed", "normed")
NOTHING: frozenset[str] = frozenset()


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


def pass_on(hints: Marks, known: Mapping[str, set[str]], entry: Entry) -> None:
    r"""`d = x - \mu` of which the note has `d^\top`: what is added up to a vector are vectors."""
    head, side = entry.head.symbol, unwrap(entry.statement.sides[-1])
    if head is None or entry.head.is_function or not isinstance(side, Sum):
        return
    found = hints.facts.read(head)
    if known.get(found.name, NOTHING).isdisjoint(f"{mark}@{len(found.indices)}" for mark in OF_VECTORS):
        return
    for _, term in side.terms:
        if is_symbol(term) and not is_upper(bare(term)):
            hints.mark(term, "dotted")


def _behind(flags: set[str], count: int) -> list[str]:
    """What is said of a symbol with so many indices."""
    return [mark for mark, _, indices in (flag.partition("@") for flag in flags) if indices == str(count)]
