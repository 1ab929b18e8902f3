"""Powers of a matrix whose exponent is no literal: a given whole number, or the steps between two indices."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import UnsupportedError

GIVEN = np.random.RandomState(3)
A, B, C, X = (np.round(GIVEN.uniform(-1, 1, shape), 2) for shape in ((3, 3), (3, 2), (5, 3), (4, 2)))


def test_a_given_number_of_equal_layers():
    formula = compile_formula(r"R = (0.5 A + 0.5 I)^L")
    np.testing.assert_allclose(formula(A=A, L=3), np.linalg.matrix_power(0.5 * A + 0.5 * np.eye(3), 3))
    assert [reading for reading in formula.readings if reading.key == "reading.matrix_power"]


@pytest.mark.parametrize("shapes", [None, {"C": (5, 3), "A_bar": (3, 3), "B_bar": (3, 2), "x": (4, 2)}], ids=["bare", "declared"])
@pytest.mark.parametrize("first", [0, 1])
def test_the_steps_between_two_indices(shapes, first):
    formula = compile_formula(rf"y_t = \sum_{{s={first}}}^{{t}} C \bar{{A}}^{{t-s}} \bar{{B}} x_s", shapes=shapes)
    state, wanted = np.zeros(3), []
    for x in X:
        state = A @ state + B @ x
        wanted.append(C @ state)
    np.testing.assert_allclose(formula(C=C, A_bar=A, B_bar=B, x=X), wanted)


LEFT_ALONE = [
    ("a label", r"H = A^L X", {"A_L", "X"}),
    ("a number to the steps between", r"y_t = \sum_{s \le t} \gamma^{t-s} x_s", {"gamma", "x"}),
    ("letters that count nothing", r"Y = W^{i-j} X", {"W_i_minus_j", "X"}),
    ("a transpose", r"y = A^T x", {"A", "x"}),
    ("one of several matrices", r"S_k = A^k X", {"A", "X"}),
]


@pytest.mark.parametrize(("latex", "inputs"), [pytest.param(*case, id=why) for why, *case in LEFT_ALONE])
def test_other_superscripts_are_left_alone(latex, inputs):
    assert set(compile_formula(latex).inputs) == inputs


@pytest.mark.parametrize(
    "latex",
    [
        pytest.param(r"y_t = \sum_{s=0}^{t-1} C A^{t-s} B x_s", id="counted from 0 to one before an index"),
        pytest.param(r"R = (A + I)^{2L}", id="a product"),
    ],
)
def test_an_exponent_that_may_be_no_number_of_steps_is_refused(latex):
    with pytest.raises(UnsupportedError):
        compile_formula(latex)
