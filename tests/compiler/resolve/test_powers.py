"""Powers of each entry, and what a bracket above e means."""

from __future__ import annotations

import pytest

from .dump import meaning

POWERS = [
    (r"Y = X^{\odot 2}", "X**2"),
    (r"Y = X^{\circ 2} + (A B)^{\odot 2}", "(X**2 + (A @ B)**2)"),
    (r"v_t = \beta v_{t-1} + g_t^{\odot 2}", "((beta * v_t_minus_1) + g_t**2)"),
    (r"b = e^{(1 - r/c)}", "e**(1 + -(r / c))"),
    (r"y = e^{\left(x\right)}", "e**x"),
    (r"y = e^{(x+1)}", "e**(x + 1)"),
    (r"y^{(i)} = W e^{(i)}", "(W @ e_i)"),
    (r"h^{(l+1)} = h^{(l)} + b", "(h_l + b)"),
]


@pytest.mark.parametrize(("latex", "wanted"), POWERS, ids=[row[0] for row in POWERS])
def test_powers(latex, wanted):
    assert meaning(latex) == wanted
