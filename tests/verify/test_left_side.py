"""The left side that a block shows is the note's: with the arguments of a function, and the power of a name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.syntax import parse
from vault_tools.verify.left_side import in_own_left_side


def printed_line(resolved, latex):
    resolved = replace(resolved, latex=latex)
    return in_own_left_side(print_latex(resolved), resolved, parse(latex))


@pytest.mark.parametrize(
    ("latex", "printed"),
    [
        (r"\sigma^2 = a + 1", r"\sigma^{2} = a + 1"),
        (r"\sigma_B^{2} = a + 1", r"\sigma_{B}^{2} = a + 1"),
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
