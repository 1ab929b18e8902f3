"""What one display says by itself is known to every other."""

from __future__ import annotations

import pytest

from ...dump import meaning

FROM_OTHER_DISPLAYS = [
    ("s = x_t + 1", ("h_t = x_{t-1}",), "(x_t + 1)"),
    ("f = q^2", ("q^1 + q^2",), "q_2"),
    ("1,5 x", ("a = 2,5",), "(1,5 * x)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), FROM_OTHER_DISPLAYS)
def test_from_other_displays(latex, context, wanted):
    assert meaning(latex, context) == wanted
