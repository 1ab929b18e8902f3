"""Runs of letters that a left side makes one name."""

from __future__ import annotations

import pytest

from ...dump import meaning

NAMES = [
    ("2 RMSE", (r"RMSE = \sqrt{m}",), "RMSE = m**1/2\n(2 * RMSE)"),
    ("score(a, b) + 1", ("score(q, k) = q k",), "((a * b) + 1)"),
    ("AB", ("AB = A + B",), "(A @ B)"),
    ("A B", ("A = 1", "B = 2"), "(A * B)"),
    (r"2 wkv_t", (r"wkv_t = \frac{a}{b}", "k_t = w + v"), "wkv_t = (a / b)\n(2 * wkv_t)"),
    (r"2 mgh", (r"mgh_1 = \frac{a}{b}", "y = mgh", "z = m - g - h"), "(2 * m * g * h)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), NAMES)
def test_names(latex, context, wanted):
    assert meaning(latex, context) == wanted
