"""Functions that the note defines, with the arguments of each call put in."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

CALLS = [
    ("f(A)", ("f(x) = x^2 + 1",), "(A**2 + 1)"),
    ("f(a, b)", ("f(x, y) = x y",), "(a * b)"),
    ("s_i = f(z_i)", (r"f(x) = \tanh(W x)",), "[i<m] tanh((W @ z[i]))"),
    ("d(a)", (r"d(\sigma^2) = \sigma^2 + \sigma",), "(a + a**1/2)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), CALLS)
def test_calls(latex, context, wanted):
    assert meaning(latex, context) == wanted


CALLS_THAT_DO_NOT_FIT = [
    ("f(a)", ("f(x, y) = x y",), "unsupported.unknown_function"),
    ("g(2)", ("g(x) = x_1 + x_2",), "unsupported.unused_parameter"),
]


@pytest.mark.parametrize(("latex", "context", "key"), CALLS_THAT_DO_NOT_FIT)
def test_calls_that_do_not_fit(latex, context, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, context)
    assert refused.value.message.key == key
