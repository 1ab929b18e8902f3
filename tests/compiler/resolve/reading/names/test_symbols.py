"""A symbol where it stands: an index, a constant, a size, an input."""

from __future__ import annotations

import pytest

from ...dump import meaning

SYMBOLS = [
    ("I + A", (), None, "(I + A)"),
    ("x_{i} y_{i}", (), None, "[i<n] (x[i] * y[i])"),
    ("W x", (r"W \in \mathbb{R}^{n \times d}",), None, "(W @ x)"),
    (r"\frac{QK^\top}{\sqrt{d_k}}", (), None, "((Q @ K') / <d_k>**1/2)"),
    ("e^x", (), None, "e**x"),
    ("y = W_1 x + b_1", (), None, "((W_1 @ x) + b_1)"),
    (r"y = \mathbf{1}^\top x", (), None, "(full(1) @ x)"),
    ("x_i + y", (), {"x": (3,), "y": ()}, "[i<n] (x[i] + y)"),
]


@pytest.mark.parametrize(("latex", "context", "shapes", "wanted"), SYMBOLS)
def test_symbols(latex, context, shapes, wanted):
    assert meaning(latex, context, shapes=shapes) == wanted
