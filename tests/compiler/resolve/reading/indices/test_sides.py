"""One side of an equation by itself; of a chain the last one that says something is the value."""

from __future__ import annotations

import pytest

from ...dump import meaning

LAST_SIDE = [
    ("y = W x = z", "(W @ x)"),
    ("f = 2x = x + x", "(x + x)"),
    (r"h_i = \sum_j A_{ij} v_j = A V", "(A @ V)"),
]


@pytest.mark.parametrize(("latex", "wanted"), LAST_SIDE)
def test_last_side(latex, wanted):
    assert meaning(latex) == wanted
