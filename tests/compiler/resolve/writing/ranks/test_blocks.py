r"""Whole matrices at one index."""

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
