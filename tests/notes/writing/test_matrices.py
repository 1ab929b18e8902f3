"""Numbers in the block: few digits, enough of them, and never the last bits of a float."""

from __future__ import annotations

import math

import pytest

from vault_tools.notes.writing.matrices import brief, matrix, number, small, written


@pytest.mark.parametrize(
    ("value", "latex"),
    [
        (9.0, "9"),
        (2.3094010767, "2.309"),
        (-0.5, "-0.5"),
        (0.0, "0"),
        (6.02214e23, r"6.022 \cdot 10^{23}"),
        (0.000012, r"1.2 \cdot 10^{-5}"),
        ([1.0, 2.0], r"\begin{bmatrix} 1 & 2 \end{bmatrix}"),
        ([[1, 0.5], [0.25, 1e-12]], r"\begin{bmatrix} 1.00 & 0.50 \\ 0.25 & 0.00 \end{bmatrix}"),
        ([0.13613, 0.43194], r"\begin{bmatrix} 0.1361 & 0.4319 \end{bmatrix}"),
        ([1e-5, 2.5e-5], r"10^{-5}\,\begin{bmatrix} 1.0 & 2.5 \end{bmatrix}"),
        (["-inf", 0.0], r"\begin{bmatrix} -\infty & 0 \end{bmatrix}"),
        (["nan", 1], r"\begin{bmatrix} \text{NaN} & 1 \end{bmatrix}"),
    ],
)
def test_values_in_latex(value: object, latex: str) -> None:
    assert matrix(value) == latex


@pytest.mark.parametrize(
    ("value", "shown"),
    [(3, True), ("inf", True), ([1] * 6, True), ([[1] * 6] * 6, True), ([1] * 7, False), ([[1] * 7], False), ([[[1]]], False)],
)
def test_what_is_small_enough_to_be_shown(value: object, shown: bool) -> None:
    assert small(value) is shown


@pytest.mark.parametrize("value", [[], [[]], None, True, "text", ["text"]])
def test_what_is_no_number_is_not_shown(value: object) -> None:
    assert not small(value)


@pytest.mark.parametrize("value", [0.03125, 0.00015, 2.00005, 0.125])
def test_the_last_bits_never_change_a_digit(value: float) -> None:
    neighbours = (math.nextafter(value, -1e9), value, math.nextafter(value, 1e9))
    assert len({written(v, 4) for v in neighbours}) == len({brief(v) for v in neighbours}) == 1


@pytest.mark.parametrize(
    ("value", "latex", "spoken"),
    [
        (1048576, "1048576", "1048576"),
        (1048576.5, r"1.049 \cdot 10^{6}", "1.049e6"),
        (1e15, r"10^{15}", "1e15"),
        (12.0, "12", "12"),
    ],
)
def test_a_count_keeps_its_digits(value, latex, spoken):
    assert (number(value), brief(value)) == (latex, spoken)
