"""A point and the data of the same letter are of one kind."""

from __future__ import annotations

import pytest

from ...dump import meaning

OF_ONE_KIND = [
    (r"f(x) = \sum_i \alpha_i x_i^\top x", "sum(i<n: (alpha[i] * (x_i[i] @ x)))"),
    (r"\frac{1}{n} \sum_i K \cdot \|x - x_i\|^2", "((1 / <n>) * sum(i<n: (K * norm((x + -x_i[i]))**2)))"),
    ("h_t = W h_{t-1} + x_t", "((W @ h_t_minus_1) + x_t)"),
]


@pytest.mark.parametrize(("latex", "wanted"), OF_ONE_KIND)
def test_of_one_kind(latex, wanted):
    assert meaning(latex) == wanted


NUMBERS = [
    (r"\sum_i x_i x", "sum(i<n: (x_i[i] * x))"),
]


@pytest.mark.parametrize(("latex", "wanted"), NUMBERS)
def test_numbers(latex, wanted):
    assert meaning(latex) == wanted
