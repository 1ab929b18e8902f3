r"""`dw` is one name where the formula updates w or keeps a mean of it; elsewhere d is a letter of its own."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula

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
