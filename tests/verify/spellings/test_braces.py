"""What a brace says of a part is held against the part."""

from __future__ import annotations

import pytest

BRACES = [
    (r"\underbrace{3 \cdot 4}_{12} + \underbrace{2 \cdot 5}_{10} = 22", "verified", 3),
    (r"\underbrace{3 \cdot 4}_{12} + \underbrace{2 \cdot 5}_{11} = 22", "refuted", 3),
    (r"x = \overbrace{0.3 + 0.4}^{0.7} \cdot 2 = 1.4", "verified", 2),
    # counts, marks and words
    (r"\underbrace{2 + 2 + 2}_{3} = 6", "verified", 1),
    (r"\underbrace{3 \cdot 4}_{\text{Fläche}} + 10 = 22", "verified", 1),
    (r"\underbrace{1 + \dots + 1}_{10} = 10", "unsupported", 0),
]


@pytest.mark.parametrize(("latex", "status", "claims"), BRACES)
def test_numbers_below_numbers(judged, latex: str, status: str, claims: int) -> None:
    verdict = judged(f"${latex}$")[0].verdict
    assert (verdict.status, len(verdict.claims)) == (status, claims)
