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


FEATURES = r"\phi(x) = \mathrm{elu}(x) + 1"
TAKEN_ALIKE = [
    (r"o_i = \frac{\phi(q_i)^\top \sum_j \phi(k_j) v_j^\top}{\phi(q_i)^\top \sum_j \phi(k_j)}", (FEATURES,), "q:n×d k:m×d v:m×p"),
    (rf"o_i = \phi(q_i)^\top \sum_j \phi(k_j) v_j^\top, \quad {FEATURES}", (), "q:n×d k:m×d v:m×p"),
    (r"o_t = \phi(q_t)^\top S_t", (r"S_t = S_{t-1} + \phi(k_t) v_t^\top", FEATURES), "S_t_minus_1:n×d k_t:n v_t:d q_t:n"),
    (rf"O = \phi(z) \phi(K)^\top V, \quad {FEATURES}", (), "z:() K:n×d_k V:n×d_v"),  # a matrix that is transposed
    (r"o = \sum_j \phi(k_j) v_j", (FEATURES,), "k:n v:n"),  # nothing is transposed
    (r"s = \sigma(x)^\top w + \sigma(z)", (), "x:n w:n z:()"),  # what is applied to each entry of anything
]


@pytest.mark.parametrize(("latex", "context", "wanted"), TAKEN_ALIKE)
def test_a_function_that_is_transposed_takes_vectors_everywhere(latex, context, wanted):
    assert inputs(resolved(latex, context, target=latex[0])) == wanted


TAKEN = [
    (r"e_i = \text{score}(s_{t-1}, h_i)", r"\text{score}(a, b) = a^\top W b", "s_t_minus_1:n W:n×d h:m×d"),
    (r"d = \text{dist}(u, w)", r"\text{dist}(a, b) = \|a - b\|", "u:n w:n"),
    (r"y = f(x) + f(z)", r"f(x) = x^2", "x:() z:()"),
]


@pytest.mark.parametrize(("latex", "definition", "wanted"), TAKEN)
def test_what_stands_for_a_vector_parameter_is_a_vector(latex, definition, wanted):
    assert inputs(resolved(latex, [definition])) == wanted
