"""Labels above, by what else the formula has: letters of other quantities, teacher and student."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula

from ....dump import inputs, resolved

NAMED = [
    (r"w_t^r = \pi_t^b b_t + \pi_t^f f_t + \pi_t^c c_t^r", "pi_b:n b:n pi_f:n f:n pi_c:n c:n×d"),
    (r"g_j = \hat{y}_j^k (1 - \hat{y}_j^k)(y_j^k - \hat{y}_j^k)", "y_hat_k:n y_k:n"),
    (r"\mu_i^z = \sigma_i^z z_i", "sigma_z:n z:n"),
]


@pytest.mark.parametrize(("latex", "given"), NAMED)
def test_names_of_quantities(latex, given):
    assert inputs(resolved(latex)) == given


EXPONENTS = [
    (r"s_i = \lambda_i^k x_i + k", "lambda_:n k:() x:n"),
    (r"s = \sum_j \frac{a_j^n}{b_j^n}", "a:m n:() b:m"),
    (r"y_i = \lambda_i^k", "lambda_:n k:()"),
    (r"y_i = \beta_i^2 x_i", "beta:n x:n"),
    (r"y = e^b b_t", "b:() b_t:()"),
]


@pytest.mark.parametrize(("latex", "given"), EXPONENTS)
def test_numbers(latex, given):
    assert inputs(resolved(latex)) == given


LABELS = [
    (r"L = \|E^S W_e - E^T\|_F^2", {"E_S", "W_e", "E_T"}),
    (r"L = \sum_i D_{\mathrm{KL}}(A^T_{i,:} \| A^S_{i,:})", {"A_T", "A_S"}),
    (r"L = -\sum_k p_k^{\mathrm{T}} \log p_k^{\mathrm{S}}", {"p_T", "p_S"}),
    (r"Y^S = X^T W", {"X", "W"}),
    (r"L = \|Q^S K^T\|_F", {"Q_S", "K"}),
]


@pytest.mark.parametrize(("latex", "inputs"), LABELS)
def test_labels_of_teacher_and_student(latex, inputs):
    assert set(compile_formula(latex).inputs) == inputs
