"""Spelled-out patterns are sums over one running letter."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

PATTERNS = [
    (r"v_1^2 + v_2^2 + \dots + v_n^2", "sum(i<n: v[i]**2)"),
    (r"a_1 b_1 + \cdots + a_n b_n", "sum(i<n: (a[i] * b[i]))"),
    (r"a_1 \cdot b_1 + \cdots + a_n \cdot b_n", "sum(i<n: (a[i] * b[i]))"),
    (r"\frac{a_1}{b_1} + \frac{a_2}{b_2} + \cdots + \frac{a_n}{b_n}", "sum(i<n: (a[i] / b[i]))"),
    (r"\sqrt{x_1} + \cdots + \sqrt{x_n}", "sum(i<n: x[i]**1/2)"),
    (r"|x_1| + \cdots + |x_n|", "sum(i<n: abs(x[i]))"),
    (r"x_1! + \cdots + x_n!", "sum(i<n: factorial(x[i]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), PATTERNS)
def test_patterns(latex, wanted):
    assert meaning(latex) == wanted


NO_PATTERN = [
    (r"x_1 + y_2 + \dots + x_n", "unsupported.ellipsis"),
]


@pytest.mark.parametrize(("latex", "key"), NO_PATTERN)
def test_no_pattern(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key
