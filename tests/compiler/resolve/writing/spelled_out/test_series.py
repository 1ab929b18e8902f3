"""Series whose first powers are not written."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

SERIES = [
    (r"a_0 + a_1 x + a_2 x^2 + \dots + a_n x^n", "sum(i<n + 1: (a[i] * x**#i))"),
    (r"1 + x + \dots + x^n", "sum(i<n + 1: x**#i)"),
    (r"(1 - x) + (1 - x)^2 + \dots + (1 - x)^n", "sum(i<n: (1 + -x)**#i)"),
    (r"\frac{c_1}{1 + r} + \frac{c_2}{(1 + r)^2} + \dots + \frac{c_n}{(1 + r)^n}", "sum(i<n: (c[i] / (1 + r)**#i))"),
    (r"a + \frac{a}{r} + \dots + \frac{a}{r^n}", "sum(i<n + 1: (a / r**#i))"),
    (r"c \cdot x + c \cdot x^2 + \dots + c \cdot x^n", "sum(i<n: (c * x**#i))"),
]


@pytest.mark.parametrize(("latex", "wanted"), SERIES)
def test_series(latex, wanted):
    assert meaning(latex) == wanted


TERMS_THAT_GROW_OTHERWISE = [
    (r"a_0 + a_1 x + \dots + b_n y^n", "unsupported.ellipsis"),
    (r"\frac{c_1}{1 + r} + \frac{c_2}{(1 + s)^2} + \dots + \frac{c_n}{(1 + r)^n}", "unsupported.ellipsis"),
    (r"1 + \frac{x}{2} + \frac{x^2}{3} + \dots + \frac{x^n}{2^n}", "unsupported.ellipsis"),
]


@pytest.mark.parametrize(("latex", "key"), TERMS_THAT_GROW_OTHERWISE)
def test_terms_that_grow_otherwise(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key
