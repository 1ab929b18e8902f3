"""Powers by their look, and the 1 of a first power."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.names.powers import is_power
from vault_tools.compiler.syntax import parse

from ...dump import meaning


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [("x^2", True), (r"\gamma^t", True), ("x^k", True), ("q^1", False), ("W^2", False), ("h^l", False), ("x_i^2", False)],
)
def test_powers(latex, wanted):
    (symbol,) = parse(latex).rows
    assert is_power(symbol) is wanted


POWERS = [
    ("p^1 (1-p)^2", "(p**1 * (1 + -p)**2)"),
    (r"\frac{\lambda^1 e^{-\lambda}}{2}", "((lambda_**1 * e**-lambda_) / 2)"),
    ("a_0 x^0 + a_1 x^1 + a_2 x^2", "((a_0 * x**0) + (a_1 * x**1) + (a_2 * x**2))"),
    (r"r_0 + \gamma^1 r_1 + \gamma^2 r_2", "(r_0 + (gamma**1 * r_1) + (gamma**2 * r_2))"),
]
LABELS = [
    ("h = W^1 x^1 + b^1", "((W_1 @ x_1) + b_1)"),
    (r"w^1 = w^0 - \eta g", "(w_0 + -(eta * g))"),
    (r"y = \alpha_1 x^1 + \alpha_2 x^2", "((alpha_1 * x_1) + (alpha_2 * x_2))"),
    (r"\|x - x^1\|", "norm((x + -x_1))"),
]


@pytest.mark.parametrize(("latex", "wanted"), POWERS)
def test_the_step_of_a_rule_is_a_power(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize(("latex", "wanted"), LABELS)
def test_elsewhere_the_number_counts_the_symbol(latex, wanted):
    assert meaning(latex) == wanted
