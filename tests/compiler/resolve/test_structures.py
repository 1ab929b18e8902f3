"""Ones and zeros with the sizes that are written below them."""

from __future__ import annotations

import pytest

from .dump import meaning

ONES = [
    (r"s = \mathbf{1}^\top x", "(full(1) @ x)"),
    (r"s = \mathbf{1}_n^\top x", "(full(1) @ x)"),
    (r"D = \text{diag}(K \mathbf{1}_L)", "diag((K @ full(1)))"),
    (r"Y = X + \mathbf{1}_{n \times d}", "(X + full(1))"),
    (r"u = \mathbf{1}^\top X \mathbf{1}", "((full(1) @ X) @ full(1))"),
]


@pytest.mark.parametrize(("latex", "wanted"), ONES, ids=[row[0] for row in ONES])
def test_ones(latex, wanted):
    assert meaning(latex) == wanted
