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
    ],
)
def test_the_reading_that_agrees(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


def test_the_right_remainder_is_named(judged) -> None:
    assert judged(r"$17 \% 5 = 3$")[-1].verdict.claims[0].computed == 2
