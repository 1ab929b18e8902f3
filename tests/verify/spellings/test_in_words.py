"""Words between numbers: those of arithmetic are signs; others make what stands beside them no equation."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"3 \text{ out of } 4 = 75\%", "verified"),
        (r"3 \text{ out of } 4 = 80\%", "refuted"),
        (r"3 \text{ of } 4 = 75\%", "verified"),
        (r"1 \text{ von } 5 = 20\,\%", "verified"),
        (r"5\text{ per }100 = 5\%", "verified"),
        (r"7 \text{ 中有 } 3 = 43\%", "verified"),
        (r"\text{total} = 3 \text{ of } 4 = 75\%", "verified"),
        (r"50\% \text{ of } 80 = 40", "verified"),
        (r"50\% \text{ of } 80 = 45", "refuted"),
        (r"80 \text{ 的 } 50\% = 40", "verified"),
        (r"\frac{3}{4} \text{ von } 80 = 60", "verified"),
        (r"2 \text{ mal } 3 = 6", "verified"),
        # neither an operation nor a statement of its own
        (r"5 \text{ shots, of which } 3 = 60\%", "skipped"),
        (r"3 \text{ of the } 4 \text{ heads} = 75\%", "skipped"),
        (r"3 \text{ and } 4 = 7", "skipped"),
        (r"x = 3 \text{ and } y = 4", "skipped"),
    ],
)
def test_words_between_numbers(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status
