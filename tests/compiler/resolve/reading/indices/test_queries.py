"""One letter for two arrays: a point beside the data."""

from __future__ import annotations

import pytest

from ...dump import meaning

A_POINT_BESIDE_THE_DATA = [
    (r"f(x) = \sum_i \alpha_i x_i^\top x", "sum(i<n: (alpha[i] * (x_i[i] @ x)))"),
    (r"\sum_i x_i x", "sum(i<n: (x_i[i] * x))"),
]


@pytest.mark.parametrize(("latex", "wanted"), A_POINT_BESIDE_THE_DATA)
def test_a_point_beside_the_data(latex, wanted):
    assert meaning(latex) == wanted


ONLY_DATA = [
    (r"y = \sum_i w_i x_i", "sum(i<n: (w[i] * x[i]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), ONLY_DATA)
def test_only_data(latex, wanted):
    assert meaning(latex) == wanted
