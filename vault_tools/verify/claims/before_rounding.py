r"""Numbers as they were before the note rounded them: the 4/(3√5) behind an 0.596 that a formula above states as its result.

Who goes on with the number that a calculator shows writes 0.596 and computes with all its digits; both are right.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped, walk
from vault_tools.errors import ShapeError
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.inputs.examples import choose_inputs
from vault_tools.verify.numbers import as_fraction, entries, unit_of
from vault_tools.verify.voices.case import Case

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.verify.inputs.examples import Given
    from vault_tools.verify.numbers import Written

DIGITS = 3
"""A number with decimals and at least so many digits is recognised where it is written again."""


def long_numbers(programs: Iterable[tree.Program]) -> frozenset[Fraction]:
    """The numbers that programs compute with and that may be rounded results."""
    sides = (side for program in programs for side in (program.sides or (program.result,)))
    return frozenset(node.value for side in sides for node in walk(side) if isinstance(node, tree.Number) and _is_long(node))


def _is_long(node: tree.Number) -> bool:
    unit = unit_of(node.written, node.value) if node.written else Fraction(1)
    return unit < 1 and abs(node.value) >= 10 ** (DIGITS - 1) * unit


def unrounded(case: Case) -> Case | None:
    """The case with every number that was rounded above as it was before; None where there is none."""
    used = long_numbers((case.program,)) & case.before_rounding.keys()
    return replace(case, program=_with(case.program, case.before_rounding)) if used else None


def _with(program: tree.Program, exact: Mapping[Fraction, Fraction]) -> tree.Program:
    def change(node: tree.Expression) -> tree.Expression:
        if isinstance(node, tree.Number) and node.value in exact and _is_long(node):
            return replace(node, value=exact[node.value], written="")
        return mapped(node, change)

    return replace(program, result=change(program.result), sides=tuple(map(change, program.sides)))


def rounded_results(program: tree.Program, vocabulary: Vocabulary, given: Given) -> dict[Fraction, Fraction]:
    """Each number that a program on given inputs states as its result, rounded, with the value that it was rounded from."""
    try:
        example = choose_inputs(program, vocabulary, given)
    except ShapeError:
        return {}
    if example.invented or example.invented_sizes:
        return {}
    example = replace(example, values={**example.values, **example.exact})
    case = Case(_with(program, given.before_rounding), example, vocabulary)
    stated = (entries(node) for _, node in program.stated)
    return {rounded: value for written in stated if written is not None for rounded, value in _rounded(case, written)}


def _rounded(case: Case, written: Written) -> tuple[tuple[Fraction, Fraction], ...]:
    """(number, value) of what a side gives, the first one of which all the numbers are roundings."""
    for side in case.program.sides or (case.program.result,):
        try:
            values = tuple(map(as_fraction, case.tensor(side).values))
        except (CheckRoadError, OverflowError):
            continue
        if len(values) == len(written[1]) and all(number.holds(value) for number, value in zip(written[1], values, strict=True)):
            return tuple((number.value, value) for number, value in zip(written[1], values, strict=True) if number.value != value)
    return ()
