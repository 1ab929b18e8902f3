"""A display in its context: each statement is read once, whether it is asked for by itself or with all others."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.compiler.resolve import Context, Reading, resolve
from vault_tools.compiler.syntax import parse
from vault_tools.errors import FormulaError, NothingToCompute

from .dump import meaning, vocabulary

ROWS = r"\begin{aligned} Q &= X W_Q \\ K &= X W_K \\ S &= Q K^\top \end{aligned}"


def reading(latex):
    return Reading(parse(latex), Context.read(), vocabulary())


def test_the_chosen_statement_is_one_of_all():
    display = reading(ROWS)
    chosen = display.chosen()
    assert chosen.name == "S"
    assert [resolution.program is chosen for resolution in display.statements()] == [False, False, True]


def test_a_target_is_chosen_by_name():
    assert reading(ROWS).chosen("K").name == "K"


def test_the_order_of_asking_changes_nothing():
    first, last = reading(ROWS), reading(ROWS)
    all_of_last = last.statements()
    assert (first.chosen(), first.statements()) == (last.chosen(), all_of_last)
    assert first.chosen() == resolve(parse(ROWS), Context.read(), vocabulary())


def test_what_cannot_be_computed_is_refused_each_time():
    display = reading(r"f(x)")
    for _ in range(2):
        with pytest.raises(NothingToCompute):
            display.chosen()
    assert [type(resolution.error) for resolution in display.statements()] == [NothingToCompute]


def test_words_that_words_are_computed_from():
    assert set(compile_formula(r"\text{output size} = \text{input size} - \text{kernel size} + 1").inputs) == {"input_size", "kernel_size"}
    with pytest.raises(NothingToCompute):
        compile_formula(r"y = \text{the input of the layer}")


SELDOM_WRITTEN = [
    (r"A^{-T} b", "(power(A, -1)' @ b)"),
    (r"(A + B)^{-\top}", "power((A + B), -1)'"),
    (r"(A + B)^t", "(A + B)'"),
    (r"\begin{Vmatrix} 3 \\ 4 \end{Vmatrix}", "frobenius_norm([[3], [4]])"),
    (r"\begin{bmatrix} x^\top \\ y^\top \end{bmatrix}", "[x, y]"),
    (r"\langle 2, 3 \rangle", "(2 * 3)"),
    (r"\lfloor x \rceil", "round(x)"),
    (r"\exp'(x)", "exp(x)"),
    (r"\sin'(x)", "cos(x)"),
    (r"\mathrm{softplus}'(x)", "sigmoid(x)"),
    (r"\prod_{i=1}^n a", "product(i<n: a)"),
    (r"\begin{aligned} y &= a \\ &+ b = a + b \end{aligned}", "(a + b)"),
    (r"\begin{aligned} S &= QK^T \\ &(n \times d_k) \cdot (d_k \times n) \end{aligned}", "(Q @ K')"),
]


@pytest.mark.parametrize(("latex", "wanted"), SELDOM_WRITTEN)
def test_what_is_seldom_written(latex, wanted):
    assert meaning(latex) == wanted


SELDOM_REFUSED = [
    (r"\begin{Vmatrix} 1 & 2 \\ 3 & 4 \end{Vmatrix}", "unsupported.matrix_norm"),
    (r"\begin{bmatrix} 1 & \\ 3 & 4 \end{bmatrix}", "unsupported.empty_cell"),
    (r"\langle x \rangle", "unsupported.angle"),
    (r"\cancel{a} + b", "unsupported.sign"),
    (r"a \bmod b \bmod c", "unsupported.modulo"),
]


@pytest.mark.parametrize(("latex", "key"), SELDOM_REFUSED)
def test_what_is_seldom_refused(latex, key):
    with pytest.raises(FormulaError) as refused:
        meaning(latex)
    assert refused.value.message.key == key
