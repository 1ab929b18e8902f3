"""Quantities that each step of a recurrence computes."""

from __future__ import annotations

import pytest

from ...dump import meaning

QUANTITIES = [
    (
        r"h_t = \tanh(W x_t + U h_{t-1}), \quad y_t = V h_t",
        ("h_0 = 0",),
        "h[t_2<n] = steps(t_3<n: h from full(0): tanh(((W @ x[t_3]) + (U @ h[t_3-1]))) -> h)[t_2]\n[t<n] (V @ h[t])",
    ),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), QUANTITIES)
def test_quantities(latex, context, wanted):
    assert meaning(latex, context) == wanted
