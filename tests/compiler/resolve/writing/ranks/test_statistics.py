"""Spreads of data and random variables: what is squared at an index is a number, what is taken off a row is a row."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

NUMBERS = [
    (r"S^2 = \frac{1}{n-1} \sum_{i=1}^n (X_i - \bar{X})^2", "X:n X_bar:()"),
    (r"S^2 = \frac{1}{n-1} (\sum_{i=1}^n X_i^2 - n \bar{X}^2)", "X:n X_bar:()"),
    (r"B_k = \frac{1}{n} \sum_{i=1}^n (X_i - \bar{X})^k", "X:n X_bar:() k:()"),
    (r"v = \sum_{i=1}^n (Y_i - X_i b)^2", "Y:n X:n b:()"),
    (r"\chi^2 = \sum_{i=1}^k Z_i^2", "Z:k"),
    (r"S_w^2 = \frac{(n_1 - 1) S_1^2 + (n_2 - 1) S_2^2}{n_1 + n_2 - 2}", "n_1:() S_1:() n_2:() S_2:()"),
    (r"F = \frac{S_1^2 / \sigma_1^2}{S_2^2 / \sigma_2^2}", "S_1:() sigma_1:() S_2:() sigma_2:()"),
    (r"c = \frac{(n - 1) S^2}{\sigma^2}", "n:() S:() sigma:()"),
    (r"m = \frac{\sum_i W_i x_i}{\sum_i W_i}", "W:n x:n"),
    (r"m = \frac{\sum W_i x_i}{\sum W_i}", "W:n x:n"),
    (r"y = w_0 + \sum_i w_i x_i + \sum_f ((\sum_i v_{i,f} x_i)^2 - \sum_i v_{i,f}^2 x_i^2)", "w_0:() w:n x:n v:n×d"),
    (r"b = \frac{\sum x_i Y_i}{\sum x_i^2}", "x:n Y:n"),
    (r"b = \frac{\sum (X_i - \bar{X}) Y_i}{\sum (X_i - \bar{X})^2}", "X:n X_bar:() Y:n"),
    (r"a = \frac{\sum_i r_i}{H \times W}", "r:n H:() W:()"),
    (r"Z = \frac{\bar{X} - \mu}{\sigma / \sqrt{n}}", "X_bar:() mu:() sigma:() n:()"),
]


@pytest.mark.parametrize(("latex", "given"), NUMBERS)
def test_squares_are_of_numbers(latex, given):
    assert inputs(resolved(latex)) == given


ROWS = [
    (r"S = \frac{1}{n} \sum_{i=1}^n (X_i - \bar{X})(X_i - \bar{X})^\top", "X:n×d X_bar:d"),
    (r"S = \sum_{i=1}^n (\mathbf{X}_i - \bar{\mathbf{X}})(\mathbf{X}_i - \bar{\mathbf{X}})^\top", "X:n×d X_bar:d"),
]


@pytest.mark.parametrize(("latex", "given"), ROWS)
def test_what_is_taken_off_a_row_is_a_row(latex, given):
    assert inputs(resolved(latex)) == given


MATRICES = [
    (r"A^2 = P D^2 P^{-1}", "P:d×d D:d×d"),
    (r"\bar{A} = D^{-1/2} A D^{-1/2}", "D:d×d A:d×d"),
    (r"y = \sum_{i=1}^n W_i^2 x", "W:n x:()"),
    (r"c = \frac{\sum_j a_j \mathbf{h}_j}{\sum_j a_j}", "a:n h:n×d"),
    (r"d_{ij} = x_i^\top x_j + \|x_i\|^2", "x:n×d"),
    (r"Y = (X - \bar{X}) W", "X:n×d X_bar:n×d W:d×k"),
]


@pytest.mark.parametrize(("latex", "given"), MATRICES)
def test_matrices_stay_matrices(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"E[aX + b] = aE[X] + b", "a:() X:n b:()"),
        (r"Var(aX + b) = a^2 Var(X)", "a:() X:n"),
        (r"c = E[(X - \mu_X)(Y - \mu_Y)]", "X:n mu_X:() Y:n mu_Y:()"),
        (r"v = \mathbb{E}[X^2] - \mathbb{E}[X]^2", "X:n"),
    ],
)
def test_random_variables(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given


def test_elsewhere_a_capital_stays_a_matrix() -> None:
    assert inputs(resolved(r"y = A x + E b")) == "A:n×d x:d E:n×k b:k"


def test_a_capital_in_an_order_is_a_number() -> None:
    assert inputs(resolved(r"h = \frac{1}{n} \sum_{i=1}^n \mathbb{1}(r_i \le K)")) == "r:n K:()"
    assert inputs(resolved(r"S = Q K^\top + M")) == "Q:n×d_k K:d×d_k M:n×d"


PPO = r"L(\theta) = \mathbb{E}_t[\min(r_t(\theta) \hat{A}_t, \mathrm{clip}(r_t(\theta), 1 - \epsilon, 1 + \epsilon) \hat{A}_t)]"


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (PPO, "r_t:n A_hat_t:n epsilon:()"),
        (r"L = \hat{\mathbb{E}}_t[\log \pi_\theta(a_t | s_t) \hat{A}_t]", "pi_theta:n A_hat_t:n"),
        (r"L = E_t[(V_\theta(s_t) - R_t)^2]", "V_theta:n R_t:n"),
        (r"m = \mathbb{E}_t[x_t^2] - c", "x_t:n c:()"),
        (r"m = \mathbb{E}_t[a x_t]", "a:() x_t:n"),
    ],
)
def test_what_varies_with_the_step_of_an_expectation(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given
