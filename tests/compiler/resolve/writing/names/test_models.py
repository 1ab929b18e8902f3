"""What carries the parameters of a model is its function: before a bracket its value is given."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, resolved, show

VALUES = [
    (r"L = (V_\theta(s_t) - V_t)^2", "V_theta:() V_t:()"),
    (r"y = \frac{x_t - b \epsilon_\theta(x_t, t)}{a}", "x_t:() b:() epsilon_theta:() a:()"),
    (r"L = (Q_\phi(s, a) - y)^2", "Q_phi:() y:()"),
    (r"L = \|\epsilon - \epsilon_\theta(x_t, t)\|^2", "epsilon:n epsilon_theta:n"),
    (r"z = \mu_\phi(x) + \sigma_\phi(x) \odot \epsilon", "mu_phi:() sigma_phi:() epsilon:()"),
    (r"L = \sum_i (y_i - f_\theta(x_i))^2", "y:n f_theta:n"),
    (r"J(w) = \sum_{i=1}^m (h_w(x^{(i)}) - y^{(i)})^2", "h_w:m y:m"),
    (r"J(\mathbf{w}, b) = \sum_{i=1}^m (f_{\mathbf{w},b}(\mathbf{x}^{(i)}) - y^{(i)})^2", "f_w_b:m y:m"),
    (r"J(w) = \sum_i w x_i", "w:() x:n"),
]


@pytest.mark.parametrize(("latex", "given"), VALUES)
def test_the_value_of_a_model_is_given(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    "latex", [r"y = (1 + w) \epsilon_\theta(z, c) - w \epsilon_\theta(z)", r"r = k_\theta(x - y)", r"\hat{y} = f_\theta(x)"]
)
def test_values_at_several_arguments_at_what_is_computed_and_alone_are_refused(latex: str) -> None:
    with pytest.raises(UnsupportedError):
        resolved(latex)


@pytest.mark.parametrize(
    ("latex", "meaning"),
    [
        (r"y = W_\theta (x) + b", "((W_theta @ x) + b)"),
        (r"y = W_\theta (x + b)", "(W_theta @ (x + b))"),
        (r"y = \theta_1 (x + 1)", "(theta_1 * (x + 1))"),
    ],
)
def test_factors(latex: str, meaning: str) -> None:
    assert show(resolved(latex)) == meaning
