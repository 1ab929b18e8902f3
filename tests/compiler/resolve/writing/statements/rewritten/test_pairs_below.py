r"""`e_ij` is `e_{ij}` where j counts something."""

from __future__ import annotations

import pytest

from ....dump import inputs, meaning, resolved

PAIRS = [
    (r"c_i = \sum_j \alpha_ij h_j", r"c_i = \sum_j \alpha_{ij} h_j"),
    (r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{k=1}^{T_x} exp(e_ik)}", r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_{k=1}^{T_x} \exp(e_{ik})}"),
    (r"\alpha_ij = \frac{\exp(e_ij)}{\sum_k \exp(e_ik)}", r"\alpha_{ij} = \frac{\exp(e_{ij})}{\sum_k \exp(e_{ik})}"),
    (r"e_ij = v_a^T \tanh(W_a s_i + U_a h_j)", r"e_{ij} = v_a^T \tanh(W_a s_i + U_a h_j)"),
    (r"z_i = \sum_{j=1}^n \alpha_ij (x_j W^V)", r"z_i = \sum_{j=1}^n \alpha_{ij} (x_j W^V)"),
    (r"n_i = \sum_j A_ij^2", r"n_i = \sum_j A_{ij}^2"),
]


@pytest.mark.parametrize(("latex", "same"), PAIRS)
def test_both_letters_stand_below(latex, same):
    assert meaning(latex) == meaning(same)
    assert inputs(resolved(latex)) == inputs(resolved(same))


FACTORS = [
    (r"m = \sum_i p_i i", r"m = \sum_i p_{i} i"),
    (r"s = \sum_{j=1}^n x_{i}j", r"s = \sum_{j=1}^n x_{i} j"),
    (r"s_i = \sum_j a_i j b_j", r"s_i = \sum_j a_{i} j b_j"),
    (r"y = \sum_i w_ix_i", r"y = \sum_i w_{i} x_i"),
    (r"p = \sum_{n=0}^N a_nx^n", r"p = \sum_{n=0}^N a_{n} x^n"),
    (r"f = k_bT", r"f = k_{b} T"),
    (r"z = x_ij", r"z = x_{i} j"),
]


@pytest.mark.parametrize(("latex", "same"), FACTORS)
def test_a_letter_that_is_a_factor_or_counts_nothing(latex, same):
    assert meaning(latex) == meaning(same)
