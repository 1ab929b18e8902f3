"""Letters that count steps: every row reads `h_t` alike."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import meaning, resolved

STEPS = [
    ("h_t = a h_{t-1} + b x_t", (), "((a * h_t_minus_1) + (b * x_t))"),
    ("y_t = C h_t", ("h_t = A h_{t-1} + B x_t",), "h_t = ((A @ h_t_minus_1) + (B @ x_t))\n(C @ h_t)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), STEPS)
def test_steps(latex, context, wanted):
    assert meaning(latex, context) == wanted


A_LETTER_THAT_IS_NEVER_SHIFTED_IS_AN_INDEX = [
    ("y_t = 2 x_t", "[t<n] (2 * x[t])"),
]


@pytest.mark.parametrize(("latex", "wanted"), A_LETTER_THAT_IS_NEVER_SHIFTED_IS_AN_INDEX)
def test_a_letter_that_is_never_shifted_is_an_index(latex, wanted):
    assert meaning(latex) == wanted


DEFINED_WITHOUT_IT = [
    (r"R_l = \frac{k}{m}, \quad F_l = 2 R_l P_l", "R_l = (k / m)\n(2 * R_l * P_l)"),
    (r"R_{lcs} = \frac{k}{m}, F_{lcs} = 2 R_{lcs}", "R_lcs = (k / m)\n(2 * R_lcs)"),
    (r"R_l = \frac{k_l}{m}, \quad F_l = 2 R_l P_l", "R[l_2<n] = (k[l_2] / m)\n[l<n] (2 * R[l] * P[l])"),
]


@pytest.mark.parametrize(("latex", "wanted"), DEFINED_WITHOUT_IT)
def test_what_is_computed_without_a_letter_is_one_value(latex, wanted):
    assert meaning(latex) == wanted


BLOCKS = [
    (r"y = X_a \odot \tanh(X_b)", ("X_a = W_a x", "X_b = W_b x"), "X_a = (W_a @ x)\nX_b = (W_b @ x)\n(X_a * tanh(X_b))"),
    (r"y = z_g + \tanh(z_g)", ("z_g = W_g x + b_g",), "z_g = ((W_g @ x) + b_g)\n(z_g + tanh(z_g))"),
    (r"m = \max(a, \text{rowmax}(S^{(j)}))", (r"S^{(j)} = Q K_j^\top",), "S_j = (Q @ K_j')\nmax(a, row_max(S_j))"),
    ("O = P_j V_j", (r"P_j = Q_j K_j^\top",), "P_j = (Q_j @ K_j')\n(P_j @ V_j)"),
    ("O_j = P_j V_j", (r"P_j = Q_j K_j^\top",), "P[j_2<n] = (Q[j_2] @ K[j_2]')\n[j<n] (P[j] @ V[j])"),
    (r"O = \sum_j P_j V_j", (r"P_j = Q_j K_j^\top",), "P[j_2<n] = (Q[j_2] @ K[j_2]')\nsum(j<n: (P[j] @ V[j]))"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), BLOCKS)
def test_one_block_of_several(latex, context, wanted):
    assert meaning(latex, context) == wanted


def test_an_entry_stands_for_all_of_them():
    with pytest.raises(UnsupportedError, match="s_i"):
        resolved(r"a = \text{softmax}(s_i)", (r"s_i = q^\top k_i",))


BELOW_A_MINUS = [
    (r"S_i^- = \sum_{j=1}^n (v_{ij} - v_j^-)^2", "[i<m] sum(j<n: (v[i,j] + -v_minus[j])**2)"),
    (r"x_k = \hat{x}_k^- + K_k r_k", "(x_hat_k_minus + (K_k @ r_k))"),
]


@pytest.mark.parametrize(("latex", "wanted"), BELOW_A_MINUS)
def test_a_minus_above_what_is_measured_and_above_the_worst(latex, wanted):
    assert meaning(latex) == wanted
