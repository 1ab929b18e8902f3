"""Letters in scripts that tell symbols apart and count nothing."""

from __future__ import annotations

import pytest

from ...dump import meaning

LABELS = [
    ("y = W^{in} x", "(W_in @ x)"),
    ("x_{max} - x_{min}", "(x_max + -x_min)"),
    ("L_{b} + L_{c}", "(L_b + L_c)"),
    (r"\sum_i x_i^{a} y_i", "sum(i<n: (x[i]**a * y[i]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), LABELS)
def test_labels(latex, wanted):
    assert meaning(latex) == wanted
