"""A moment in brackets is a step, where a statement takes a quantity from one to the next; else brackets hold arguments."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ....dump import meaning, resolved

MOMENTS = [
    (r"x(t+1) = Ax(t) + B u(t)", "((A @ x_t) + (B @ u_t))"),
    (r"\tau_{ij}(t+1) = (1-\rho)\tau_{ij}(t) + \Delta\tau_{ij}", "[i<n,j<d] (((1 + -rho) * tau_t[i,j]) + Delta_tau[i,j])"),
    (r"v(t+1) = w v(t) + c (p - x(t))", "((w * v_t) + (c * (p + -x_t)))"),
    (r"w[t+1] = w[t] - \eta g[t]", "(w_t + -(eta * g_t))"),
    (r"h(t) = \tanh(W h(t-1) + U x(t) + b)", "tanh(((W @ h_t_minus_1) + (U @ x_t) + b))"),
    (r"P(k+1|k) = A P(k|k) A^T + Q", "(((A @ P_k_k) @ A') + Q)"),
    (r"z(t) = W h(t) + b", "[t<m] ((W @ h[t]) + b)"),
    (r"p(t) = x(t) + y(t)", "[t<n] (x[t] + y[t])"),
    (r"f(t) = A \cos(t)", "(A * cos(t))"),
    (r"y(t) = \sum_k h(k) x(t)", "[t<m] sum(k<n: (h[k] * x[t]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), MOMENTS, ids=[row[0] for row in MOMENTS])
def test_moments(latex, wanted):
    assert meaning(latex) == wanted


def test_statements_of_a_display_share_their_moments():
    model = r"\begin{aligned} x(t+1) &= A x(t) + B u(t) \\ y(t) &= C x(t) \end{aligned}"
    assert meaning(model) == "(C @ x_t)"


@pytest.mark.parametrize("latex", [r"T(n) = 2 T(n/2) + n", r"y(n) = \sum_k h(k) x(n-k)", r"x(t+1) = f(W x(t))", "c(n) = 2H(n-1)"])
def test_other_arguments_stay_arguments(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)


def test_a_quantity_at_a_step_is_no_identity():
    assert meaning(r"S(t+1) = S(t) - \beta S(t) I(t)") == "(S_t + -(beta * (S_t @ I_t)))"
