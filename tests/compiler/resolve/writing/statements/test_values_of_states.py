"""Values of states: given numbers where there are several, tables where a sum runs over the states."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute, UnsupportedError

from ...dump import inputs, meaning, resolved

UPDATES = [
    (r"V(s) \leftarrow V(s) + \alpha (r + \gamma V(s') - V(s))", "V_s:() alpha:() r:() gamma:() V_s_prime:()"),
    (r"\delta_t = r_t + \gamma V(s_{t+1}) - V(s_t)", "r_t:() gamma:() V_s_t_plus_1:() V_s_t:()"),
    (r"d = r + \gamma Q_w(s', a') - Q_w(s, a)", "r:() gamma:() Q_w_s_prime_a_prime:() Q_w_s_a:()"),
    (r"Q(s,a) \leftarrow Q(s,a) + \alpha (r + \gamma \max_{a'} Q(s',a') - Q(s,a))", "Q_s_a:() alpha:() r:() gamma:() Q_s_prime:n"),
]


@pytest.mark.parametrize(("latex", "given"), UPDATES)
def test_given_numbers(latex, given):
    assert inputs(resolved(latex)) == given


def test_the_best_action_is_looked_for_in_a_row():
    wanted = "(r + (gamma * max(a_prime<n: Q_s_prime[a_prime])) + -Q_s_a)"
    assert meaning(r"d = r + \gamma \max_{a'} Q(s', a') - Q(s, a)") == wanted


POLICIES = [
    (r"r = \log \frac{\pi_\theta(y|x)}{\pi_{ref}(y|x)}", "pi_theta_y_x:() pi_ref_y_x:()"),
    (r"r_t = \frac{\pi_\theta(a_t|s_t)}{\pi_{old}(a_t|s_t)}", "pi_theta_a_s:n pi_old_a_s:n"),
    (r"d = \log \pi(y_w|x) - \log \pi(y_l|x)", "pi_y_x_w:() pi_y_x_l:()"),
]


@pytest.mark.parametrize(("latex", "given"), POLICIES)
def test_policies(latex, given):
    assert inputs(resolved(latex)) == given


TABLES = [
    (r"V(s) = \sum_a \pi(a|s) Q(s,a)", "pi:d×k Q:k×d"),
    (r"K = \sum_a \pi_w(a|s) \log \frac{\pi_w(a|s)}{\pi_{old}(a|s)}", "pi_w:n pi_old:n"),
    (r"A(s,a) = Q(s,a) - V(s)", "Q:n×d_k V:n"),
    (r"y = r + \gamma \max_{a'} Q(s', a')", "r:() gamma:() Q:n"),
]


@pytest.mark.parametrize(("latex", "given"), TABLES)
def test_tables(latex, given):
    assert inputs(resolved(latex)) == given


def test_a_value_that_the_note_computes_is_computed():
    assert "w" in inputs(resolved(r"d = r + \gamma V(u) - V(s)", (r"V(s) = w^\top s",)))


@pytest.mark.parametrize("latex", [r"V(s) = \mathbb{E}[r + \gamma V(s')]", r"d = r + f(s') - f(s)"])
def test_an_expectation_and_other_functions_are_left_alone(latex):
    with pytest.raises((UnsupportedError, NothingToCompute)):
        resolved(latex)
