"""Values of functions that the caller gives: the arguments are labels, and one name has one value."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, resolved, show

RATIO = r"\rho_t = \frac{\pi_\theta(a_t | s_t)}{\pi_{old}(a_t | s_t)}"
GIVEN = [
    ("a score", r"L = \max(0, 1 - y \cdot f(x))", {"y": (), "f": ()}, "y:() f:()"),
    ("a list of arguments", r"L = -\log r(x, y, z)", {"r": ()}, "r:()"),
    (
        "a network's output beside its argument",
        r"y = x_t - \epsilon_\theta(x_t, t)",
        {"x_t": (4,), "epsilon_theta": (4,)},
        "x_t:n epsilon_theta:n",
    ),
    ("probabilities of a step", RATIO, {"pi_theta": (), "pi_old": ()}, "pi_theta:() pi_old:()"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "given"), GIVEN, ids=[row[0] for row in GIVEN])
def test_a_declared_name_before_labels_is_its_value(why, latex, shapes, given):
    assert inputs(resolved(latex, shapes=shapes)) == given


EMISSIONS = [
    (r"\alpha_t(j) = b_j(o_t) \sum_i \alpha_{t-1}(i) a_{ij}", "b:d alpha_t_minus_1:n a:n×d"),
    (r"\beta_t(i) = \sum_{j=1}^N a_{ij} b_j(o_{t+1}) \beta_{t+1}(j)", "a:n×N b:N beta_t_plus_1:N"),
]


@pytest.mark.parametrize(("latex", "given"), EMISSIONS)
def test_emissions_are_one_number_for_each_state(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize("latex", [r"y = \sum_i g_i(x_t) c_i", r"y = \sum_i b_i(x) c_i", r"y = \sum_i b_i(x_t) b_i(x_s)"])
def test_other_functions_with_an_index_are_unknown(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)


LEFT_ALONE = [
    ("a factor", r"y = a(x)", {"a": (), "x": (3,)}, "(a * x)"),
    ("a sum", r"y = a(x + 1)", {"a": ()}, "(a * (x + 1))"),
    ("a matrix", r"y = W(x)", {"W": (2, 3)}, "(W @ x)"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "meaning"), LEFT_ALONE, ids=[row[0] for row in LEFT_ALONE])
def test_products_stay_products(why, latex, shapes, meaning):
    assert show(resolved(latex, shapes=shapes)) == meaning


def test_one_name_has_no_two_values():
    with pytest.raises(UnsupportedError, match="V stands before different arguments"):
        resolved(r"d = r + \gamma V(s_{t+1}) - V(s_t)", shapes={"V": (), "r": (), "gamma": ()})


def test_what_nobody_declares_is_an_unknown_function():
    with pytest.raises(UnsupportedError, match="function f "):
        resolved(r"L = \max(0, 1 - y \cdot f(x))")


def test_at_the_parameters_of_a_model_the_values_are_given():
    program = resolved(r"\mathcal{L}(\theta) = \mathcal{L}_{CE}(\theta) + \beta \mathcal{L}_{KL}(\theta)")
    assert inputs(program) == "L_CE:() beta:() L_KL:()"


@pytest.mark.parametrize("latex", [r"f(\theta) = g(\theta) + \theta^2", r"f(x) = g(x) + 1", r"f(\theta) = g(\phi) + 1"])
def test_where_the_parameter_is_used_itself_the_function_is_needed(latex):
    with pytest.raises(UnsupportedError, match="function g"):
        resolved(latex)


MOMENTS = [
    (r"y_i = a (r_i - V_i(t))", "a:() r:n V:n"),
    (r"s_i = \sum_j w_{ij} x_j(t) - \theta", "w:n×d x:d theta:()"),
]


@pytest.mark.parametrize(("latex", "given"), MOMENTS)
def test_the_time_of_a_state_is_no_factor(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize("latex", [r"y_i = a t V_i(t)", r"y_i = t \cdot V_i(t) + 1"])
def test_a_time_that_counts_itself_is_no_state(latex):
    with pytest.raises(UnsupportedError, match="function V"):
        resolved(latex)


RATIOS = r"L = \min(r_t(\theta) A_t, \text{clip}(r_t(\theta), 1-\epsilon, 1+\epsilon) A_t)"


def test_a_ratio_at_the_parameters_of_a_policy_is_given():
    assert inputs(resolved(RATIOS)) == "r_t:() A_t:() epsilon:()"


@pytest.mark.parametrize("latex", [r"L = r(\theta) A", r"x = w_i(\theta) + \theta"])
def test_parameters_that_may_be_factors_are_not(latex):
    with pytest.raises(UnsupportedError, match="The function"):
        resolved(latex)


LEARNERS = [
    (r"F(x) = \sum_{m=1}^M a_m h_m(x)", "a:M h:M"),
    (r"\hat{f}(x) = \frac{1}{B} \sum_{b=1}^B \hat{f}_b(x)", "f_hat:B"),
    (r"F_m(x) = F_{m-1}(x) + \nu h_m(x)", "F_m_minus_1:() nu:() h_m:()"),
    (r"H(x) = -\sum_i p_i(x) \log p_i(x)", "p:n"),
    (r"y(x) = \sum_{i=1}^n g_i(x) E_i(x)", "g:n E:n"),
    (r"P(T_i | x) = \frac{s_i(x)}{\sum_j s_j(x)}", "s:n"),
]


@pytest.mark.parametrize(("latex", "given"), LEARNERS)
def test_what_learners_say_of_the_point_on_the_left_is_given(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    "latex",
    [
        r"F(x) = \sum_m h_m(x) + x",
        r"f(x) = \sum_i a_i(x)",
        r"d(x, y) = \sum_i (p_i(x) - p_i(y))^2",
        r"y = \sum_m a_m h_m(x)",
        r"f(x) = g(x) + 1",
    ],
)
def test_learners_at_another_point_are_not(latex):
    with pytest.raises(UnsupportedError, match="The function"):
        resolved(latex)
