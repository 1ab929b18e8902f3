"""Powers of each entry, and what a bracket above e means."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.syntax import parse
from vault_tools.errors import UnsupportedError

from ...dump import meaning, resolved, vocabulary

POWERS = [
    (r"Y = X^{\odot 2}", "X**2"),
    (r"Y = X^{\circ 2} + (A B)^{\odot 2}", "(X**2 + (A @ B)**2)"),
    (r"v_t = \beta v_{t-1} + g_t^{\odot 2}", "((beta * v_t_minus_1) + g_t**2)"),
    (r"A = \mathrm{ReLU}^2(Q K^\top)", "relu((Q @ K'))**2"),
    (r"y = \sin^2(x) + \det^2(A)", "(sin(x)**2 + det(A)**2)"),
    (r"A = \mathrm{ReLU}(X W)^2 U", "(relu((X @ W))**2 @ U)"),
    (r"A = (\max(0, X W))^2", "max(0, (X @ W))**2"),
    (r"B = (X W)^2", "power((X @ W), 2)"),
    (r"N = 0.6 C^{0.45}", "(0.6 * C**0.45)"),
    (r"P = L^{-1/4} G R^{-1/4}", "((power(L, -1/4) @ G) @ power(R, -1/4))"),
    (r"b = e^{(1 - r/c)}", "e**(1 + -(r / c))"),
    (r"y = e^{\left(x\right)}", "e**x"),
    (r"y = e^{(x+1)}", "e**(x + 1)"),
    (r"y^{(i)} = W e^{(i)}", "(W @ e_i)"),
    (r"y = \mathbf{e}_i^\top x", "(e_i @ x)"),
    (r"y = e_1^T W", "(e_1 @ W)"),
    (r"y = e^{-T} + e^T", "(e**-T + e**T)"),
    (r"h^{(l+1)} = h^{(l)} + b", "(h_l + b)"),
    (r"y = x^{1\frac12} + x^{-2\frac13}", "(x**3/2 + x**-7/3)"),
    (r"y = x^{n\frac12}", "x**(n * (1 / 2))"),
]


def test_the_power_of_a_function_of_rows_may_mean_two_things():
    with pytest.raises(UnsupportedError, match="power of a matrix"):
        meaning(r"A = \mathrm{softmax}^2(Q Q^\top)")


@pytest.mark.parametrize(("latex", "wanted"), POWERS, ids=[row[0] for row in POWERS])
def test_powers(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize(("latex", "inputs"), [(r"P = I^2 R", {"I", "R"}), (r"P = I R + R", {"R"}), (r"P = (I + R)^2", {"R"})])
def test_an_i_that_is_squared_is_no_identity(latex, inputs):
    assert {parameter.name for parameter in resolve(parse(latex), Context.read(), vocabulary()).inputs} == inputs


SQUARES = [
    (r"S_{dW} = \beta S_{dW} + (1-\beta) dW^2", "((beta * S_dW) + ((1 + -beta) * dW**2))"),
    (r"v_{dw} = \beta v_{dw} + (1-\beta) dw^2", "((beta * v_dw) + ((1 + -beta) * dw**2))"),
    (r"Y = X W^2", "(X @ power(W, 2))"),
]


@pytest.mark.parametrize(("latex", "wanted"), SQUARES, ids=[row[0] for row in SQUARES])
def test_the_square_of_a_gradient_is_that_of_its_entries(latex, wanted):
    assert meaning(latex) == wanted


def test_a_zeroth_power_above_an_index_may_be_a_label():
    with pytest.raises(UnsupportedError, match="label"):
        resolved(r"y = \text{LN}(z_L^0)")
    assert meaning("y = x^0 + x") == "(x**0 + x)"
    assert meaning("y = W z_L^{(0)}") == "(W @ z_L_0)"
