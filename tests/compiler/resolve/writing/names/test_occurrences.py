"""The scripts of symbols where they stand: labels above by their look alone."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

LABELS = [
    (r"L_i = m_i^{(T_c)} + \log \ell_i^{(T_c)}", "m_T_c:n ell_T_c:n"),
    (r"a^{<t>} = g(W a^{<t-1>}), \quad g(z) = \tanh(z)", "W:n×d a_t_minus_1:d"),
    (r"y_i = 2 a_i^{(x/2)}", "a:n x:()"),
    (r"z^{[l](i)} = W^{[l]} a^{[l-1](i)} + b^{[l]}", "W_l:n×d a_l_minus_1_i:d b_l:n"),
    (r"a^{[l]<t>} = \tanh(W^{[l]} a^{[l]<t-1>} + b^{[l]})", "W_l:n×d a_l_t_minus_1:d b_l:n"),
    (r"J = \frac{1}{m} \sum_{i=1}^m (p^{[L](i)} - y^{(i)})^2", "p_L:m y:m"),
    (r"y = x^{(i)(t)} + 1", "x_i_t:()"),
    (r"y = x^{(n-1)(m-1)} + e^{(a)(b)}", "x:() n:() m:() a:() b:()"),  # the factors of a power
]


@pytest.mark.parametrize(("latex", "given"), LABELS)
def test_labels(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"q = h^{n-1}_{\tau+1} W", "(h_tau_plus_1_n_minus_1 @ W)"),
        (r"q = \tilde{h}^{n-1}_{\tau+1} W", "(h_tilde_tau_plus_1_n_minus_1 @ W)"),
        (r"y = x_{i+1}^{n-1}", "x_i_plus_1**(n + -1)"),
    ],
)
def test_layers_above_and_steps_below_a_state(latex, wanted):
    assert meaning(latex) == wanted
