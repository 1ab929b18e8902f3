"""A letter before a bracket: a factor, or a function."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import meaning, resolved

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
