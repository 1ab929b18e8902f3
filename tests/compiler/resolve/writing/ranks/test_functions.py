"""A function beside arrays is applied to the entries of a vector; an exponent may be a matrix times a time."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

MAP = r"\phi(x) = \text{elu}(x) + 1"
MAPPED = [
    (r"y_t = W \phi(x_t)", "W:n×d x:m×d"),
    (r"o'_t = W'_v \cdot \max(k'_t, 0)^2", "W_v_prime:n×d k_prime:m×d"),
    (r"S_t = S_{t-1} + v_t \phi(k_t)^\top", "S_t_minus_1:n×d v_t:n k_t:d"),
    (r"S_t = S_{t-1} + \phi(k_t) v_t^\top", "S_t_minus_1:n×d k_t:n v_t:d"),
    (r"S_t = S_{t-1} + v_t \text{ReLU}(k_t)^\top", "S_t_minus_1:n×d v_t:n k_t:d"),
    (r"z = w^\top \phi(x)", "w:n x:n"),
    (r"y = a^\top \log(b)", "a:n b:n"),
    (r"z = \lambda \phi(x)", "lambda_:() x:()"),
    (r"y = a \phi(x)", "a:() x:()"),
]


@pytest.mark.parametrize(("latex", "wanted"), MAPPED)
def test_what_a_function_is_applied_to(latex, wanted):
    assert inputs(resolved(latex, [MAP])) == wanted


EVOLUTIONS = [
    (r"\exp(\Delta A)", None, "expm((Delta * A))"),
    ("y = e^{At} x", {"A": (2, 2)}, "(expm((A * t)) @ x)"),
    ("M = e^{-At}", {"A": (2, 2)}, "expm(-(A * t))"),
    (r"e^{\mathbf{A} t}", None, "expm((A * t))"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), EVOLUTIONS)
def test_evolutions(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


NUMBERS = [
    ("e^{at}", "e**(a * t)"),
    ("e^{-x^2}", "e**-x**2"),
]


@pytest.mark.parametrize(("latex", "wanted"), NUMBERS)
def test_numbers(latex, wanted):
    assert meaning(latex) == wanted
