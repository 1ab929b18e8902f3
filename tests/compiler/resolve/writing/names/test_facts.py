"""Scripts are told apart by what the formula around a symbol says."""

from __future__ import annotations

import pytest

from ...dump import meaning

BY_THE_FORMULA = [
    (r"\sum_i x_i^2", "sum(i<n: x[i]**2)"),
    ("x_i^2", "[i<n] x[i]**2"),
    (r"\gamma^t", "gamma**t"),
    (r"\sum_{t=1}^n \gamma^t r_t", "sum(t<n: (gamma**#t * r[t]))"),
    ("y = x_1 + x_2", "(x_1 + x_2)"),
]


@pytest.mark.parametrize(("latex", "wanted"), BY_THE_FORMULA)
def test_by_the_formula(latex, wanted):
    assert meaning(latex) == wanted
