"""Rows of one of several matrices."""

from __future__ import annotations

import pytest

from ....dump import inputs, resolved

ROWS = [
    (r"S_{hij} = (Q_h)_i (K_h)_j^\top", "Q:n×m×d_k K:n×p×d_k"),
    (r"A_{ij}^h = \frac{(Q_h)_i (K_h)_j^\top}{\sqrt{d}}", "Q:n×m×d K:n×p×d"),
    (r"y_{ti} = (x_t)_i + b_i", "x:n×d b:d"),
]


@pytest.mark.parametrize(("latex", "given"), ROWS)
def test_rows_of_parts(latex, given):
    assert inputs(resolved(latex)) == given
