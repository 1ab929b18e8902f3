"""Runs of letters that a left side makes one name."""

from __future__ import annotations

import pytest

from ...dump import meaning

NAMES = [
    ("2 RMSE", (r"RMSE = \sqrt{m}",), "RMSE = m**1/2\n(2 * RMSE)"),
    ("score(a, b) + 1", ("score(q, k) = q k",), "((a * b) + 1)"),
    ("AB", ("AB = A + B",), "(A @ B)"),
    ("A B", ("A = 1", "B = 2"), "(A * B)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), NAMES)
def test_names(latex, context, wanted):
    assert meaning(latex, context) == wanted
