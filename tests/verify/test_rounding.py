r"""Rounding on the way explains what it can have changed, and no more."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{2}{3} \cdot 1000 = 0.667 \cdot 1000 = 666.7", "verified"),
        (r"\frac{\ln 397.5}{13} = \frac{5.985}{13} = 0.4604", "verified"),
        (r"\sqrt{2} \cdot \sqrt{3} = 1.41 \cdot 1.73 = 2.44", "verified"),
        (r"\sqrt{2} \cdot \sqrt{3} = 1.41 \cdot 1.73 = 2.449", "verified"),
        (r"\sqrt{2} \cdot \sqrt{3} = 1.41 \cdot 1.73 = 2.46", "refuted"),
        # an approximation has another value, and rounds nothing
        (r"\cos(0.2) \approx 1 - \frac{0.2^2}{2} = 0.98", "verified"),
        (r"\cos(0.2) \approx 1 - \frac{0.2^2}{2} = 0.99", "refuted"),
        (r"e^{0.1} \approx 1 + 0.1 = 1.2", "refuted"),
    ],
)
def test_a_chain_with_rounded_numbers(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status
