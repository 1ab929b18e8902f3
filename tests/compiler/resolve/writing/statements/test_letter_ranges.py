"""Ranges that a display writes for its letters."""

from __future__ import annotations

import pytest

from ...dump import meaning

RANGES = [
    (r"y_i = x_i^2, \quad i = 1, \dots, n", (), "[i<n] x[i]**2"),
    (r"y_i = x_i^2, \quad i = 0, \dots, n-1", (), "[i<n] x[i]**2"),
    (r"w_j = a^{-j}, \quad j \in [0, d/2-1]", (), "[j<d/2] a**-#j"),
    (r"x_t = e^{-t}, \quad t \in [0, T]", (), "e**-t"),
    (r"s = \sum_i y_i", (r"y_i = x_i^2, \quad i = 1, \dots, 4",), "y[i_2<4] = x[i_2]**2\nsum(i<4: y[i])"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), RANGES)
def test_ranges(latex, context, wanted):
    assert meaning(latex, context) == wanted
