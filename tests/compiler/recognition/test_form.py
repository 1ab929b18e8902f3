"""Formulas that are the same up to names have one form, and others do not."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.compiler.recognition.form import form


def form_of(latex, **more):
    return form(compile_formula(latex, **more).program)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"y = Wx + b", r"z = c + Av"),
        (r"\mathrm{softmax}(\frac{QK^T}{\sqrt{d_k}})V", r"\mathrm{softmax}(\frac{1}{\sqrt{d}} A B^\top) C"),
        (r"\frac{1}{n} \sum_{i=1}^{n} x_i", r"\frac{1}{m} \sum_{j=1}^{m} a_j"),
        (r"a + b", r"p + q"),
        (r"x^2 + y", r"t + z^2"),
        (r"A = \mathrm{softmax}(S)", r"B = \text{softmax}(M)"),
    ],
)
def test_the_same_formula_under_other_names(one, other):
    assert form_of(one) == form_of(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"a - b", r"a + b"),
        (r"a + a", r"a + b"),
        (r"\mathrm{softmax}(QK^T)V", r"\mathrm{softmax}(\frac{QK^T}{\sqrt{d_k}})V"),
        (r"\mathrm{softmax}(XX^T)X", r"\mathrm{softmax}(QK^T)V"),
        (r"x + 1", r"x + 2"),
        (r"\sum_i x_i y_i", r"\sum_i x_i x_i"),
        (r"\sum_{i=1}^{n} x_i", r"\sum_{i=2}^{n} x_i"),
        (r"\log x", r"\exp x"),
        (r"\max_i x_i", r"\min_i x_i"),
    ],
)
def test_other_formulas(one, other):
    assert form_of(one) != form_of(other)


def test_definitions_of_other_formulas_are_not_put_in():
    alone = form_of(r"S = QK^T")
    assert form_of(r"S = QK^T", context=(r"Q = XW_Q", r"K = XW_K")) == alone
