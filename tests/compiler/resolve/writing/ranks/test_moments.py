"""Capitals below an expectation are random variables, given by their values; small letters beside them are numbers."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved


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
