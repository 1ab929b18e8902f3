"""A point and the data of the same letter are of one kind."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

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


FORMS = [
    (r"s = d^\top \Sigma^{-1} d", (r"d = x - \mu",), "x:d mu:d Sigma:d×d"),
    (r"w_{ij} = d_{ij}^\top \Sigma_j^{-1} d_{ij}, \quad d_{ij} = x_i - \mu_j", (), "x:n×d mu:m×d Sigma:m×d×d"),
    (r"s = \|d\|, \quad d = x - y + 1", (), "x:n y:n"),
    (r"s = d^2", (r"d = x - \mu",), "x:() mu:()"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), FORMS)
def test_what_is_added_up_to_a_vector_is_one(latex, context, wanted):
    assert inputs(resolved(latex, context, target=latex[0])) == wanted
