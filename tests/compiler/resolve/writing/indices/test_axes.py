"""Which sizes the uses of an index fix."""

from __future__ import annotations

import pytest

from ...dump import meaning

SIZES = [
    (r"y_i = \sum_j A_{ij} x_j", None, "[i<n] sum(j<d: (A[i,j] * x[j]))"),
    (r"\sum_i x_i + \sum_i y_i", None, "(sum(i<n: x[i]) + sum(i_2<m: y[i_2]))"),
    ("y_i = x_{i+1} - x_i", {"x": (5,)}, "[i<n] (x[(i + 1)] + -x[i])"),
    ("y_i = x_i x_{i+2}", {"x": (5,)}, "[i<n] (x[i] * x[(i + 2)])"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), SIZES)
def test_sizes(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted
