"""Whole matrices at one index, and vectors behind weights that are written out."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula

from ...dump import inputs, resolved

CASES = [
    (r"\hat A_i = A_i + I", "A:n×d×d"),
    (r"\tilde A^{(l)} = 0.5\,A^{(l)} + 0.5\,I", "A:n×d×d"),
    (r"B_t = I - \beta_t A_t", "beta:n A:n×d×d"),
    (r"\hat X_i = X_i + P_i", "X:n×d P:n×d"),
    (r"G^{(l)} = F^{(l)\top} F^{(l)}", "F:n×m×d"),
    (r"G^l = (F^l)^T F^l", "F:n×m×d"),
    (r"S_h = \frac{1}{n} X_h^\top X_h", "X:m×n×d"),
    (r"s_i = X_i^\top Y_i", "X:n×d Y:n×d"),
    (r"S_h = \sum_t k_{h,t} v_{h,t}^\top", "k:n×m×d v:n×m×p"),
    (r"S_{t,h} = S_{t-1,h} + k_{t,h} v_{t,h}^\top", "S_t_minus_1:n×d×k k_t:n×d v_t:n×k"),
    (r"S_t = S_{t-1} + v_t^{(h)} (k_t^{(h)})^\top", "S_t_minus_1:n×d v_t_h:n k_t_h:d"),
    (r"O_{b,h} = \text{softmax}(Q_{b,h} K_{b,h}^\top) V_{b,h}", "Q:n×m×p×d_k K:n×m×q×d_k V:n×m×q×d_v"),
    (r"o_{t,h} = \text{Attn}(q_{t,h}, K_{t,h}, V_{t,h})", "q:n×m×d_k K:n×m×p×d_k V:n×m×p×d_v"),
    (r"o_t = \sum_c g_t^c \text{Attn}(q_t, K_t^c, V_t^c)", "g:n×d q:n×d_k K:n×d×m×d_k V:n×d×m×d_v"),
    (r"O_h = Q_h (K_h^\top V_h)", "Q:n×m×d_k K:n×p×d_k V:n×p×d_v"),
    (r"O_h = \phi(Q_h)\left(\phi(K_h)^\top V_h\right)", "Q:n×m×d_k K:n×p×d_k V:n×p×d_v"),
    (r"y_{ij} = \alpha_{ij} v_{ij}^\top", "alpha:n×d v:n×d×k"),
]


@pytest.mark.parametrize(("latex", "given"), CASES, ids=[row[0] for row in CASES])
def test_ranks(latex, given):
    assert inputs(resolved(latex)) == given


def test_the_rollout_of_layers():
    formula = compile_formula(r"R = \prod_{l=1}^{L} \left(0.5 A^{(l)} + 0.5 I\right)")
    layers = np.array([[[0.5, 0.5], [0.2, 0.8]], [[0.1, 0.9], [1.0, 0.0]]])
    first, second = (0.5 * layer + 0.5 * np.eye(2) for layer in layers)
    assert np.allclose(formula(A=layers), first @ second)


WEIGHTED = [
    (r"O_i = \sum_j \frac{e^{q_i \cdot k_j / \sqrt{d}}}{\sum_l e^{q_i \cdot k_l / \sqrt{d}}} v_j", "q:n×d k:m×d v:m×p"),
    (r"o_i = \frac{\sum_j \exp(q_i^\top k_j) v_j}{\sum_j \exp(q_i^\top k_j)}", "q:n×d k:m×d v:m×p"),
    (r"o_i = \sum_j \text{softmax}(s_i)_j v_j", "s:n×d v:d×k"),
    (r"o_t = \sum_j (q_t^\top k_j) v_j", "q:n×d k:m×d v:m×p"),
    (r"o_t = \sum_j a^{t-j} (q_t k_j^\top) v_j", "a:() q:n×d k:m×d v:m×p"),
    (r"o_t = \sum_j \langle q_t, k_j \rangle v_j", "q:n×d k:m×d v:m×p"),
    (r"o_t = \sum_j q_t^\top k_j v_j", "q:n×d k:m×d v:m×p"),
    (r"c_t = \sum_s \alpha_t(s) h_s", "alpha:n×d h:d×k"),
    (r"c_t = \sum_s a_t(s) \bar h_s", "a:n×d h_bar:d×k"),
]


@pytest.mark.parametrize(("latex", "given"), WEIGHTED)
def test_values(latex, given):
    assert inputs(resolved(latex)) == given


NUMBERS = [
    (r"y = \sum_j \exp(x_j) w_j", "x:n w:n"),
    (r"y = \sum_j (a^\top x_j) y_j", "a:d x:n×d y:n"),
    (r"w = \frac{\sum_i e^{-(t-i)u + k_i} v_i}{\sum_i e^{-(t-i)u + k_i}}", "t:() u:() k:n v:n"),
    (r"y_t = \sum_s f(s) x_s", "f:n x:n"),
]


@pytest.mark.parametrize(("latex", "given"), NUMBERS)
def test_what_no_query_weighs(latex, given):
    assert inputs(resolved(latex)) == given


MIXED = [
    (r"y = W_O \left(\sum_j \alpha_j v_j\right)", "W_O:n×d alpha:m v:m×d"),
    (r"y = \sum_h W_h^O \sum_j \alpha_{hj} W_h^V x_j", "W_O:n×m×d alpha:n×k W_V:n×d×p x:k×p"),
    (r"y = U \sum_j x_j + b", "U:n×d x:m×d b:n"),
    (r"y = W \cdot \sum_j \alpha_j h_j", "W:n×d alpha:m h:m×d"),
    (r"y_i = S_i (\sum_j x_{ij})", "S:n×d x:n×k"),
    (r"y = w \sum_j x_j", "w:() x:n"),
]


@pytest.mark.parametrize(("latex", "given"), MIXED)
def test_a_sum_behind_the_weights_of_a_layer(latex, given):
    assert inputs(resolved(latex)) == given


STATES = [
    (r"o_i = q_i \sum_j k_j^\top v_j", "q:n×d k:m×d v:m×p"),
    (r"o_i = \phi(Q_i) (\sum_j \phi(K_j)^\top V_j)", "Q:n×d_k K:m×d_k V:m×d_v"),
    (r"z_i = q_i \sum_{j \le i} k_j^\top", "q:n×d k:m×d"),
    (r"S = \sum_j k_j^\top v_j", "k:n×d v:n×p"),
    (r"s = \sum_j x_j^\top y_j", "x:n×d y:n×d"),
    (r"s_i = w_i \sum_j x_j^\top y_j", "w:n x:m×d y:m×d"),
]


@pytest.mark.parametrize(("latex", "given"), STATES)
def test_states_of_keys_and_values(latex, given):
    assert inputs(resolved(latex)) == given


SCORES, WEIGHTS = r"S_i = Q_i K_i^\top / \sqrt{d_k}", r"A_i = \text{softmax}(S_i)"
HEADS = [
    (r"\text{head}_h = A_h V_h", (), "A:n×m×d V:n×d×d_v"),
    (r"O_i = \text{softmax}(S_i) V_i", (), "S:n×m×d V:n×d×d_v"),
    (r"o_i = \text{softmax}(s_i) V_i", (), "s:n×d V:n×d×d_v"),
    (r"O_i = \text{softmax}(S_i) V_i", (SCORES,), "Q:n×m×d_k K:n×p×d_k V:n×p×d_v"),
    (r"O_i = A_i V_i", (WEIGHTS, SCORES), "Q:n×m×d_k K:n×p×d_k V:n×p×d_v"),
    (r"s_i = q_i K_i^\top", (), "q:n×d K:n×m×d"),
    (r"q'_i = R_i q_i", (), "R:n×m×d q:n×d"),
    (r"o_t = q_t S_t", (), "q:n×d S:n×d×k"),
    (r"x'_t = x_t + (x_{t-1} - x_t) \odot \mu", (), "x_t:n x_t_minus_1:n mu:n"),
    (r"Y_i = X_i W_i", (), "X:n×m×d W:n×d×k"),
    (r"O = \sum_h \text{softmax}(Q_h K_h^\top) V_h W_h^O", (), "Q:n×m×d_k K:n×p×d_k V:n×p×d W_O:n×d×k"),
    (r"o_{t,h} = \sum_j \text{softmax}_j(q_{t,h}^\top k_{j,h}) v_{j,h}", (), "q:n×m×d k:p×m×d v:p×m×r"),
    (r"c = \sum_i A_i V_i", (), "A:n V:n×d_v"),
    (r"V_i = R_i I_i", (), "R:n I:n"),
    (r"o_i = \sum_j A_{ij} V_j", (), "A:n×d V:d×d_v"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), HEADS)
def test_what_belongs_to_one_head_are_matrices(latex, context, wanted):
    assert inputs(resolved(latex, context)) == wanted


QUERIES = [
    (r"o_t = \text{softmax}(q_t K_t^\top) V_t", "q:n×d K:n×m×d V:n×m×d_v"),
    (r"o_t = V_t^\top \text{softmax}(K_t q_t)", "V:n×m×d_v K:n×m×d q:n×d"),
    (r"o_i = \text{softmax}(q_i K^\top) V", "q:n×d K:m×d V:m×d_v"),
    (r"e_j = v^\top W K_j", "v:n W:n×d K:m×d"),
    (r"y_j = v^\top W X_j", "v:n W:n×d X:m×d×k"),
]


@pytest.mark.parametrize(("latex", "given"), QUERIES)
def test_keys_and_values_of_each_query(latex, given):
    assert inputs(resolved(latex)) == given


STACKED = [
    (r"o_t = \text{softmax}(q_t [K; k_t]^T) [V; v_t]", "q:n×d K:m×d k:n×d V:m×p v:n×p"),
    (r"s = q \cdot [K_{\text{cache}}, k]^\top", "q:d K_cache:n×d k:d"),
    (r"s = a [1, 2]^\top", "a:()"),
]


@pytest.mark.parametrize(("latex", "given"), STACKED, ids=[row[0] for row in STACKED])
def test_a_query_before_keys_that_are_joined_is_a_row(latex, given):
    assert inputs(resolved(latex)) == given


WEIGHTS = [
    (r"O_t = \sum_{j=0}^{t} \text{Softmax}(Q_t K_j^T) V_j", "Q:n×d_k K:m×d_k V:m×d_v"),
    (r"O_h = \text{softmax}(Q_h K_h^\top) V_h", "Q:n×m×d_k K:n×p×d_k V:n×p×d_v"),
]


@pytest.mark.parametrize(("latex", "given"), WEIGHTS, ids=[row[0] for row in WEIGHTS])
def test_capitals_at_two_places_of_weights_are_rows(latex, given):
    assert inputs(resolved(latex)) == given
