"""A letter before a bracket: a factor, or a function."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute, UnsupportedError

from ...dump import inputs, meaning, resolved

PRODUCTS = [
    ("a(b + c)", "(a * (b + c))"),
    ("W(x + y)", "(W @ (x + y))"),
    ("x(1 - x)", "(x * (1 + -x))"),
]


@pytest.mark.parametrize(("latex", "wanted"), PRODUCTS)
def test_products(latex, wanted):
    assert meaning(latex) == wanted


CALLS = [
    ("f(x) + f(y)", ("f(x) = x^2",), "(x**2 + y**2)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), CALLS)
def test_calls(latex, context, wanted):
    assert meaning(latex, context) == wanted


UNKNOWN_FUNCTIONS = [
    "f(x)",
    r"\alpha(t)",
    "g(x, y)",
]


@pytest.mark.parametrize("latex", UNKNOWN_FUNCTIONS)
def test_unknown_functions(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


@pytest.mark.parametrize(
    "latex",
    [
        r"\hat{f}(x) = \frac{1}{nh}\sum_{i=1}^n K\left(\frac{x - x_i}{h}\right)",
        r"\hat{m}(x) = \frac{\sum_i K_h(x - x_i) y_i}{\sum_i K_h(x - x_i)}",
        r"w_{ij} = K((x_i - x_j) / h)",
        r"s = \sqrt{\lambda_{\max}(A^T A)}",
    ],
)
def test_kernels_and_eigenvalues_are_no_factors(latex):
    with pytest.raises(UnsupportedError, match="not known"):
        resolved(latex)


FACTORS = [
    (r"x = y + K(z - H y)", "(y + (K @ (z + -(H @ y))))"),
    (r"F = -k(x - x_0)", "-(k * (x + -x_0))"),
    (r"y = \lambda_{\max} (a + b)", "(lambda_max * (a + b))"),
]


@pytest.mark.parametrize(("latex", "wanted"), FACTORS, ids=[row[0] for row in FACTORS])
def test_gains_and_numbers_stay_factors(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize(("latex", "name"), [(r"s = \sigma(W_2 \delta(W_1 z))", "delta"), (r"y = W_2 \rho(W_1 x + b)", "rho")])
def test_an_activation_between_weights_is_no_factor(latex, name):
    with pytest.raises(UnsupportedError, match=f"{name} is not known"):
        resolved(latex)


def test_a_number_in_front_of_a_bracket_is_a_factor():
    assert meaning(r"y = \delta(W_1 z)") == "(delta * (W_1 @ z))"
    assert meaning(r"s = W_2 \delta(W_1 z)", [r"\delta(x) = \max(0, x)"]).endswith("(W_2 @ max(0, (W_1 @ z)))")


@pytest.mark.parametrize("latex", [r"F' = M_c(F) \odot F", r"F'' = M_s(F') \otimes F'", r"Z = V_1(x) + K_2(y)"])
def test_a_capital_of_arrays_before_one_letter_in_brackets_is_some_function(latex):
    with pytest.raises(UnsupportedError, match="is not known"):
        resolved(latex)


WEIGHED = [
    (r"y = W_1(x) + b", "W_1:n×d x:d b:n"),
    (r"y = W_1(W_0(x))", "W_1:n×d W_0:d×k x:k"),
    (r"Y = M_1(X + Z)", "M_1:n×d X:d×k Z:d×k"),
]


@pytest.mark.parametrize(("latex", "given"), WEIGHED)
def test_weights_and_what_the_note_defines_are_factors(latex, given):
    assert inputs(resolved(latex)) == given


def test_a_step_along_a_gradient_is_a_product():
    assert meaning(r"w = w - \alpha (dw)") == "(w + -(alpha * dw))"


def test_eigenvalues_and_value_functions_multiply_nothing():
    with pytest.raises(UnsupportedError):
        resolved(r"s_i = \sqrt{\lambda_i(A^T A)}")
    assert "V_w * s" not in meaning(r"L = (g - V_w(s))^2")


def test_a_number_before_a_vector_does():
    assert meaning(r"y = \lambda_1 (A x)") == "(lambda_1 * (A @ x))"


JOINED = [
    (r"y = (f \circ g)(3)", ("f(x) = x^2", "g(x) = x + 1")),
    ("y = (fg)(3)", ("f(x) = x^2", "g(x) = x + 1")),
    ("y = (f - 1)(3)", ("f(x) = x^2",)),
    ("y = (u + v)(3)", ("u(x) = x^2", "v(x) = x + 1")),
    ("y = (f + g)(x)", ()),
    (r"y = (a \circ b)(x)", ()),
    ("y = (x * w)(t)", ()),
    ("y = (x * w)(s, t)", ()),
]


@pytest.mark.parametrize(("latex", "context"), JOINED, ids=[row[0] for row in JOINED])
def test_a_function_made_of_functions_is_no_factor(latex, context):
    with pytest.raises(UnsupportedError, match="made of functions"):
        resolved(latex, context)


QUANTITIES = [
    ("y = (a + b)(c)", (), "((a + b) * c)"),
    ("y = (n - 1)(n)", (), "((n + -1) * n)"),
    ("y = (f + g)(x + 1)", (), "((f + g) * (x + 1))"),
    ("y = (f + g)(x)", ("f = 3", "g = 4"), "((f + g) * x)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), QUANTITIES, ids=[f"{row[0]} {row[1]}" for row in QUANTITIES])
def test_a_sum_of_quantities_is_a_factor(latex, context, wanted):
    assert meaning(latex, context) == wanted
