"""Order statistics: an index in round brackets is a place in order of size."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import UnsupportedError

from ...dump import meaning, resolved

IN_ORDER = [
    (r"W = (\sum_i a_i x_{(i)})^2", "sum(i<n: (a[i] * sort(x)[i]))**2"),
    (r"W = \frac{1}{n} \sum_{i=1}^n |x_{(i)} - y_{(i)}|", "((1 / <n>) * sum(i<n: abs((sort(x)[i] + -sort(y)[i]))))"),
    (r"Q = \sum_i x_{(i)}^2", "sum(i<n: sort(x)[i]**2)"),
    (r"r = x_{(n)} - x_{(1)}", "(x_n + -x_1)"),
    (r"h_{(t)} = W h_{(t-1)}", "(W @ h_t_minus_1)"),
]


@pytest.mark.parametrize(("latex", "wanted"), IN_ORDER, ids=[row[0] for row in IN_ORDER])
def test_entries_in_order_of_size(latex, wanted):
    assert meaning(latex) == wanted


def test_what_the_note_defines_is_sorted_too():
    assert meaning(r"G = \sum_i i x_{(i)}", [r"x_i = a_i - b_i"]).endswith("sum(i<n: (#i * sort(x)[i]))")


def test_spacings_are_computed_and_the_order_is_said():
    formula = compile_formula(r"s = \sum_{i=1}^{n-1} (x_{(i+1)} - x_{(i)})^2")
    x = np.array([3.0, 1.0, 7.0, 2.0])
    assert formula(x=x) == pytest.approx(np.sum(np.diff(np.sort(x)) ** 2))
    assert any("smallest first" in str(reading) for reading in formula.readings)


@pytest.mark.parametrize(
    "latex", [r"\tau = \sum_{i=1}^k z_{(i)}", r"c = \sum_i p_{(i)}", r"\sum_i \mathbf{x}_{(i)}", r"\sum_i \hat{x}_{(i)}"]
)
def test_an_order_that_may_begin_with_the_largest_is_refused(latex):
    with pytest.raises(UnsupportedError, match="order of size"):
        resolved(latex)
