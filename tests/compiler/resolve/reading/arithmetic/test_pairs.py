"""Two arrays and the sign between them: the matrix product, unless a sign, a gate or a slope says otherwise."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

ARRAYS = [
    ("A B", None, "(A @ B)"),
    ("A x", None, "(A @ x)"),
    (r"x^\top A", None, "(x @ A)"),
    (r"Q * K^\top", None, "(Q @ K')"),
    ("A * B", {"A": (3, 4), "B": (3, 4)}, "(A * B)"),
    (r"\sigma(XW) \cdot XV", None, "(sigmoid((X @ W)) * (X @ V))"),
    (r"\sigma(Z)(1 - \sigma(Z))", None, "(sigmoid(Z) * (1 + -sigmoid(Z)))"),
    (r"dS \cdot (1 - \tanh^2(S / c))", {"dS": (3, 3), "S": (3, 3)}, "(dS * (1 + -tanh((S / c))**2))"),
    (r"(1 - \mathbf{z}) \mathbf{h}", None, "((1 + -z) * h)"),
    (r"X (I - P)", None, "(X @ (I + -P))"),
    (r"W (1 - \mathbf{h})", None, "(W @ (1 + -h))"),
    (r"\mathbf{p}^\top (1 - \mathbf{p})", None, "(p @ (1 + -p))"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), ARRAYS)
def test_arrays(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


DOUBTFUL_SIGNS = [
    ("A * B", {"A": (3, 3), "B": (3, 3)}, "unsupported.asterisk"),
    (r"A \otimes B", {"A": (3, 4), "B": (3, 4)}, "unsupported.tensor"),
]


@pytest.mark.parametrize(("latex", "shapes", "key"), DOUBTFUL_SIGNS)
def test_doubtful_signs(latex, shapes, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, shapes=shapes)
    assert refused.value.message.key == key


OVER_THE_FIRST_AXIS = [
    ((r"P \in \mathbb{R}^{h \times h}", r"S \in \mathbb{R}^{h \times n \times m}"), True),
    ((r"P \in \mathbb{R}^{g \times h}", r"S \in \mathbb{R}^{h \times n \times m}"), True),
    ((r"P \in \mathbb{R}^{k \times n}", r"S \in \mathbb{R}^{b \times n \times d}"), False),
    ((r"P \in \mathbb{R}^{n \times n}", r"S \in \mathbb{R}^{n \times n \times d}"), False),
    ((r"S \in \mathbb{R}^{b \times n \times d}",), False),
]


@pytest.mark.parametrize(("declared", "mixes"), OVER_THE_FIRST_AXIS)
def test_a_matrix_mixes_what_the_array_counts_first_where_the_declared_sizes_say_so(declared, mixes):
    readings = {reading.key for reading in resolved(r"P \cdot S", declared).readings}
    assert ("reading.mixes_first_axis" in readings) == mixes


GATES = [
    (r"u_i = h_i + g_i \cdot m_i", (r"g_i = \sigma(W [h_i; m_i])",), "(g[i] * m[i])"),
    (r"y = \sigma(W x) \cdot v + b", (), "(sigmoid((W @ x)) * v)"),
    (r"y = \mathbf{w}^\top \sigma(W x)", (), "(w @ sigmoid((W @ x)))"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), GATES)
def test_the_values_of_a_sigmoid_before_a_vector_open_a_gate(latex, context, wanted):
    assert wanted in meaning(latex, context)


STARS = [
    (r"M = Concat(head_1, \dots, head_h) * W^O", "(concat(i<h: head[i]) @ W_O)"),
    (r"Q = X * W^Q", "(X @ W_Q)"),
]


@pytest.mark.parametrize(("latex", "wanted"), STARS)
def test_stars_before_a_projection(latex, wanted):
    assert meaning(latex) == wanted
