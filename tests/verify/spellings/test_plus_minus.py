"""Formulas with both signs: intervals and the two roots of an equation."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"x = 5 \pm 1.96 \cdot \frac{2}{\sqrt{16}} = 5 \pm 0.98", "verified"),
        (r"5 \pm 2 \cdot 0.25 = 5 \pm 0.5", "verified"),
        (r"x = 5 \pm 1.96 \cdot \frac{2}{\sqrt{16}} = 5 \pm 0.5", "refuted"),
        (r"x = \frac{-3 \pm \sqrt{9 - 8}}{2} = -1, -2", "verified"),
        (r"x_{1,2} = \frac{-3 \pm \sqrt{9 - 8}}{2} = -2, -1", "verified"),
        (r"x = \frac{-3 \pm \sqrt{9 - 8}}{2} = -1 \text{ or } -2", "verified"),
        (r"x = \frac{-3 \pm \sqrt{9 - 8}}{2} = -1, -3", "refuted"),
        (r"x = \frac{3 \pm \sqrt{5}}{2} \approx 2.618, 0.382", "verified"),
        (r"x = \frac{3 \pm \sqrt{5}}{2} \approx 2.618, 0.482", "refuted"),
        (r"x = \frac{3 \pm 1}{2} = 2, 7, 1", "skipped"),
        (r"x = \frac{3 \pm 1}{2} = 2, 1, 5, 6", "skipped"),
        (r"x = \frac{3 \pm 1}{2} = 2, \text{ or } 1", "verified"),
        (r"5 \pm 1.96 \cdot \frac{2}{\sqrt{16}} = [4.02, 5.98]", "verified"),
        (r"CI = 5 \pm 1.96 \cdot \frac{2}{\sqrt{16}} = 5 \pm 0.98 = (4.02, 5.98)", "verified"),
        (r"CI = 5 \pm 1.96 \cdot \frac{2}{\sqrt{16}} = (4.02, 5.89)", "refuted"),
        (r"x^2 + 3x + 2 = 0 \Rightarrow x = \frac{-3 \pm \sqrt{9 - 8}}{2} = -1 \text{ or } -2", "verified"),
        (r"x^2 + 3x + 2 = 0 \Rightarrow x = \frac{-3 \pm \sqrt{9 - 8}}{2} = -1 \text{ or } -3", "refuted"),
        (r"5 \pm 0.98 = [4.02, 5, 5.98]", "unsupported"),
        (r"x < 5 \pm 2 \cdot 0.5 < 5 \pm 1", "skipped"),
        (r"5 \pm 2", "unsupported"),
        (r"\frac{10+12}{2} = 11 \pm 1", "unsupported"),
        (r"\sqrt{4} = \pm 2", "unsupported"),
        (r"x = 2 \pm 1", "unsupported"),
    ],
)
def test_both_signs_are_compared(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[0].verdict.status == status
