"""Rounding on the way: by how much a side may be off because the numbers written in it are rounded results of the side before."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.normal import mapped
from vault_tools.compiler.resolve.finish import walk
from vault_tools.compiler.resolve.writing.statements import split
from vault_tools.compiler.syntax import parse
from vault_tools.errors import LatexSyntaxError
from vault_tools.verify.exact_numbers import CheckRoadError
from vault_tools.verify.numbers import as_fraction, unit_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.verify.case import Case


def rounding_slack(case: Case, sides: Sequence[tree.Expression], *, earlier: bool = False) -> list[Fraction] | None:
    """By how much each entry of the last side may be off because its numbers with decimals are rounded intermediates.

    The first side's numbers are the problem's own and exact; None: there are no intermediates. `earlier`: add the slack of the side
    before, for comparing the two.
    """
    looked_at = sides[-2:] if earlier else sides[-1:]
    totals = [_slack_of(case, side) for side in looked_at if side is not sides[0] or not _starts_the_chain(case.program)]
    found = [total for total in totals if total is not None]
    if not found or len({len(total) for total in found}) != 1:
        return None
    return [sum(parts, Fraction(0)) for parts in zip(*found, strict=True)]


def _starts_the_chain(program: tree.Program) -> bool:
    """Whether the first computed side is the first that the note writes (behind the name, where there is one)."""
    try:
        statements = split(parse(program.latex))
    except LatexSyntaxError:
        return True
    start = program.sides[0].span.start if program.sides else 0
    for statement in statements:
        for k, side in enumerate(statement.sides):
            if side.span.start <= start < side.span.end:
                return k <= (program.name is not None)
    return True


def _slack_of(case: Case, side: tree.Expression) -> list[Fraction] | None:
    """To first order: the sum over its written decimals of the change that half a unit makes."""
    leaves = {id(node): node for node in walk(side) if isinstance(node, tree.Number) and _has_decimals(node)}
    if not leaves:
        return None
    try:
        base = case.tensor(side).values
        total = [Fraction(0)] * len(base)
        for leaf in leaves.values():
            moved = case.tensor(_with(side, leaf)).values
            total = [room + abs(as_fraction(a) - as_fraction(b)) for room, a, b in zip(total, base, moved, strict=True)]
    except (CheckRoadError, OverflowError):
        return None
    return [room * Fraction(11, 10) for room in total]


def _has_decimals(node: tree.Number) -> bool:
    return bool(node.written) and unit_of(node.written, node.value) < 1


def _with(side: tree.Expression, leaf: tree.Number) -> tree.Expression:
    """The side with one number moved by half a unit of its last digit."""
    moved = replace(leaf, value=leaf.value + unit_of(leaf.written, leaf.value) / 2)

    def change(node: tree.Expression) -> tree.Expression:
        return moved if node is leaf else mapped(node, change)

    return change(side)
