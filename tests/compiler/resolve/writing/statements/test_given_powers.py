r"""`\beta_1^1` is a power of the number with decimals that the note gives for `\beta_1`."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula

CASES = [
    (r"1 - \beta_1^1", (r"\beta_1 = 0.9",), {"beta_1"}),
    ("2 p^1", ("p = 0.3",), {"p"}),
    (r"1 - \beta_1^1", (), {"beta_1_1"}),
    (r"1 - \beta_1^1", (r"\beta_2 = 0.9",), {"beta_1_1"}),  # of another one nothing follows
    ("2 h^1", ("h = 3",), {"h_1"}),  # three heads, and the first of them
]


@pytest.mark.parametrize(("latex", "context", "inputs"), CASES)
def test_powers_of_given_numbers(latex, context, inputs):
    assert set(compile_formula(latex, context=context).inputs) == inputs


ARGUMENTS = [
    ("f(x) = x^2 + 1", "y = W x^1 + b", {"x"}),
    (r"\mathrm{G}(1)", r"\mathrm{G}(x) = x + x^3, \quad z = x^1 E", set()),
    (r"\|x - x^2\|", r"\bar x = (x^1 + x^2)/2", {"x", "x_2"}),
]


@pytest.mark.parametrize(("latex", "context", "inputs"), ARGUMENTS)
def test_the_argument_of_a_function_is_not_numbered_above_elsewhere(latex, context, inputs):
    assert set(compile_formula(latex, context=context.split(r", \quad ")).inputs) == inputs
