"""Recurrences that are sums of what each step adds."""

from __future__ import annotations

import pytest

from ...dump import meaning

SUMS = [
    ("S_i = S_{i-1} + x_i^2", ("S_0 = 0",), "[i<n] sum(i_2<n if (#i_2 <= #i): x[i_2]**2)"),
    (r"S_i = S_{i-1} + k_i v_i^\top", ("S_0 = 0",), "[i<n] sum(i_2<n if (#i_2 <= #i): outer(k[i_2], v[i_2]))"),
    ("S_i = 2 S_{i-1} + x_i", ("S_0 = 0",), "[i<n] sum(i_2<n if (#i_2 <= #i): (2**(#i + -#i_2) * x[i_2]))"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), SUMS)
def test_sums(latex, context, wanted):
    assert meaning(latex, context) == wanted
