"""Printed numbers: which values a written number stands for, and what cells of tables hold."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from vault_tools.compiler.tree import Dim, Divide, Multiply, Negate, Number, Power, Stack
from vault_tools.verify.numbers import MOST_BITS, Printed, as_fraction, coarseness, entries, printed, read_number, unit_of


def number(text: str) -> Number:
    return Number(value=Fraction(text.replace("{,}", "").replace(",", "")), written=text)


@pytest.mark.parametrize(
    ("written", "value", "holds", "truncates"),
    [
        ("0.67", "0.6652409", True, False),
        ("0.66", "0.6652409", False, True),
        ("0.65", "0.6652409", False, False),
        ("0.11", "0.098566", False, False),
        ("0.665", "0.66451", True, False),
        ("-1.34", "-1.341641", True, True),
        ("-1.34", "-1.349", False, True),
        ("-1.34", "-1.331", False, False),
        ("3", "7", False, False),
        ("5", "4.7", False, False),
        ("5", "4.995", True, False),
        ("4", "4.7", False, False),
        ("0.6", "0.667", False, True),
        ("0.09", "0.0945", True, True),
        ("0.0001", "2.4958e-8", False, False),
        ("0.00", "0.004", True, True),
        ("1.000", "0.9996", True, False),
    ],
)
def test_a_printed_number_stands_for_what_rounds_to_it(written: str, value: str, holds: bool, truncates: bool) -> None:
    stated = printed(number(written))
    assert stated is not None
    assert (stated.holds(mpmath.mpf(value)), stated.truncates(mpmath.mpf(value))) == (holds, truncates)


@pytest.mark.parametrize(
    ("written", "value", "unit"),
    [
        ("0.50", "0.50", "1/100"),
        ("3", "3", "1"),
        ("524000", "524000", "1"),
        ("1{,}024", "1024", "1"),
        ("0{,}841", "0.841", "1/1000"),
        ("0,5", "0.5", "1/10"),
        ("1e-3", "0.001", "1/1000"),
        ("1.50e2", "150", "1"),
    ],
)
def test_the_unit_is_the_last_written_digit(written: str, value: str, unit: str) -> None:
    assert unit_of(written, Fraction(value)) == Fraction(unit)


@pytest.mark.parametrize(
    ("written", "unit"), [("524000", 1000), ("1{,}000", 1000), ("100", 100), ("125", 5), ("5", 0), ("127", 0), ("0", 1)]
)
def test_how_coarse_a_round_number_is(written: str, unit: int) -> None:
    assert coarseness(written) == unit


def ten_to(exponent: int) -> Power:
    return Power(base=number("10"), exponent=Number(value=Fraction(exponent)))


@pytest.mark.parametrize(
    ("node", "value"),
    [
        (Negate(operand=number("0.5")), Printed(Fraction(-1, 2), Fraction(1, 10))),
        (Multiply(factors=(number("1.9"), ten_to(-4))), Printed(Fraction(19, 100000), Fraction(1, 100000))),
        (Divide(numerator=number("7"), denominator=number("3")), Printed(Fraction(7, 3))),
        (Multiply(factors=(number("15"), Number(value=Fraction(1, 100)))), Printed(Fraction(15, 100), Fraction(1, 100))),
        (ten_to(400000), None),
    ],
)
def test_written_numbers_beyond_a_literal(node, value) -> None:
    assert printed(node) == value


def test_entries_of_a_matrix_come_row_by_row() -> None:
    rows = tuple(Stack(items=(number(a), number(b)), shape=(Dim.of(2),)) for a, b in (("1", "0.5"), ("2", "3")))
    found = entries(Stack(items=rows, shape=(Dim.of(2), Dim.of(2))))
    assert found is not None
    assert (found[0], [float(value.value) for value in found[1]]) == ((2, 2), [1.0, 0.5, 2.0, 3.0])


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("0.247", "0.247"),
        ("-0,5", "-0.5"),
        ("−0.5", "-0.5"),
        ("15 %", "0.15"),
        ("15\\%", "0.15"),
        ("1,024", "1024"),
        ("$0.6$", "0.6"),
        ("**0.3**", "0.3"),
        ("1/4", "0.25"),
        (".5", "0.5"),
        ("1{,}024", "1024"),
    ],
)
def test_cells_that_hold_a_number(cell: str, value: str) -> None:
    found = read_number(cell)
    assert found is not None
    assert found.value == Fraction(value)


@pytest.mark.parametrize("cell", ["the", "", "1.2.3", "1e5", "3 apples", "1/0", "12:30", "x", "①", "1,2,3"])
def test_cells_that_hold_none(cell: str) -> None:
    assert read_number(cell) is None


@pytest.mark.parametrize("sign", [1, -1])
def test_what_lies_beyond_everything_written_keeps_its_sign_and_order(sign: int) -> None:
    with mpmath.workdps(50):
        small, large = (as_fraction(sign * mpmath.exp(power)) for power in (-(10**9), 10**9))
    assert 0 < sign * small < Fraction(1, 10**1000)
    assert sign * large > 10**1000
    assert max(small.denominator.bit_length(), abs(large.numerator).bit_length()) <= MOST_BITS + 200


def test_other_numbers_are_told_exactly_or_to_thirty_digits() -> None:
    assert as_fraction(mpmath.mpf(2) ** -100) == Fraction(1, 2**100)
    assert as_fraction(mpmath.mpf("0.75")) == Fraction(3, 4)
