r"""Numbers that can be read in two ways are read as the note's numbers agree; what agrees in neither is refuted."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"17 \bmod 5 = 2", "verified"),
        (r"-7 \bmod 3 = 2", "verified"),
        (r"-7 \bmod 3 = -1", "verified"),
        (r"-7 \bmod 3 = 1", "refuted"),
        (r"10 + 5 \bmod 12 = 3", "verified"),
        (r"10 + 5 \bmod 12 = 15", "verified"),
        (r"10 + 5 \bmod 12 = 4", "refuted"),
        (r"2 \cdot 7 \bmod 3 = 2", "verified"),
        (r"17 \% 5 = 2", "verified"),
        (r"17 \% 5 = 3", "refuted"),
        (r"3 \cdot 50\% = 1.5", "verified"),
        (r"\frac{22}{7} = 3\frac{1}{7}", "verified"),
        (r"2\frac12 + 1 = 3\frac12", "verified"),
        (r"\frac{22}{7} = 3\frac{2}{7}", "refuted"),
        (r"3\frac{1}{7} = \frac{3}{7}", "verified"),
        (r"100 + 10\% = 110", "verified"),
        (r"129 - 15\% = 109.65", "verified"),
        (r"129 - 15\% = 119.65", "refuted"),
        (r"20\% + 10\% = 30\%", "verified"),
        (r"20\% + 10\% = 22\%", "refuted"),
        (r"(10 - (67 \bmod 10)) \bmod 10 = 3", "verified"),
        (r"17 \equiv 2 \bmod 5", "verified"),
        (r"17 \equiv 3 \bmod 5", "refuted"),
        ("6/2(1+2) = 9", "verified"),
        ("6/2(1+2) = 1", "verified"),
        ("6/2(1+2) = 8", "refuted"),
        (r"12/3 \cdot 2 = 2", "refuted"),
        ("1/3 = 0.(3)", "verified"),
        (r"\frac{1}{6} = 0.1(6)", "verified"),
        (r"\frac{1}{6} = 0.1(7)", "refuted"),
        ("0.5(4) = 2", "verified"),
        (r"\{2.7\} = 0.7", "verified"),
        (r"\{2.7\} + \{0.5\} = 1.2", "verified"),
        (r"\{-1.3\} = 0.7", "verified"),
        (r"\{2.7\} = 0.8", "refuted"),
        (r"\{2.7 + 1\} \cdot 2 = 7.4", "verified"),
        (r"f = 2 \\ (3+4) = 14", "verified"),
        (r"f = 2 \\ (3+4) = 7", "verified"),
        (r"f = 2 \\ (3+4) = 15", "refuted"),
    ],
)
def test_the_reading_that_agrees(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


@pytest.mark.parametrize(("claim", "status"), [("2a = 5", "verified"), ("2a = 2", "refuted"), (r"a = \frac{5}{2}", "skipped")])
def test_a_given_number_before_a_fraction_is_a_mixed_one(judged, claim: str, status: str) -> None:
    assert judged(rf"$a = 2\frac{{1}}{{2}}$ ${claim}$")[-1].verdict.status == status


def test_the_right_remainder_is_named(judged) -> None:
    assert judged(r"$17 \% 5 = 3$")[-1].verdict.claims[0].computed == 2
