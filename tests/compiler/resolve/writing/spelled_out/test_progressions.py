r"""Sums of written numbers that go on by dots: `1 + 2 + \dots + 100`."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.errors import UnsupportedError

from ...dump import resolved

SUMS = [
    (r"1 + 2 + \dots + 100", 5050),
    (r"0 + 1 + 2 + \dots + 9", 45),
    (r"1 + 3 + 5 + \dots + 99", 2500),
    (r"100 + 98 + \dots + 2", 2550),
    (r"2 + 4 + 8 + \dots + 1024", 2046),
    (r"1 + 2 + 4 + \dots + 64", 127),
]


@pytest.mark.parametrize(("latex", "total"), SUMS)
def test_numbers_before_the_dots_say_how_they_go_on(latex: str, total: int) -> None:
    assert compile_formula(latex)() == total


def test_the_last_number_may_be_a_letter() -> None:
    assert compile_formula(r"1 + 2 + \dots + n")(n=6) == 21


@pytest.mark.parametrize(
    "latex",
    [
        r"1 + 4 + 9 + \dots + 100",  # squares, by three numbers
        r"1 + 3 + \dots + 100",  # never reaches 100
        r"1 + 1 + \dots + 1",  # as often as one likes
        r"1 + 2 + 4 + \dots + 100",
        r"5 + 1 + 2 + 3 + \dots + 10",
        r"1 + 2 + \dots + 1000000",  # too long to write out
    ],
)
def test_numbers_that_follow_no_rule_are_refused(latex: str) -> None:
    with pytest.raises(UnsupportedError):
        resolved(latex)
