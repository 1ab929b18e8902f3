r"""`dw` is one name where the formula updates w or keeps a mean of it; elsewhere d is a letter of its own."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.errors import NothingToCompute

from ...dump import meaning

NAMED = [
    (r"w = w - \alpha dw", {"w", "alpha", "dw"}),
    (r"b := b - \alpha \, db", {"b", "alpha", "db"}),
    (r"W^{[l]} := W^{[l]} - \alpha dW^{[l]}", {"W", "alpha", "dW"}),
    (r"v_{dW} = \beta v_{dW} + (1 - \beta) dW", {"v_dW", "beta", "dW"}),
]
PRODUCTS = [
    (r"N = 4dn + 2n", {"d", "n"}),
    (r"n = n + 2dn + d", {"d", "n"}),
    (r"w = w - \alpha dx", {"w", "alpha", "d", "x"}),
]


@pytest.mark.parametrize(("latex", "inputs"), NAMED)
def test_the_gradient_of_what_is_updated_is_one_name(latex, inputs):
    assert set(compile_formula(latex).inputs) == inputs


@pytest.mark.parametrize(("latex", "inputs"), PRODUCTS)
def test_elsewhere_d_is_a_factor(latex, inputs):
    assert set(compile_formula(latex).inputs) == inputs


SYMBOLS = [
    ("an update by a product", r"dQ = dS\, K", {"dS", "K"}),
    ("a font between", r"d\mathbf{Q} = d\mathbf{S}\mathbf{K}", {"dS", "K"}),
    ("an upright d, beside the size d", r"\mathrm{d}Q = \mathrm{d}S\, K / \sqrt{d}", {"dS", "K", "d"}),
    ("a run of them", r"dQ = dSK", {"dS", "K"}),
    ("beside the capital itself", r"D_i = \sum_j dO_{ij} O_{ij}", {"dO", "O"}),
    ("as fractions", r"\frac{\partial L}{\partial V} = P^\top \frac{\partial L}{\partial O}", {"P", "dL_dO"}),
    ("entry by entry", r"\frac{\partial L}{\partial s_i} = p_i (\frac{\partial L}{\partial p_i} - c)", {"p", "dL_dp", "c"}),
    ("with nabla", r"\nabla_V \mathcal{L} = P^\top \nabla_O \mathcal{L}", {"P", "dL_dO"}),
    ("a change that is added", r"h = W_0 x + \Delta W x", {"W_0", "x", "Delta_W"}),
    ("a run behind it", r"h = Wx + \Delta Wx", {"W", "x", "Delta_W"}),
    ("a change of what varies", r"y = a \Delta t", {"a", "Delta_t"}),
    ("a change of temperature", r"q = m c \Delta T", {"m", "c", "Delta_T"}),
    ("a matrix between a matrix and its inverse", r"A = P \Delta P^{-1}", {"P", "Delta"}),
    ("a change of an abbreviation", r"w = \exp(-\Delta AIC / 2)", {"Delta_AIC"}),
    ("a step size and a matrix", r"\bar{B} = \Delta B", {"Delta", "B"}),
    ("a step size with an index", r"y_t = \Delta_t x_t", {"Delta", "x"}),
    ("a step size elsewhere", r"y = (I + \Delta A) x + \Delta / 2", {"Delta", "A", "x"}),
    ("d as a number", r"N = 4dN + 2d", {"d", "N"}),
]


@pytest.mark.parametrize(("why", "latex", "inputs"), SYMBOLS, ids=[row[0] for row in SYMBOLS])
def test_gradients_and_changes_are_one_symbol(why, latex, inputs):
    assert set(compile_formula(latex).inputs) == inputs


@pytest.mark.parametrize(
    "latex",
    [
        r"\frac{\partial L}{\partial x} = \frac{\partial L}{\partial y} \frac{\partial y}{\partial x}",
        r"\frac{\partial L}{\partial w} = 0",
        r"w \leftarrow w - \eta \frac{\partial L}{\partial w}",
        r"\theta_{t+1} = \theta_t - \eta \nabla_\theta L",
    ],
)
def test_rules_of_differentiation_compute_nothing(latex):
    with pytest.raises(NothingToCompute):
        compile_formula(latex)


def test_what_the_note_calls_a_change_is_put_in():
    formula = compile_formula(r"W' = W + \Delta W", context=(r"\Delta W = \frac{\alpha}{r} B A",))
    assert set(formula.inputs) == {"W", "alpha", "r", "B", "A"}


def test_the_scale_of_a_gradient_is_given():
    formula = compile_formula(r"dQ = \frac{1}{\sqrt{d_k}} dS\, K", shapes={"dS": (3, 5), "K": (5, 4)})
    assert formula.inputs["d_k"] == ()


VARIATIONS = [
    (r"\delta Y = (\delta A) X W + A (\delta X) W", "(((delta_A @ X) @ W) + ((A @ delta_X) @ W))"),
    (r"\delta h = W_1 \delta x", "(W_1 @ delta_x)"),
    (r"\delta_j = \sum_k w_{jk} \delta_k", "[j<n] sum(k<d: (w[j,k] * delta[k]))"),
    (r"y = \delta x", "(delta * x)"),
]


@pytest.mark.parametrize(("latex", "wanted"), VARIATIONS, ids=[row[0] for row in VARIATIONS])
def test_small_changes_are_one_name_where_one_is_said(latex, wanted):
    assert meaning(latex) == wanted
