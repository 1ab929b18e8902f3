"""A line end parts two equations, and is layout where a formula goes on behind it."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.syntax import parse

PARTED = [
    ("a = x + y\n\nb = 2 a", r"a = x + y \\ b = 2 a"),
    ("a = x + y\nb = 2 a", r"a = x + y \\ b = 2 a"),
    ("f(x) = \\frac{1}{x}\nf'(x) = f(x)", r"f(x) = \frac{1}{x} \\ f'(x) = f(x)"),
    ("p = \\sigma(z)\n\\frac{dL}{dz} = p - y", r"p = \sigma(z) \\ \frac{dL}{dz} = p - y"),
    ("q = W x_i\n\\text{score}(q) = 2 q", r"q = W x_i \\ \text{score}(q) = 2 q"),
    ("a = x + y\n\\; b = 2 a", r"a = x + y \\ b = 2 a"),
    ("a = b\n\nc d", r"a = b \\ c d"),
    ("\\begin{aligned}\na &= x\nb &= 2a\n\\end{aligned}", r"\begin{aligned} a &= x \\ b &= 2a \end{aligned}"),
    ("A = \\begin{bmatrix}\n1 & 2\n\\end{bmatrix}\nB = 2A", r"A = \begin{bmatrix} 1 & 2 \end{bmatrix} \\ B = 2A"),
]


@pytest.mark.parametrize(("written", "usual"), PARTED)
def test_a_statement_on_a_line_of_its_own(written, usual):
    assert key(parse(written).rows) == key(parse(usual).rows)


LAYOUT = [
    "a = x\n+ y",
    "a = x +\ny = 3",
    "y = \\sum_{i=1}^n\nx_i = 3",
    "L = -\\frac{1}{N}\n\\sum_i x_i = 3",
    "y = \\left(\na\nb = c\n\\right)",
    "O = softmax(S)\nV",
    "y = \\log\nx = 3",
    "y = \\frac{a}\n{b}\n= 3",
    "\ny = 2 x\n",
    "y = \\left( a \\right)\n\n\\left( b \\right)",
    "y = A\n\n\\begin{bmatrix}\n1 & 2\n\\end{bmatrix}",
    "a = 2 x\n\\quad \\Rightarrow \\quad\nb = 3",
    "y = \\sum_{i} \\limits\nx_i = 3",
]


@pytest.mark.parametrize("latex", LAYOUT)
def test_a_formula_that_goes_on(latex):
    assert key(parse(latex).rows) == key(parse(latex.replace("\n", " ")).rows)
