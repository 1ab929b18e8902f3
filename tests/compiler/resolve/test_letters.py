"""Letters with two jobs: T as transpose and as length, a time step that is shifted somewhere, pi as number and as array."""

from __future__ import annotations

import pytest

from .dump import inputs, resolved, show

TRANSPOSE_OR_POWER = [
    ("a vector whose T is a length, too", r"c = \sum_{t=1}^T (u^T h_t) h_t", None, "u:d h:T×d"),
    ("a vector at a position", r"c = \sum_{t=1}^T h_t^T W h_t", None, "h:T×d W:d×d"),
    ("a number by its shape", r"c = \sum_{t=1}^T u^T x_t", {"u": (), "x": (4,)}, "u:() x:T"),
    ("a number by its other powers", r"R = \sum_{t=1}^T \gamma^t r_t + \gamma^T v", None, "gamma:() r:T v:()"),
    ("a matrix is never raised to a length", r"y = \sum_{t=1}^T A^T x_t", None, "A:d×k x:T×d"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "wanted"), TRANSPOSE_OR_POWER, ids=[row[0] for row in TRANSPOSE_OR_POWER])
def test_t_that_is_a_length_transposes_arrays_and_raises_numbers(why, latex, shapes, wanted):
    assert inputs(resolved(latex, shapes=shapes)) == wanted


def test_a_number_of_the_note_is_raised():
    assert "gamma**<T>" in show(resolved(r"R = \sum_{t=1}^T r_t + \gamma^T v", (r"\gamma = 0.9",)))


STEPS = [
    ("shifted in another row", r"z_t = \sigma(W_z x_t), \quad h_t = z_t \odot h_{t-1}", (), "z_t = sigmoid((W_z @ x_t))\n(z_t * h_t_minus_1)"),
    ("shifted by the user of a definition", r"h_t = z_t \odot h_{t-1}", (r"z_t = \sigma(W_z x_t)",), "z_t = sigmoid((W_z @ x_t))\n(z_t * h_t_minus_1)"),
    ("shifted in a definition", r"h_t = 2 c_t", (r"c_t = f_t c_{t-1}",), "c_t = (f_t * c_t_minus_1)\n(2 * c_t)"),
    ("bound letters are no steps", r"d = \sum_{i=1}^{n-1} x_{i+1} x_i, \quad y_i = 2 x_i", (), "sum(i<n - 1: (x[(i + 1)] * x[i]))"),
]  # fmt: skip


@pytest.mark.parametrize(("why", "latex", "context", "wanted"), STEPS, ids=[row[0] for row in STEPS])
def test_a_letter_that_is_shifted_somewhere_is_a_label_in_every_row(why, latex, context, wanted):
    assert show(resolved(latex, context)) == wanted
