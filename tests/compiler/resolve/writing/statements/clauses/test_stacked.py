"""Gates stacked in a column: each function acts on its part, and every gate has its own name."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import FormulaError, NothingToCompute

STACKED = (
    r"\begin{pmatrix} i \\ f \\ o \\ g \end{pmatrix} = \begin{pmatrix} \sigma \\ \sigma \\ \sigma \\ \tanh \end{pmatrix}"
    r" W \begin{pmatrix} h_{t-1} \\ x_t \end{pmatrix}"
)
GIVEN = {"W": np.arange(40.0).reshape(8, 5) / 40 - 0.5, "h_t_minus_1": np.array([0.5, -1.0]), "x_t": np.array([1.0, 2.0, -0.5])}
PARTS = np.split(GIVEN["W"] @ np.r_[GIVEN["h_t_minus_1"], GIVEN["x_t"]], 4)
I, F, O = (1 / (1 + np.exp(-part)) for part in PARTS[:3])  # noqa: E741
G = np.tanh(PARTS[3])


def test_all_gates_are_one_vector():
    np.testing.assert_allclose(compile_formula(STACKED)(**GIVEN), np.r_[I, F, O, G])


def test_each_gate_has_its_name():
    c = np.array([2.0, -1.0])
    formula = compile_formula(r"c_t = f \odot c_{t-1} + i \odot g", context=(STACKED,))
    np.testing.assert_allclose(formula(**GIVEN, c_t_minus_1=c), F * c + I * G)
    assert "reading.stacked" in {reading.key for reading in formula.readings}


def test_a_bias_in_a_bracket_is_split_too():
    latex = r"\begin{bmatrix} r \\ z \end{bmatrix} = \begin{bmatrix} \sigma \\ \sigma \end{bmatrix} \left( W x + b \right)"
    W, x, b = np.eye(4), np.arange(4.0), np.ones(4)
    np.testing.assert_allclose(compile_formula(latex, target="z")(W=W, x=x, b=b), 1 / (1 + np.exp(-(x[2:] + 1))))


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"\begin{pmatrix} u \\ v \end{pmatrix} = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} x", [5.0, 11.0]),
        (r"\begin{pmatrix} u \\ v \end{pmatrix} = \begin{pmatrix} 1 \\ 2 \end{pmatrix} 2", [2.0, 4.0]),
    ],
)
def test_matrices_of_numbers_are_left_alone(latex, wanted):
    given = {"x": np.array([1.0, 2.0])} if "x" in latex[-1] else {}
    np.testing.assert_allclose(np.squeeze(compile_formula(latex)(**given)), wanted)


def test_an_unknown_function_is_refused():
    with pytest.raises((FormulaError, NothingToCompute)):
        compile_formula(r"\begin{pmatrix} u \\ v \end{pmatrix} = \begin{pmatrix} \mathrm{squash} \\ \tanh \end{pmatrix} W x", target="u")
