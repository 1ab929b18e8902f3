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


@pytest.mark.parametrize("sign", [r"\stackrel{!}{=}", r"\overset{\text{!}}{=}"])
def test_a_demand_claims_nothing(judged, sign: str) -> None:
    assert judged(f"$3 + 4 {sign} 8$")[-1].verdict.status == "skipped"


def test_what_stands_before_a_demand_is_stated(judged) -> None:
    assert judged(r"$3 + 4 = 6 \stackrel{!}{=} 8$")[-1].verdict.status == "refuted"
    assert judged(r"$f(x) = x^2 - 4x$ $f'(x) = 2x - 4 \stackrel{!}{=} 0$")[-1].verdict.status == "verified"


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"0.1 + 0.2 \ne 0.3", "skipped"),  # in floats they differ
        (r"0.3 \cdot 3 \ne 0.9", "skipped"),
        (r"0.5 + 0.25 \ne 0.75", "refuted"),  # floats are exact there
        (r"2 + 2 \ne 4", "refuted"),
        (r"0.1 + 0.2 = 0.30000000000000004", "unsupported"),
        (r"\frac{2}{3} = 0.6666666666666667", "verified"),
        (r"\frac{2}{3} = 0.6666666666666766", "refuted"),
        (r"2^{53} + 1 = 9007199254740992", "refuted"),
    ],
)
def test_what_is_said_of_floats(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\gcd(48, 18) = \gcd(18, 12) = 6", "verified"),
        (r"\gcd(12, 18) = 4", "refuted"),
        (r"\text{kgV}(4, 6) = 12", "verified"),
        (r"\gcd(a, b) \cdot \operatorname{lcm}(a, b) = ab", "verified"),
    ],
)
def test_common_divisors(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


def test_what_is_decorated_otherwise_is_stated(judged) -> None:
    assert judged(r"$3 + 4 \stackrel{\text{def}}{=} 8$")[-1].verdict.status == "refuted"
