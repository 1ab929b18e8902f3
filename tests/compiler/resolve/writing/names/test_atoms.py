"""Symbols where they stand, with runs of letters split."""

from __future__ import annotations

import pytest

from ...dump import meaning

RUNS = [
    (r"Q K^\top", "(Q @ K')"),
    (r"\mathrm{softmax}(QK^\top)V", "(softmax((Q @ K')) @ V)"),
    ("a b (c + d)", "(a * b * (c + d))"),
    (r"2 \sigma x", "(2 * sigma * x)"),
]


@pytest.mark.parametrize(("latex", "wanted"), RUNS)
def test_runs(latex, wanted):
    assert meaning(latex) == wanted
