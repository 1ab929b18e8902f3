"""The letters that operators bind."""

from __future__ import annotations

import pytest

from ...dump import meaning

BOUND = [
    (r"\sum_{i} x_i", "sum(i<n: x[i])"),
    (r"\sum_{i,j} A_{ij}", "sum(i<n: sum(j<d: A[i,j]))"),
    (r"\sum_{i=1}^n x_i y", "sum(i<n: (x[i] * y))"),
    (r"y_i = \sum_{j \le i} x_j", "[i<n] sum(j<n if (#j <= #i): x[j])"),
]


@pytest.mark.parametrize(("latex", "wanted"), BOUND)
def test_bound(latex, wanted):
    assert meaning(latex) == wanted
