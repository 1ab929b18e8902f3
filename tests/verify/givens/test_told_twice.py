"""One line that gives a name two numbers: what does not hold on the last one is left open."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("claim", ["1 - p = 0.5", "1 - p = 0.6"])
def test_two_numbers_in_one_line(judged, claim: str) -> None:
    verdict = judged(f"For class A, $p = 0.5$. For class B, $p = 0.3$.\n\n${claim}$")[-1].verdict
    assert verdict.claims[-1].holds is None


@pytest.mark.parametrize(
    ("note", "status"),
    [
        ("For class A, $p = 0.5$. For class B, $p = 0.3$.\n\n$1 - p = 0.7$", "verified"),
        ("First $p = 0.5$.\n\nThen $p = 0.3$.\n\n$1 - p = 0.5$", "refuted"),  # the later one replaces it
        ("$p = 0.3$ and again $p = 0.3$.\n\n$1 - p = 0.5$", "refuted"),
    ],
)
def test_other_notes(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status
