r"""Notations of numbers that claims are written in: per mille, numbers of choices, questions that claim nothing, infinities."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        ("35‰ = 3.5\\%", "verified"),
        ("1000 \\times 35‰ = 35", "verified"),
        ("\\frac{12}{1000} = 12‰", "verified"),
        ("8‰ = 0.08", "refuted"),
        (r"12\permil = 0.012", "verified"),
        ("_5C_2 = 10", "verified"),
        ("{}_5C_2 = 11", "refuted"),
        ("^5C_2 = 10", "verified"),
        (r"_{10}\mathrm{C}_3 = 120", "verified"),
        (r"{}_nC_k = \frac{n!}{k!(n-k)!}", "verified"),
        (r"{}_5P_2 = 5 \times 4 = 20", "verified"),
        (r"{}^{14}_{6}\mathrm{C}", "unsupported"),  # an isotope
        ("C_5^2 = 10", "skipped"),
        (r"\ln 0 = -\infty", "verified"),
        (r"\ln 0 = \infty", "refuted"),
        (r"\frac{1}{0} = \infty", "failed"),  # nothing tells its sign
        (r"\ln 0 = 5", "failed"),
    ],
)
def test_a_claim_in_this_notation(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


@pytest.mark.parametrize("sign", [r"\stackrel{?}{=}", r"\overset{?}{=}", "≟"])
@pytest.mark.parametrize("sides", [("3 + 4", "8"), ("3 + 4", "7"), ("a^2 + b^2", "(a+b)^2"), ("x = 3 + 4", "8")])
def test_a_question_claims_nothing(judged, sign: str, sides: tuple[str, str]) -> None:
    assert judged(f"${sides[0]} {sign} {sides[1]}$")[-1].verdict.status == "skipped"


def test_what_is_decorated_otherwise_is_stated(judged) -> None:
    assert judged(r"$3 + 4 \stackrel{\text{def}}{=} 8$")[-1].verdict.status == "refuted"
