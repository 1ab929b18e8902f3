"""The left side that a block shows is the note's: with the arguments of a function, and the power of a name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.syntax import parse
from vault_tools.verify.wording.left_side import in_own_left_side, in_own_words


def printed_line(resolved, latex):
    resolved = replace(resolved, latex=latex)
    return in_own_left_side(print_latex(resolved), resolved, parse(latex))


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (r"\sigma^2 = a + 1", r"\sigma^{2} = a + 1"),
        (r"\sigma_B^{2} = a + 1", r"\sigma_{B}^{2} = a + 1"),
        (r"\det(C) = 3", r"\det\left(C\right)"),
        (r"V^4 = a + 1", r"V^{4} = a + 1"),
        (r"\sigma = a^2 + 1", r"\sigma = a^{2} + 1"),
        (r"y = b, \quad b = a^2", r"\begin{aligned}y &= b"),
        (r"f(x) = x^2 + 1", r"f\left(x\right) = x^{2} + 1"),
        (r"\mathrm{LN}(x) = \frac{x - \mu}{s}", r"\mathrm{LN}\left(x\right) = \frac{x - \mu}{s}"),
        (r"L(\hat{y}, y_0) = \hat{y} - y_0", r"L\left(\hat{y}, y_{0}\right) = \hat{y} - y_{0}"),
        (r"f(x) = c x, \quad c = a^2", r"\begin{aligned}f\left(x\right) &= c x"),
    ],
)
def test_power_and_arguments_are_printed(program, latex, printed):
    assert printed_line(program(latex), latex).startswith(printed)


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (r"P(i) = \frac{e^{s_i}}{\sum_j e^{s_j}}", r"P_{i} = "),
        (r"e(h_i, k_j) = h_i \cdot k_j", r"e_{ij} = "),
        (r"y = a + 1", r"y = a + 1"),
        (r"a + 1", r"a + 1"),
    ],
)
def test_arguments_that_only_count_and_other_left_sides_are_left_alone(program, latex, printed):
    assert printed_line(program(latex), latex).startswith(printed)


def test_a_call_of_something_computed_defines_no_function(program):
    latex = r"\mathrm{softmax}(QK^\top) = \begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}"
    assert in_own_left_side(
        r"\mathrm{softmax} = \mathrm{softmax}\left(Q K^{\top}\right)", replace(program("y = a"), name="softmax"), parse(latex)
    ) == (r"\mathrm{softmax}\left(Q K^{\top}\right)")


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (r"P(A|B) = A B", r"P\left(A \mid B\right) = A B"),
        (r"p(x \mid y) = x + y", r"p\left(x \mid y\right) = x + y"),
        (r"D(p \| q) = p - q", r"D\left(p \,\|\, q\right) = p - q"),
        (r"f(x; t) = x t", r"f\left(x; t\right) = x t"),
        (r"f(x, y) = |x| + y", r"f\left(x, y\right) = \left|x\right| + y"),
    ],
)
def test_arguments_are_separated_as_the_note_separates_them(program, latex, printed):
    assert printed_line(program(latex), latex) == printed


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (r"y = \ln x", r"y = \ln\left(x\right)"),
        (r"y = \mathrm{ln}\, x", r"y = \ln\left(x\right)"),
        (r"y = \log x", r"y = \log\left(x\right)"),
        (r"y = \log_2 x", r"y = \log_2\left(x\right)"),
        (r"y = \log x + \ln z", r"y = \log\left(x\right) + \log\left(z\right)"),
    ],
)
def test_the_natural_logarithm_is_called_what_the_note_calls_it(program, latex, printed):
    resolved = replace(program(latex), latex=latex)
    assert in_own_words(print_latex(resolved), resolved, parse(latex)) == printed
