r"""Rounding on the way: by how much a side may be off because the numbers written in it are rounded results of the side before.

Numbers are rounded results only where the side before them has another value. Numbers put in for letters that the note does not give
(`F = ma = 0.2 \times 0.5`) are the problem's own, unless they have so many digits that they may come from a computation; so are those
that begin a chain, unless a formula above states them as its result, and those that stand in a side before, too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped, walk
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.numbers import as_fraction, unit_of
from vault_tools.verify.voices.case import Case, depends_on_invented, equal, place_in_chain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MARGIN = Fraction(11, 10)
"""What effects of second order add."""


@dataclass(frozen=True, slots=True)
class Slack:
    """By how much each entry of a side may be off."""

    room: list[Fraction]
    is_known: bool
    """Whether the numbers are rounded for certain, not only perhaps."""


def rounding_slack(case: Case, sides: Sequence[tree.Expression], *, earlier: bool = False) -> Slack | None:
    """By how much each entry of the last side may be off because its numbers with decimals are rounded intermediates.

    None: there are no intermediates. `earlier`: add the slack of the side before, for comparing the two.
    """
    last = len(sides) - 1
    found = [slack for k in range(last - earlier, last + 1) if k >= 0 and (slack := _slack_at(case, sides, k)) is not None]
    if not found or len({len(slack.room) for slack in found}) != 1:
        return None
    room = [sum(parts, Fraction(0)) for parts in zip(*(slack.room for slack in found), strict=True)]
    return Slack(room, all(slack.is_known for slack in found))


def _slack_at(case: Case, sides: Sequence[tree.Expression], k: int) -> Slack | None:
    is_known = _is_rounded(case, sides, k)
    counts: Callable[[tree.Number], bool] = {
        True: _has_decimals,
        None: _is_long,
        False: lambda node: _is_long(node, 3) and node.value in case.results,
    }[is_known]
    before = {node.value for side in sides[:k] for node in walk(side) if isinstance(node, tree.Number)}
    worked_out = _worked_out(case, sides[k - 1]) if is_known and k else None

    def is_new(node: tree.Number) -> bool:
        return counts(node) and node.value not in before and not (worked_out and worked_out.gives(node))

    if worked_out and worked_out.is_mistaken_by(sides[k]):
        return None
    room = _slack_of(case, sides[k], is_new)
    if room is None:
        return None
    moved = _moved_by(case, sides, k) if is_known else None
    return Slack(room if moved is None else list(map(min, room, moved)), bool(is_known))


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """What a side gives without rounding: its products, and how small the last digit of each is."""

    products: tuple[Fraction, ...]
    unit: Fraction

    def gives(self, node: tree.Number) -> bool:
        """Whether a number need not be rounded: it is one of the products, or has all their digits."""
        return node.value in self.products or 0 < unit_of(node.written, node.value) <= self.unit

    def is_mistaken_by(self, side: tree.Expression) -> bool:
        r"""`0.17 + 0.26` behind `0.71 \times 0.23 + 0.29 \times 0.9`: one number for each product, and one of them is near none."""
        terms = [term.operand if isinstance(term, tree.Negate) else term for term in side.terms] if isinstance(side, tree.Add) else []
        numbers = [term for term in terms if isinstance(term, tree.Number)]
        if len(numbers) != len(terms) or len(numbers) != len(self.products):
            return False
        return not all(any(_comes_near(number, value) for value in self.products) for number in numbers)


def _comes_near(number: tree.Number, value: Fraction) -> bool:
    """Rounded, or cut off: within one unit of the last digit towards zero, half of one away from it."""
    unit = unit_of(number.written, number.value)
    return -unit / 2 <= value - abs(number.value) < unit


def _worked_out(case: Case, side: tree.Expression) -> WorkedOut | None:
    r"""Of a sum of products of written numbers (`0.5 \times 0.8 + 0.3 \times 0.2`); None for any other side."""
    terms = [term.operand if isinstance(term, tree.Negate) else term for term in (side.terms if isinstance(side, tree.Add) else (side,))]
    units = [_last_digit(term) for term in terms]
    if not units or None in units:
        return None
    values = (abs(as_fraction(value)) for term in terms for value in _products(case, term))
    return WorkedOut(tuple(values), min(unit for unit in units if unit is not None))


def _products(case: Case, term: tree.Expression) -> list[Any]:
    """The value of a product; of a dot product the products in it."""
    match term:
        case tree.MatMul(left=tree.Stack(items=left), right=tree.Stack(items=right)) if len(left) == len(right) and not left[0].shape:
            pairs = zip(left, right, strict=True)
            return [a * b for one, other in pairs for a, b in [(case.tensor(one).values[0], case.tensor(other).values[0])]]
    return list(case.tensor(term).values)


def _last_digit(node: tree.Expression) -> Fraction | None:
    """One unit in the last digit of a product of written numbers, or of a dot product of written vectors."""
    match node:
        case tree.Number(value=value, written=written):
            return unit_of(written, value) or None
        case tree.Negate(operand=operand):
            return _last_digit(operand)
        case tree.Multiply(factors=factors):
            return _product_of(factors)
        case tree.MatMul(left=left, right=right):
            return _product_of((left, right))
        case tree.Stack(items=items):
            units = [_last_digit(item) for item in items]
            return min((unit for unit in units if unit is not None), default=None) if None not in units else None
    return None


def _product_of(factors: Sequence[tree.Expression]) -> Fraction | None:
    units = [unit for factor in factors if (unit := _last_digit(factor)) is not None]
    return prod(units, start=Fraction(1)) if len(units) == len(factors) else None


def _moved_by(case: Case, sides: Sequence[tree.Expression], k: int) -> list[Fraction] | None:
    """What rounding has in fact changed: how far a side is from the side before it, of those that differ."""
    here = case.tensor(sides[k])
    earlier = (case.tensor(side) for side in reversed(sides[:k]))
    other = next((found for found in earlier if not equal(found, here)), None)
    if other is None or len(other.values) != len(here.values):
        return None
    return [abs(as_fraction(a) - as_fraction(b)) * MARGIN for a, b in zip(here.values, other.values, strict=True)]


def _is_rounded(case: Case, sides: Sequence[tree.Expression], k: int) -> bool | None:
    """Whether the numbers of a side are rounded results of the side before it; None: its value is not known, so they may be."""
    if k == 0:
        return False if place_in_chain(case.program) <= (case.program.name is not None) else None
    if depends_on_invented(case, sides[k - 1]):
        return None
    try:
        return _is_rounded(case, sides, k - 1) if equal(case.tensor(sides[k - 1]), case.tensor(sides[k])) else True
    except CheckRoadError:
        return None


def _slack_of(case: Case, side: tree.Expression, counts: Callable[[tree.Number], bool]) -> list[Fraction] | None:
    """To first order: the sum over the written numbers that count of the change that half a unit makes."""
    leaves = {id(node): node for node in walk(side) if isinstance(node, tree.Number) and counts(node)}
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
    return [room * MARGIN for room in total]


def _has_decimals(node: tree.Number) -> bool:
    return bool(node.written) and unit_of(node.written, node.value) < 1


def _is_long(node: tree.Number, digits: int = 2) -> bool:
    """At least so many digits, some of them decimals: a number that may come from a computation."""
    return _has_decimals(node) and abs(node.value) >= 10 ** (digits - 1) * unit_of(node.written, node.value)


def _with(side: tree.Expression, leaf: tree.Number) -> tree.Expression:
    """The side with one number moved by half a unit of its last digit."""
    moved = replace(leaf, value=leaf.value + unit_of(leaf.written, leaf.value) / 2)

    def change(node: tree.Expression) -> tree.Expression:
        return moved if node is leaf else mapped(node, change)

    return change(side)
