"""A symbol where it stands: an index, a constant, a size, an input."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import inputs, meaning, resolved

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


@pytest.mark.parametrize("context", [r"g = \lfloor h / r \rfloor", r"g = \lceil h / r \rceil"])
def test_a_letter_below_that_the_note_computes_from_an_index_is_no_label(context):
    with pytest.raises(UnsupportedError, match="computes g from an index"):
        resolved(r"O_h = Q_h K_g^\top", (context,))


@pytest.mark.parametrize("context", [r"g = 3", r"g = n / 2", r"g_h = 2 h"])
def test_a_letter_below_that_is_one_number_stays_a_label(context):
    assert "K_g" in inputs(resolved(r"O_h = Q_h K_g^\top", (context,)))


def test_the_error_of_a_unit_is_no_kronecker_delta():
    assert inputs(resolved(r"\frac{\partial C}{\partial b^l_j} = \delta^l_j")) == "delta:n×d"
    assert "==" not in meaning(r"\delta^l_j = x_j")
    assert "==" in meaning(r"y = \sum_i \sum_j \delta_{ij} x_i x_j")


IMAGES = [
    (r"E = \|I - \hat{I}\|_F^2", "I:n×d I_hat:n×d"),
    (r"Z = (I - \hat{A}) X", "A_hat:d×d X:d×k"),
]


@pytest.mark.parametrize(("latex", "given"), IMAGES)
def test_what_is_estimated_is_no_identity(latex, given):
    assert inputs(resolved(latex)) == given
