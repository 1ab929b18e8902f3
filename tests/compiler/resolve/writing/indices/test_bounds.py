"""Names of sizes: upper bounds of operators, and what a number between bars counts."""

from __future__ import annotations

import pytest

from ...dump import meaning

BOUNDS = [
    (r"\sum_{i=1}^{n} x_i + n", (), "(sum(i<n: x[i]) + <n>)"),
    (r"\frac{1}{|B|} \sum_{i=1}^{|B|} x_i", (), "((1 / <n>) * sum(i<n: x[i]))"),
    ("|B| x", ("|B| = 4",), "(4 * x)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), BOUNDS)
def test_bounds(latex, context, wanted):
    assert meaning(latex, context) == wanted
