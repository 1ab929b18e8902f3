"""Scripts that are shifted by a number are symbols of their own, unless the caller gives the array."""

from __future__ import annotations

import pytest

from ...dump import meaning

SHIFTS = [
    (r"x_{t} + \gamma x_{t+1}", None, "(x_t + (gamma * x_t_plus_1))"),
    ("c^{<t-1>} + c^{<t>}", None, "(c_t_minus_1 + c_t)"),
    (r"H^{(l+1)} = \sigma(H^{(l)} W^{(l)})", None, "sigmoid((H_l @ W_l))"),
    ("y_i = x_{i} - x_{i-1}", {"x": (5,)}, "[i<n] (x[(i + 1)] + -x[i])"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), SHIFTS)
def test_shifts(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted
