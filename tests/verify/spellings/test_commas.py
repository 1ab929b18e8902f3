"""Commas in the brackets of a function: separators, decimals or thousands, as the numbers say; otherwise left open."""

from __future__ import annotations

import pytest

from vault_tools.verify.spellings.commas import other_commas, with_semicolons

HABIT = "$a = 0{,}25 + 0{,}5 = 0{,}75$\n\n"


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$\max(0,850;0,870) = 0,870$", "verified"),
        (r"$\max(0,850;0,870) = 0,850$", "refuted"),
        (r"$\min(1,500, 1,000) = 1000$", "verified"),
        (r"$\min(1,500, 1,000) = 1,000$", "verified"),
        (r"$\min(1,500, 1,000) = 900$", "unsupported"),
        (HABIT + r"$e^{(0,5)} = 1,6487$", "verified"),
        (HABIT + r"$e^{0,5} = 1,6487$", "verified"),
        (HABIT + r"$e^{0,5} = 1,7487$", "unsupported"),
        (HABIT + r"$\ln(0,5) = -0,693$", "verified"),
        (HABIT + r"$\max(0,5) = 5$", "verified"),
        (HABIT + r"$\max(0,5) = 7$", "unsupported"),
        (r"$\max(0,5) = 5$", "verified"),
        (r"$\max(0,5) = 7$", "refuted"),
        (r"$\max(1,2,3) = 3$", "verified"),
        (HABIT + r"$512 \cdot 64 = 32.768$", "verified"),
        (HABIT + r"$8 \cdot 131.072 = 1.048.576$", "verified"),
        (HABIT + r"$512 \cdot 64 = 32.769$", "unsupported"),
        (HABIT + r"$2 \cdot 0.125 = 0.250$", "verified"),
    ],
)
def test_a_comma_in_brackets(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize("latex", [r"x = (0,5)", r"\max(a,5)", r"f(1,500, 2)", r"\max(1, 500)"])
def test_what_is_no_call_of_numbers_is_left_alone(latex: str) -> None:
    assert with_semicolons(latex) == latex
    assert other_commas(latex, decimal_comma=True) is None
