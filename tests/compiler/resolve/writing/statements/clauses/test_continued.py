r"""What a comma cuts off from an equation: clauses and remarks stay what they are, terms and factors are asked about."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.errors import UnsupportedError

CUT_OFF = [
    r"y = a, b + c",
    r"p(x) = \sum_{k=1}^K \pi_k , \mathcal{N}(x \mid \mu_k, \Sigma_k)",
    r"\frac{\partial E}{\partial w_1} = (y - t), w_{ho}, x_1",
    r"\Delta w = -\eta, \frac{\partial E}{\partial w}",
    r"a = \frac{1}{m} \sum_i h_i , v",
    r"F = m , a",
    r"s = \sum_i w_i ; x_i",
    r"f = \frac{a , b}{c}",
    r"f = \sqrt{a , b}",
    r"f = e^{-\lambda , t}",
]


@pytest.mark.parametrize("latex", CUT_OFF)
def test_nobody_computes_half_of_a_side(latex):
    with pytest.raises(UnsupportedError, match="behind the comma"):
        compile_formula(latex)


CLAUSES = [
    (r"z = W x, b \in \mathbb{R}^d", {"W", "x"}),
    (r"z = w x, \quad b", {"w", "x"}),
    (r"z = w x, b, c > 0", {"w", "x"}),
    (r"z_i = w x_i, i = 1, \dots, n", {"w", "x"}),
    (r"z_i = w x_i, \forall i", {"w", "x"}),
    (r"s_{ij} = q_i k_j , \text{for all } i", {"q", "k"}),
    (r"z = w x; b \in \mathbb{R}", {"w", "x"}),
    (r"z = (x, y) w", {"w", "x", "y"}),
    (r"\phi(x) = e^x,\ \phi(Q) \phi(K)^\top", {"Q", "K"}),
    (r"z = w x, (3)", {"w", "x"}),
]


@pytest.mark.parametrize(("latex", "inputs"), CLAUSES)
def test_what_says_something_of_the_equation(latex, inputs):
    assert set(compile_formula(latex).inputs) == inputs
