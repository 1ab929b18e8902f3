"""Series whose first powers are not written."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

SERIES = [
    (r"a_0 + a_1 x + a_2 x^2 + \dots + a_n x^n", "sum(i<n + 1: (a[i] * x**#i))"),
    (r"1 + x + \dots + x^n", "sum(i<n + 1: x**#i)"),
]


@pytest.mark.parametrize(("latex", "wanted"), SERIES)
def test_series(latex, wanted):
    assert meaning(latex) == wanted


TERMS_THAT_GROW_OTHERWISE = [
    (r"a_0 + a_1 x + \dots + b_n y^n", "unsupported.ellipsis"),
]


@pytest.mark.parametrize(("latex", "key"), TERMS_THAT_GROW_OTHERWISE)
def test_terms_that_grow_otherwise(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key
