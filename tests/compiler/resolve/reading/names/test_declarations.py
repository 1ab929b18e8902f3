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
]


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
