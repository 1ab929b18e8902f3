"""Notation that declares and computes nothing."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import meaning, resolved

DECLARATIONS = [
    r"\frac{\partial L}{\partial w}",
    "O(n^2 d)",
    r"\forall x",
    r"g = \nabla_w L",
    r"T(n) = O(n \log n)",
    r"y\,\mathrm{d}x",
    r"\mathrm{d}x",
    r"2x\,dx",
    r"3x^2 dx",
]
PRODUCTS = [
    ("n d x", (), "(n * d * x)"),
    ("2 d k", (), "(2 * d * k)"),
    (r"2x d x", ("d = 3",), "(2 * x * d * x)"),
    (r"x d y", (), "(x * d * y)"),
    (r"\mathrm{d} (x + y)", (), "(d * (x + y))"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), PRODUCTS)
def test_a_width_is_no_differential(latex, context, wanted):
    assert meaning(latex, context).endswith(wanted)


@pytest.mark.parametrize("latex", DECLARATIONS)
def test_declarations(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


A_DERIVATIVE_THAT_IS_TOLD = [
    (r"\frac{dy}{dx} = 2x", "(2 * x)"),
]


@pytest.mark.parametrize(("latex", "wanted"), A_DERIVATIVE_THAT_IS_TOLD)
def test_a_derivative_that_is_told(latex, wanted):
    assert meaning(latex) == wanted
