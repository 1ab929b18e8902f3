"""Functions that every book has, where the note defines none of that name."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import FormulaError

A, B = np.array([0.2, 0.3, 0.5]), np.array([0.4, 0.4, 0.2])

STANDARD = [
    (r"L = \text{MSE}(y, \hat{y})", {"y": A, "y_hat": B}, np.mean((A - B) ** 2)),
    (r"L = \mathrm{RMSE}(a, b)", {"a": A, "b": B}, np.sqrt(np.mean((A - B) ** 2))),
    (r"L = \text{MAE}(a, b)", {"a": A, "b": B}, np.mean(np.abs(A - B))),
    (r"L = -\beta H(\pi)", {"beta": 2.0, "pi": A}, 2 * np.sum(A * np.log(A))),
    (r"L = H(p, q) - H(p)", {"p": A, "q": B}, np.sum(A * np.log(A / B))),
    (r"s = \text{sim}(q, k) / \tau", {"q": A, "k": B, "tau": 0.5}, 2 * A @ B / np.linalg.norm(A) / np.linalg.norm(B)),
]


@pytest.mark.parametrize(("latex", "given", "wanted"), STANDARD, ids=[row[0] for row in STANDARD])
def test_it_is_read_as_usual(latex, given, wanted):
    formula = compile_formula(latex)
    assert formula(**given) == pytest.approx(wanted)
    assert "reading.standard" in {reading.key for reading in formula.readings}


def test_the_note_s_own_definition_comes_first():
    formula = compile_formula(r"s = \text{sim}(q, k)", context=(r"\text{sim}(x, y) = x^\top y",))
    assert formula(q=A, k=B) == pytest.approx(A @ B)


@pytest.mark.parametrize(
    "latex", [r"y = 2 H(X)", r"y = 2 H(Y|X)", r"y = 2 \text{MSE}(\hat\theta)", r"y = 2 \text{loss}(y, z)", r"y = 2 \text{sim}(q, k)"]
)
def test_left_alone(latex):
    with pytest.raises(FormulaError):
        compile_formula(latex)


@pytest.mark.parametrize(("latex", "wanted"), [(r"y = B(\alpha, \beta)", 1 / 12), (r"\frac{\Gamma(\alpha + \beta)}{\Gamma(\alpha)}", 24.0)])
def test_functions_of_euler(latex, wanted):
    assert compile_formula(latex)(alpha=2.0, beta=3.0) == pytest.approx(wanted)


CROSS_ENTROPIES = [
    (r"L = \text{CE}(y, p)", {"y": A, "p": B}, -np.sum(A * np.log(B))),
    (r"L = \text{CE}(\hat{y}, y)", {"y": A, "y_hat": B}, -np.sum(A * np.log(B))),
    (r"L = \text{CE}(\mathrm{softmax}(z), y)", {"y": A, "z": np.log(B)}, -np.sum(A * np.log(B))),
]


@pytest.mark.parametrize(("latex", "inputs", "value"), CROSS_ENTROPIES)
def test_the_logarithm_is_of_what_is_predicted(latex, inputs, value):
    assert compile_formula(latex)(**inputs) == pytest.approx(value)
