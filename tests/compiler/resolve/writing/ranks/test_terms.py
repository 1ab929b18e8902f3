"""The terms of a sum tell of each other: biases, entries, and masks, told from numbers by a huge factor or an entrywise product."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula

from ...dump import inputs, meaning, resolved

TERMS = [
    ("W x + b", "((W @ x) + b)"),
    (r"\sum_i w_{ij} x_i + b_j", "[j<d] (sum(i<n: (w[i,j] * x[i])) + b[j])"),
    (r"\sum_j W_{ij} x_j + b_i", "[i<n] (sum(j<d: (W[i,j] * x[j])) + b[i])"),
    ("e^{S_{ij} - M_i}", "[i<n,j<d] e**(S[i,j] + -M[i])"),
    ("a + b", "(a + b)"),
    ("r_i = y_i - F(x_i)", "[i<n] (y[i] + -F[i])"),
    ("z = A (x + y) + b", "((A @ (x + y)) + b)"),
    ("h = W_h(h_{t-1}) + b", "((W_h @ h_t_minus_1) + b)"),
]


@pytest.mark.parametrize(("latex", "wanted"), TERMS)
def test_terms(latex, wanted):
    assert meaning(latex) == wanted


BIASES = [
    (r"z = W [h; x] + b", "b:n"),
    (r"y = A + B x", "A:n"),
    (r"y = A x + B", "B:n"),
    (r"Y = A X + B", "B:n×k"),
    (r"z = W \cdot [h, x] + b", "b:n"),
    (r"y = W_2 \cdot \text{GELU}(W_1 x + a) + b", "b:n"),
    (r"y = W_2 \cdot (W_1 \cdot x + a) + b", "b:n"),
    (r"y = w^\top \tanh(W x) + b", "b:()"),
    (r"Y = X W + b", "b:k"),
    (r"y = \tanh(x W + a) U + b", "b:k"),
    (r"e_{ij} = W [h_i; x_j] + b", "b:()"),
    (r"Y = W X + b", "b:()"),
    (r"y = x^\top M x + b", "b:()"),
]


@pytest.mark.parametrize(("latex", "wanted"), BIASES)
def test_what_is_added_to_a_transformed_vector_is_one(latex, wanted):
    assert wanted in inputs(resolved(latex)).split()


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"A_{ij} = x_i W_Q (x_j W_K)^\top + b_{j-i}", "x:n×d W_Q:d×k W_K:d×k b:2*n - 1"),
        (r"e_{ij} = \frac{x_i W_Q (x_j W_K)^\top + b_{ij}}{\sqrt{d}}", "x:k×p W_Q:p×d W_K:p×d b:k×k"),
        (r"e_i^t = v^\top \tanh(W h_i + U s_t + w c_i^t)", "v:n W:n×d h:m×d U:n×k s:p×k w:n c:m×p"),
        (r"u = W x + \sum_i p_i o_i", "W:d×k x:k p:n o:n×d"),
        (r"h_i = W x_i + b_i", "W:d×k x:n×k b:n×d"),
    ],
)
def test_what_is_added_to_the_values_of_a_matrix(latex, wanted):
    assert inputs(resolved(latex)) == wanted


@pytest.mark.parametrize(
    ("latex", "rank"),
    [
        (r"\mathrm{softmax}(S + (1 - M)(-10^9))", 2),
        (r"\mathrm{softmax}(S + (1 - M) \cdot -1e9)", 2),
        (r"\mathrm{softmax}(S + 10^4 \cdot (M - 1))", 2),
        (r"R = S - 10^9(1 - M)", 2),
        (r"R = S \odot M - 10^9 (1 - M)", 2),
        (r"R = (1 - M) \odot S", 2),
        (r"R = S + 2(1 - M)", 0),
        (r"R = 1000(1 - M)", 0),
        (r"R = 1000(1 + M)^n", 0),
    ],
)
def test_the_rank_of_a_capital_beside_one(latex: str, rank: int) -> None:
    assert len(compile_formula(latex).inputs["M"]) == rank


DECAYS = [
    (r"y_t = \sum_i e^{k_i} \odot v_i", "k:n×d v:n×d"),
    (r"y_t = \sum_{i=1}^{t} e^{-(t-i) w + k_i} \odot v_i", "w:d k:n×d v:n×d"),
    (r"y = e^{-w} \odot s", "w:n s:n"),
    (r"y_t = e^{-\lambda t} \odot x_t", "lambda_:() t:() x_t:n"),
    (r"o_i = \sum_j e^{k_j + w_{ij}} \odot v_j", "k:d×p w:n×d v:d×p"),
    (r"S_t = S_{t-1} \odot e^{g_t}", "S_t_minus_1:n×d g_t:()"),
]


@pytest.mark.parametrize(("latex", "given"), DECAYS, ids=[row[0] for row in DECAYS])
def test_exponentials_that_gate_entry_by_entry(latex, given):
    assert inputs(resolved(latex)) == given


BIASES_OF_SCORES = [
    (r"S = QK^\top + b_{i-j}", "b_i_minus_j:n×d"),
    (r"A(Q, K, V) = \mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}} + b_{ij}\right) V", "b_ij:n×d"),
    (r"S = QK^\top + \text{mask}", "mask:n×d"),
    (r"S = QK^\top + b", "b:()"),
    (r"S_{ij} = q_i k_j^\top + b_{ij}", "b:n×p"),
]


@pytest.mark.parametrize(("latex", "given"), BIASES_OF_SCORES)
def test_a_bias_for_each_pair_of_rows_is_a_matrix(latex, given):
    assert given in inputs(resolved(latex)).split()
