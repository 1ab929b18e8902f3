"""Numerals that are more than a plain decimal are the exact number that they write; what only looks like one stays what it is."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from vault_tools import compile_formula
from vault_tools.compiler.resolve.writing.nodes import number_of
from vault_tools.compiler.syntax import parse


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        ("2½", Fraction(5, 2)),
        ("3⅓", Fraction(10, 3)),
        (r"0.\overline{3}", Fraction(1, 3)),
        (r"0.1\overline{6}", Fraction(1, 6)),
        (r"0.\overline{142857}", Fraction(1, 7)),
        (r"0.\dot{3}", Fraction(1, 3)),
        (r"0.1\dot 6", Fraction(1, 6)),
        (r"0.\dot{1}4285\dot{7}", Fraction(1, 7)),
        (r"12.\overline{9}", Fraction(13)),
        (r"0{,}\overline{3}", Fraction(1, 3)),
        (r"0{,}8\overline{3}", Fraction(5, 6)),
        (r"0,\overline{3}", Fraction(1, 3)),
        ("255_{10}+1_2-1", None),
    ],
)
def test_the_number_that_is_written(latex: str, value: Fraction | None) -> None:
    assert number_of(parse(latex).rows[0]) == value


@pytest.mark.parametrize(
    ("latex", "value"),
    [
        ("101_2", 5),
        ("(1010)_2", 10),
        ("1010_2 + 1_2", 11),
        ("77_8", 63),
        ("(2F)_{16}", 47),
        (r"\mathrm{FF}_{16}", 255),
        ("11_{10} - 10_2", 9),
        ("101₂", 5),
        (r"3 \cdot 11_2", 9),
        ("100_2", 4),
    ],
)
def test_a_numeral_of_a_base(latex: str, value: int) -> None:
    assert compile_formula(latex)() == value


@pytest.mark.parametrize(
    ("latex", "inputs"),
    [
        (r"0.5\bar{x}", {"x_bar"}),
        (r"3\dot{x}", {"x_dot"}),
        (r"2\frac12 x", {"x"}),
        ("x_{10} + 1", {"x_10"}),
        (r"\log_{10} x", {"x"}),
        ("A_{16} + 1", {"A_16"}),
    ],
)
def test_no_such_numeral(latex: str, inputs: set[str]) -> None:
    assert set(compile_formula(latex).inputs) == inputs


def test_a_one_with_a_number_below_it_is_a_vector_of_ones() -> None:
    assert compile_formula("1_2").shape == (2,)


@pytest.mark.parametrize(("latex", "value"), [("r = 1 e - 3", 0.001), ("r = 1e-3", 0.001), ("r = 2e - 3", 2 * math.e - 3)])
def test_a_one_before_e_begins_a_power_of_ten(latex, value):
    assert compile_formula(latex)() == pytest.approx(value)
