"""Colons between numbers divide; between letters, and where they may tell the time, nothing is said."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        ("12 : 4 = 3", "verified"),
        ("15 : 4 = 3.5", "refuted"),
        (r"x = 12 : 4 = 3", "verified"),
        (r"(15 + 3) : 6 = 3", "verified"),
        (r"\frac{1}{2} : \frac{1}{4} = 2", "verified"),
        (r"\frac{1}{2} : \frac{1}{4} = 4", "refuted"),
        ("2 : 3 = 4 : 6", "verified"),
        ("3:4 = 0.75", "verified"),
        # a time of day, letters, a chain of ratios, and what would have to be told apart first
        ("8:30 = 8.5", "skipped"),
        ("a : b = 3 : 4", "skipped"),
        ("1 : 2 : 3 = 6", "skipped"),
        ("2 + 4 : 2 = 3", "skipped"),
        (r"f : X \to Y", "skipped"),
    ],
)
def test_a_colon_between_numbers(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[0].verdict.status == status
