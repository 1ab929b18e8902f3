r"""Numbers as a note prints them: which values a written `0.06`, `15\%` or `1{,}024` may stand for.

A printed number is the interval of all values that round to it. One that was cut off instead (0.665 printed as 0.66) is accepted
where something is left to cut off, and said.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree

if TYPE_CHECKING:
    from collections.abc import Iterator

LOOSE = frozenset({"≈", "∼", "≅"})
"""Signs that say that a number is about right."""
LAST_DIGITS = Fraction(1, 10**29)
"""What 50 digits leave uncertain of a number; `as_fraction` rounds there."""
TINY = Fraction(1, 10**12)
"""Numbers below keep all their digits."""
MOST_BITS = 20_000
"""Powers of two up to which a number is told exactly: e^(−10⁹) would be a fraction of half a billion digits."""
WHOLE = Fraction(1, 50)
"""After an equals sign 2 is not 2.5, but may be 1.9999."""
ROUNDED, ROUGHLY = Fraction(1, 20), Fraction(1, 10)
"""What a round number may be off beside ≈ as a share of it: where it is the number rounded, and where that is not told."""
NIL = Fraction(1, 20)
"""What ≈ 0 may stand for in any case; up to one half it is not told."""
PREFIXES = frozenset(Fraction(base) ** k for base, powers in ((10, range(1, 25)), (1024, range(1, 8))) for k in powers)
"""What the prefixes of units, and words such as 万, multiply by."""
Number = Any
"""An mpmath number, Fraction or int."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A written number: its value and the size of one unit in its last written digit (0: an exact number such as 7/3)."""

    value: Fraction
    unit: Fraction = Fraction(0)
    coarse: Fraction = Fraction(0)
    """Beside ≈, of a round number: one unit in its last digit that is no 0, five for a last 5, all of it for `2^{17}`; 0 otherwise."""

    def scaled(self, factor: Fraction) -> Printed:
        """The number in another unit (percent)."""
        return Printed(self.value * factor, self.unit * abs(factor), self.coarse * abs(factor))

    def roughly(self, loosely: bool = True) -> Printed:
        r"""What a number without decimals stands for beside ≈: `\frac{1}{57}`, `2^{17}` for what is a few percent from it."""
        return Printed(self.value, self.unit, abs(self.value) or self.unit) if loosely else self

    def _is_roughly(self, distance: Fraction) -> bool:
        """Whether it is rounded to its last digit that is no 0, and that has not changed much."""
        return distance <= self.coarse / 2 and distance <= (ROUNDED * abs(self.value) or NIL)

    def comes_near(self, number: Number) -> bool:
        """Whether it is not told, beside ≈, if this round number is meant: not rounded, and less than one unit off."""
        distance = abs(as_fraction(number) - self.value)
        return distance < self.coarse and distance <= (ROUGHLY * abs(self.value) or self.coarse / 2)

    def rounds_whole(self, number: Number) -> bool:
        """Whether a number rounds to this whole one of at least three digits, which say how precise it is: `989 / 3.35 = 295`."""
        return self.unit == WHOLE and abs(self.value) >= 100 and abs(as_fraction(number) - self.value) <= Fraction(1, 2)

    def holds(self, number: Number) -> bool:
        """Whether the number rounds to this one; ends included, so that both ways of rounding a half are right."""
        uncertain = LAST_DIGITS * (max(Fraction(1), abs(self.value)) if abs(self.value) > TINY or not self.value else abs(self.value))
        distance = abs(as_fraction(number) - self.value)
        lower = not self.coarse and abs(self.value) == self.unit > 1 and abs(as_fraction(number)) < self.unit  # 0.52 MB are no `1 MB`
        exactly = distance <= self.unit / (10 if lower else 2) + uncertain and (bool(self.value) or not self.coarse)
        return exactly or self._is_roughly(distance)

    def truncates(self, number: Number) -> bool:
        """Whether this is the number with its further digits cut off."""
        longer = as_fraction(number) - self.value
        return abs(longer) < self.unit and (longer == 0 or (longer > 0) == (self.value > 0) or self.value == 0)

    @property
    def is_float_print(self) -> bool:
        """Whether it has the 16 or 17 digits of a float64 that a program prints in full."""
        return 0 < self.unit < 1 and 10**15 <= abs(self.value) / self.unit < 10**17

    @property
    def is_long(self) -> bool:
        """At least two digits: of a single one too little is left to tell cutting off from a mistake."""
        return abs(self.value) >= 10 * self.unit


Written = tuple[tuple[int, ...], tuple[Printed, ...]]
"""A stated number, vector or matrix: its shape and its entries, the last axis fastest."""


def as_fraction(number: Number) -> Fraction:
    """An mpmath number rounded to 30 digits, those beyond all that is ever written cut off there. OverflowError: it is not finite."""
    if isinstance(number, Fraction | int):
        return Fraction(number)
    if not abs(number) < float("inf"):
        raise OverflowError
    sign, mantissa, exponent, bits = number._mpf_
    beyond = max(-MOST_BITS, min(int(exponent) + bits, MOST_BITS)) - bits
    exact = Fraction(int(mantissa)) * Fraction(2) ** beyond * (-1 if sign else 1)
    return Fraction(round(exact * 10**30), 10**30) if abs(exact) > TINY else exact


# ---------------------------------------------------------------- from the resolved tree


def printed(node: tree.Expression, *, loosely: bool = False, whole: Fraction = WHOLE) -> Printed | None:
    """The written number that a tree of a stated side stands for; None: it is more than that.

    `loosely` (after ≈): a whole number may be rounded, and its trailing zeros need not count. `whole`: the unit of one after an equals
    sign; a percentage or a mantissa may be rounded to a whole number there too.
    """
    match node:
        case tree.Number(value=value, written=written):
            unit = unit_of(written, value)
            if not unit:
                return Printed(value).roughly(loosely)
            if unit == 1 and loosely:
                return Printed(value, unit, coarseness(written))
            return Printed(value, whole if unit == 1 else unit)
        case tree.Negate(operand=operand):
            inside = printed(operand, loosely=loosely, whole=whole)
            return inside.scaled(Fraction(-1)) if inside else None
        case tree.Multiply(factors=(mantissa, *others)) if all(map(_is_scale, others)):
            first = printed(mantissa, loosely=loosely, whole=Fraction(1))
            factor = _exact_product(others)
            return first.scaled(factor) if first and factor is not None else None
        case tree.Divide(numerator=numerator, denominator=denominator):
            return _quotient(numerator, denominator, loosely=loosely)
        case tree.Power():
            power = exact(node)
            return Printed(power).roughly(loosely) if power is not None else None
    return None


def _quotient(numerator: tree.Expression, denominator: tree.Expression, *, loosely: bool) -> Printed | None:
    above, below = printed(numerator, loosely=loosely, whole=Fraction(1)), exact(denominator)
    if above is None or not below:
        return None
    if _is_scale(denominator):
        return above.scaled(1 / below)
    whole = all(isinstance(part, tree.Number) and part.value.denominator == 1 for part in (numerator, denominator))
    return Printed(above.value / below).roughly(loosely) if whole else None


def _is_scale(node: tree.Expression) -> bool:
    r"""A power of ten, the hundred of a percent sign, what a unit multiplies by: it adds no digits."""
    match node:
        case tree.Number(value=value, span=tree.NOWHERE, written=written):
            return not written or value in {Fraction(100), Fraction(1, 100)} or value in PREFIXES
        case tree.Power(base=tree.Number(value=base), exponent=exponent):
            return base == 10 and exact(exponent) is not None
    return False


def _exact_product(nodes: Any) -> Fraction | None:
    values = [exact(node) for node in nodes]
    known = [value for value in values if value is not None]
    return prod(known, start=Fraction(1)) if len(known) == len(values) else None


def exact(node: tree.Expression) -> Fraction | None:
    """The rational value of a tree of numbers, powers of ten among them; None where there is more to it."""
    match node:
        case tree.Number(value=value):
            return value
        case tree.Negate(operand=operand):
            inside = exact(operand)
            return None if inside is None else -inside
        case tree.Multiply(factors=factors):
            return _exact_product(factors)
        case tree.Divide(numerator=numerator, denominator=denominator):
            above, below = exact(numerator), exact(denominator)
            return above / below if above is not None and below else None
        case tree.Power(base=base, exponent=exponent):
            return _whole_power(exact(base), exact(exponent))
    return None


def _whole_power(base: Fraction | None, exponent: Fraction | None) -> Fraction | None:
    if base is None or exponent is None or exponent.denominator != 1 or abs(exponent) > 400 or (not base and exponent < 0):
        return None
    return base ** int(exponent)


def unit_of(written: str, value: Fraction) -> Fraction:
    """One unit in the last digit: `0.50` gives 1/100, `3` gives 1, `5e-3` 1/1000. Without a spelling it is exact."""
    if not written:
        return Fraction(0) if value.denominator != 1 else Fraction(1)
    if "e" in written:
        mantissa, exponent = written.split("e")
        scale = Fraction(10) ** int(exponent)
        return scale * unit_of(mantissa, value / scale)
    return Fraction(1, 10 ** _decimals(_digits(written), value))


def coarseness(written: str) -> Fraction:
    """One unit in the last digit of a whole number that is no 0: 524000 gives 1000; 125 gives 5, and 127, which is not round, 0."""
    digits = _digits(written).replace(",", "").replace(".", "")
    zeros = min(len(digits) - len(digits.rstrip("0")), len(digits) - 1)
    if zeros:
        return Fraction(10**zeros)
    return Fraction(1 if digits == "0" else 5 if digits.endswith("5") and len(digits) > 1 else 0)


def _digits(written: str) -> str:
    return written.replace("{,}", ",").replace(" ", "").lstrip("+-−")


def _decimals(digits: str, value: Fraction) -> int:
    """Digits behind the decimal mark, which may be a comma; a comma that separates thousands leaves a whole number."""
    if digits.count(".") > 1 and "," not in digits:
        return 0
    mark = max(digits.rfind("."), digits.rfind(","))
    if mark < 0 or (digits[mark] == "," and value.denominator == 1 and value >= 1000):
        return 0
    return sum(character.isdigit() for character in digits[mark + 1 :])


def entries(node: tree.Expression, *, loosely: bool = False) -> Written | None:
    """Shape and entries of a stated number, vector or matrix; None where one of them is no written number."""
    if not isinstance(node, tree.Stack):
        number = printed(node, loosely=loosely)
        return ((), (number,)) if number else None
    parts = [entries(item, loosely=loosely) for item in node.items]
    found = [part for part in parts if part is not None]
    if len(found) != len(parts) or len({part[0] for part in found}) != 1:
        return None
    return (len(found), *found[0][0]), tuple(number for part in found for number in part[1])


def nested(shape: tuple[int, ...], values: Iterator[Any]) -> Any:
    """Nested lists of a shape, filled in order."""
    return [nested(shape[1:], values) for _ in range(shape[0])] if shape else next(values)


def positions(shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """All positions of a shape, the last axis fastest."""
    return product(*map(range, shape))


# ---------------------------------------------------------------- from cells and prose


def read_number(text: str) -> Printed | None:
    """A table cell or list entry that is one number: `0.247`, `-0,5`, `15 %`, `1,024`, `$0.6$`, `1/3`; None otherwise."""
    plain = text.strip().strip("*_`$ ").replace("{,}", ",").replace("\\,", "").replace("−", "-").replace("–", "-").strip()
    percent = plain.endswith("%")
    plain = plain.rstrip("%\\ ").strip()
    above, slash, below = plain.partition("/")
    if slash:
        one, other = read_number(above), read_number(below)
        return Printed(one.value / other.value) if one and other and other.value else None
    number = _decimal(plain)
    return number.scaled(Fraction(1, 100)) if number and percent else number


def _decimal(plain: str) -> Printed | None:
    sign = -1 if plain.startswith("-") else 1
    digits = plain.lstrip("+-")
    if not digits or not digits.replace(".", "").replace(",", "").isdecimal() or not digits.isascii():
        return None
    whole, dot, behind = digits.partition(".")
    groups = whole.split(",")
    if dot and "," not in behind and "." not in behind and _thousands(groups):
        text, decimals = "".join(groups) + behind, len(behind)
    elif not dot and len(groups) == 2 and not _thousands(groups):
        text, decimals = "".join(groups), len(groups[1])
    elif not dot and _thousands(groups):
        text, decimals = "".join(groups), 0
    else:
        return None
    return Printed(Fraction(sign * int(text or "0"), 10**decimals), Fraction(1, 10**decimals)) if text else None


def _thousands(groups: list[str]) -> bool:
    """`1,024` and `12,345,678`; a number without commas too. `0,123` is a decimal."""
    return len(groups) == 1 or (groups[0] not in {"", "0"} and len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:]))
