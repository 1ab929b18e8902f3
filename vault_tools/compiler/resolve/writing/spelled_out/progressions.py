r"""Written numbers that go on by dots: `1 + 2 + \dots + 100`, `2 + 4 + 8 + \dots + 1024`, as a term with a letter."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import number_of
from vault_tools.compiler.syntax_tree import Juxtaposed, Letters, Node, Number, Scripted, Sum

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST = 10_000
"""Most terms of a sum that is written out."""


def progression(shown: Sequence[Node], last: Node, letter: str) -> tuple[Node, int, Node] | None:
    """The term at a letter, its first and its last value; None where the numbers follow no arithmetic or geometric rule."""
    values, end = [value for node in shown if (value := number_of(node)) is not None and value.denominator == 1], number_of(last)
    if len(shown) < 2 or len(values) < len(shown):
        return None
    place = Letters(last.span, letter)
    steps = {after - before for before, after in pairwise(values)}
    if end is None:  # `1 + 2 + \dots + n`
        return (place, int(values[0]), last) if steps == {1} and values[0] in (0, 1) else None
    if len(steps) == 1:
        return _arithmetic(values[0], steps.pop(), end, place)
    ratios = {after / before for before, after in pairwise(values) if before}
    return _geometric(values[0], ratios.pop(), end, place) if len(values) > 2 and len(ratios) == 1 and all(values) else None


def _arithmetic(first: Fraction, step: Fraction, end: Fraction, place: Letters) -> tuple[Node, int, Node] | None:
    count = (end - first) / step + 1 if step else Fraction(0)
    if count.denominator != 1 or not 2 < count <= LONGEST:
        return None
    multiple = place if step == 1 else Juxtaposed(place.span, (_number(step, place), place))
    rest = first - step
    body = multiple if not rest else Sum(place.span, (("+", multiple), ("-" if rest < 0 else "+", _number(abs(rest), place))))
    return body, 1, _number(count, place)


def _geometric(first: Fraction, ratio: Fraction, end: Fraction, place: Letters) -> tuple[Node, int, Node] | None:
    if ratio <= 1 or ratio.denominator != 1:
        return None
    power, reached = 0, first
    while abs(reached) < abs(end):
        power, reached = power + 1, reached * ratio
    if reached != end:
        return None
    grown = Scripted(place.span, _number(ratio, place), None, place)
    body = grown if first == 1 else Juxtaposed(place.span, (_number(first, place), grown))
    return body, 0, _number(Fraction(power), place)


def _number(value: Fraction, place: Letters) -> Number:
    return Number(place.span, str(value), str(value))
