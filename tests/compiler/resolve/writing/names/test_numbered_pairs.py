"""Numbers beside an index: with a first row, `2j` is the second one; without, it is a place."""

from __future__ import annotations

import pytest

from ...dump import meaning

ROWS = [
    ("y_{1j} = x_{1j} + x_{2j}", "[j<n] (x_1[j] + x_2[j])"),
    ("d_j = (a_{1j} - a_{2j})^2", "[j<n] (a_1[j] + -a_2[j])**2"),
]


@pytest.mark.parametrize(("latex", "wanted"), ROWS)
def test_rows(latex, wanted):
    assert meaning(latex) == wanted


PLACES = [
    ("y_i = x_{2i} b_i + x_{2i+1}", "[i<m] ((x[(2 * #i)] * b[i]) + x[((2 * #i) + 1)])"),
]


@pytest.mark.parametrize(("latex", "wanted"), PLACES)
def test_places(latex, wanted):
    assert meaning(latex) == wanted
