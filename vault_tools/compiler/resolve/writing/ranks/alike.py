"""Things of one kind: a point and the data of the same letter, what one function takes; what notation says about the rank of one
holds for the other.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical, without_step
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import arguments, bare, base_of, every, unwrap
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Juxtaposed, Sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from vault_tools.compiler.resolve.writing.ranks.marks import Mark, Marks, Seen
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Node

OF_VECTORS: tuple[Mark, ...] = ("transposed", "normed")
AS_MATRICES: frozenset[Seen] = frozenset({("transposed", 0), ("matrix_beside", 0), ("matrix", 0)})
"""Hints of a capital parameter that is a matrix."""
AS_VECTORS: frozenset[Seen] = frozenset({("transposed", 0), ("normed", 0), ("dotted", 0), ("matrix_beside", 0)})
NOTHING: frozenset[Seen] = frozenset()
PAIR = 2


def shared_by_steps(marks: dict[str, set[Seen]]) -> dict[str, set[Seen]]:
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


def alike(hints: dict[str, set[Seen]], data: Mapping[str, str]) -> dict[str, set[Seen]]:
    """The hints, those of `x` at the `x_i` and those of the `x_i` at `x`; `data` names the letter of each."""
    for point, letter in data.items():
        elements = f"{point}_{letter}"
        if point in hints and elements in hints:
            own, others = _behind(hints[point], 0), _behind(hints[elements], 1)
            hints[point] |= {(mark, 0) for mark in others}
            hints[elements] |= {(mark, 1) for mark in own}
            if "cdot" in own and "cdot" in others:  # a point with each of the data
                hints[point].add(("dotted", 0))
                hints[elements].add(("dotted", 1))
    return hints


def pass_on(hints: Marks, known: Mapping[str, set[Seen]], entry: Entry) -> None:
    r"""`d = x - \mu` of which the note has `d^\top`, `c = \sum_j \alpha_j h_j` of which it has `W c`: these are vectors, too."""
    head, side = entry.head.symbol, unwrap(entry.statement.sides[-1])
    if head is None or entry.head.is_function or not isinstance(side, Sum | BigOperator):
        return
    found = hints.facts.read(head)
    flags = known.get(found.name, NOTHING)
    if not flags.isdisjoint((mark, len(found.indices)) for mark in OF_VECTORS):
        for term in side.operands if isinstance(side, Sum) else ():
            if is_symbol(term) and not is_upper(bare(term)):
                hints.mark(term, "dotted")
    if isinstance(side, BigOperator) and ("matrix_beside", len(found.indices)) in flags and not is_upper(bare(head)):
        _pass_on_to_weighted(hints, side)


def _pass_on_to_weighted(hints: Marks, total: BigOperator) -> None:
    r"""The h_j of `\sum_j \alpha_{tj} h_j`."""
    factors = hints.words.atoms(total.body) if total.operator == "sum" and total.body is not None else []
    if len(factors) == PAIR and all(is_symbol(factor) and not is_upper(bare(factor)) for factor in factors):
        hints.mark(factors[-1], "weighted")


def array_parameters(found: Mapping[str, set[Seen]], entries: Iterable[Entry]) -> dict[str, tuple[Mark | None, ...]]:
    r"""What the parameters of the functions are: both of `\text{score}(s, h) = s^\top W h` vectors, a capital one a matrix."""
    taken: dict[str, tuple[Mark | None, ...]] = {}
    for entry in entries:
        head = entry.head
        if head.is_function and head.symbol is not None and head.parameters:
            marks = tuple([_taken_for(parameter, found.get(canonical(parameter), NOTHING)) for parameter in head.parameters])
            if any(marks):
                taken[canonical(head.symbol)] = marks
    return taken


def _taken_for(parameter: Node, flags: AbstractSet[Seen]) -> Mark | None:
    """The mark of what stands for a parameter; none where it may be a number."""
    if is_upper(parameter):
        return "matrix" if not flags.isdisjoint(AS_MATRICES) else None
    return "dotted" if not flags.isdisjoint(AS_VECTORS) else None


def take_as_parameters(marks: Marks, entry: Entry, taken: Mapping[str, tuple[Mark | None, ...]]) -> None:
    r"""The s_{t-1} of `\text{score}(s_{t-1}, h_i)`: what stands for a vector in the definition of the function is one."""
    for name, bracket in _calls(marks, entry):
        fence = base_of(bracket)
        given = arguments(fence) if name in taken and isinstance(fence, Fence) else ()
        for argument, mark in zip(given, taken.get(name, ()), strict=False):
            if mark and is_symbol(argument) and not is_upper(bare(argument)):
                marks.mark(argument, mark)


def _calls(marks: Marks, entry: Entry) -> Iterator[tuple[str, Node]]:
    """Symbols with the round bracket that stands behind each; the parameters of a definition are none of what it takes."""
    for side in entry.statement.sides[entry.head.is_function :]:
        for row in every(Juxtaposed, side):
            for name, bracket in pairwise(marks.words.atoms(row)):
                if is_symbol(name) and isinstance(fence := base_of(bracket), Fence) and fence.opener == "(":
                    yield canonical(name), bracket


def _behind(flags: set[Seen], count: int) -> list[Mark]:
    """What is said of a symbol with so many indices."""
    return [mark for mark, indices in flags if indices == count]
