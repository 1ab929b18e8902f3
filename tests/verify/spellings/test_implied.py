"""Arrows that lead from numbers to what comes out of them."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"1200 + 453 \Rightarrow 1653", "verified"),
        (r"1200 + 453 \Rightarrow 1663", "refuted"),
        (r"x = 1200 + 453 \Rightarrow x = 1663", "refuted"),
        (r"x = 1200 + 453 \Rightarrow 1653", "verified"),
        (r"2 \times 3 + 4 \implies 6 + 4 \implies 10", "verified"),
        (r"x = 1200 + 453 \\ \Rightarrow 1663", "refuted"),
        (r"3x = 12 \Rightarrow x = 4", "verified"),
        (r"3x = 12 \Rightarrow 4", "unsupported"),
        (r"3x = 6 + 6 \Rightarrow 4", "skipped"),
        (r"x^2 = 2 + 2 \Rightarrow 2", "skipped"),
        (r"5 \Rightarrow 7", "skipped"),
        (r"-5 \Rightarrow 7", "skipped"),
        (r"144 / 12 \Rightarrow 12", "verified"),
        (r"\frac{1}{4} \Rightarrow 25\%", "verified"),
        (r"\frac{1}{4} \Rightarrow 35\%", "refuted"),
        (r"a > b \Rightarrow 5", "skipped"),
    ],
)
def test_what_comes_out_is_compared(judged, latex: str, status: str) -> None:
    assert judged(f"$${latex}$$")[0].verdict.status == status
