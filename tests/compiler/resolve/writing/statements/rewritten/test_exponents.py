"""Which letters above a letter are exponents, and which tell several things apart."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula

from ....dump import inputs, meaning, resolved

POWERS = [
    (r"y = \sum_{k=0}^n \binom{n}{k} p^k (1-p)^{n-k}", "p**#k"),
    (r"y = \sum_{k=0}^n \binom{n}{k} a^{n-k} b^k", "b**#k"),
    (r"y = \sum_{i=1}^n w^{n-i} v^i", "v**#i"),
    (r"y = \sum_{k=0}^n q^k", "q**#k"),
    (r"y = \sum_{k=1}^n q^k + \frac{1}{1 - q}", "q**#k"),
]


@pytest.mark.parametrize(("latex", "wanted"), POWERS, ids=[row[0] for row in POWERS])
def test_a_power_of_a_number(latex, wanted):
    assert wanted in meaning(latex)


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"b^i = \sum_j \alpha_{ij} v^j", "v[j]"),
        (r"y = \sum_{i=0}^n \alpha_i v^i", "v[i]"),
        (r"y = \sum_{i=1}^n v^i", "v[i]"),
        (r"y = \sum_{i=1}^n (1 - p^i)", "p[i]"),
    ],
)
def test_one_of_several(latex, wanted):
    assert wanted in meaning(latex)


def test_a_power_without_a_sum():
    assert meaning(r"P(X = x) = p^x (1-p)^{(1-x)}") == "(p**x * (1 + -p)**(1 + -x))"


MATRICES = [
    (r"Z = \sum_{k=0}^K \theta_k A^k X", "theta:K + 1 A:d×d X:d×k"),
    (r"Z = \sum_{k=1}^K \alpha (1-\alpha)^k \tilde{A}^k X", "alpha:() A_tilde:d×d X:d×k K:()"),
    (r"Z = \sum_{k=0}^K (D^{-1} A)^k X", "D:d×d A:d×d X:d×k K:()"),
    (r"Z = (D^{-1/2} A D^{-1/2})^K X", "D:d×d A:d×d K:() X:d×k"),
]


@pytest.mark.parametrize(("latex", "given"), MATRICES, ids=[row[0] for row in MATRICES])
def test_powers_of_a_matrix(latex, given):
    assert inputs(resolved(latex)) == given


def test_capitals_that_share_the_letter_above_are_numbered():
    assert inputs(resolved(r"Z = \sum_{k=0}^K A^k X W^k")) == "A:K + 1×n×d X:d×k W:K + 1×k×p"


def test_the_powers_of_a_matrix_in_a_sum():
    formula = compile_formula(r"Z = \sum_{k=1}^3 A^k \frac{1}{k!}")
    matrix = np.array([[1.0, 2.0], [0.5, -1.0]])
    assert np.allclose(formula(A=matrix), matrix + matrix @ matrix / 2 + matrix @ matrix @ matrix / 6)


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"m_k = \frac{1}{n} \sum_{i=1}^n x_i^k", "x:n k:()"),
        (r"A_k = \frac{1}{n} \sum_{i=1}^n X_i^k", "X:n k:()"),
        (r"y_k = \sum_{i=1}^n w_i x_i^k", "w:n x:n×d"),
        (r"m_j = \frac{1}{n} \sum_{i=1}^n x_i^j", "x:n×d"),
    ],
)
def test_the_order_of_a_moment(latex, given):
    assert inputs(resolved(latex)) == given


TRANSITIONS = [
    (r"x_t = A^t x_0", "A:d×d t:() x_0:d"),
    (r"P_t = P^t P_0", "P:d×d t:() P_0:d×k"),
    (r"\pi_t = \pi_0 P^t", "pi_0:d P:d×d t:()"),
    (r"x_t = A^t x_0 + b", "A:d×d t:() x_0:d b:()"),
    (r"x_t = A^t x_1", "A:n×m×d x_1:d"),
    (r"x_t = \lambda^t x_0", "lambda_:() t:() x_0:()"),
    (r"x_t = A^{t-1} x_1", "A:d×d t:() x_1:d"),
    (r"K_i = \bar C \bar A^i \bar B", "C_bar:n×d A_bar:d×d i:() B_bar:d×k"),
    (r"K_i = C A^{i-1} B", "C:n×d A:d×d i:() B:d×k"),
    (r"H^{(k)} = \hat A^k X", "A_hat:d×d k:() X:d×p"),
    (r"H^{(h)} = A^h V", "A:n×m×d V:d×d_v"),
    (r"Z^{(l)} = A^{l-1} W", "A_l_minus_1:n×d W:d×k"),
    (r"h_t = A^{t-1} h_{t-1}", "A_t_minus_1:n×d h_t_minus_1:d"),
]


@pytest.mark.parametrize(("latex", "given"), TRANSITIONS)
def test_what_leads_from_the_start_to_a_step_is_a_power(latex, given):
    assert inputs(resolved(latex)) == given


def test_a_power_one_below_the_step():
    formula = compile_formula(r"K_i = C A^{i-1} B")
    c, a, b = np.array([[1.0, 2.0]]), np.array([[0.5, 0.1], [-0.2, 0.9]]), np.array([[1.0], [3.0]])
    assert np.allclose(formula(C=c, A=a, i=3, B=b), c @ a @ a @ b)
