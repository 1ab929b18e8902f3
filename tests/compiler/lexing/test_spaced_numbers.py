"""Digits that a program set apart are one number; numbers side by side are refused."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.syntax import parse
from vault_tools.errors import LatexSyntaxError

ALIKE = [
    (r"\tau = 0 . 1", r"\tau = 0.1"),
    (r"y = 0 . 3 5 x", r"y = 0.35 x"),
    (r"d = 1 0 2 4", r"d = 1024"),
    (r"1 0 ^ { - 8 }", r"10^{-8}"),
    (r"y = 3. 5", r"y = 3.5"),
    (r"y = 3 .5 x", r"y = 3.5 x"),
    (r"y = 2 . 5 x", r"y = 2.5 x"),
    (r"\sum _ { i = 1 } ^ { 1 0 } x _ i", r"\sum_{i=1}^{10} x_i"),
    (r"A_{1 2} x", r"A_{12} x"),
    (r"y = 2 x _ { i } \quad ( 1 1 )", r"y = 2 x_{i} \quad (11)"),
    (r"n = 10 000", r"n = 10000"),
    (r"n = 1 234.5", r"n = 1234.5"),
    (r"N = 1 , 0 2 4 \times 2 0", r"N = 1024 \times 20"),
    (r"p = [ 0 . 5 , 0 . 2 5 ]", r"p = [0.5, 0.25]"),
    (r"\begin{array} { c c } 1 0 & 2 0 \end{array}", r"\begin{array}{cc} 10 & 20 \end{array}"),
]


@pytest.mark.parametrize(("written", "usual"), ALIKE)
def test_one_number(written, usual):
    assert key(parse(written).rows) == key(parse(usual).rows)


LEFT_ALONE = [
    (r"x_1 2", r"x_1 {2}"),
    (r"\frac 1 2 3 x", r"\frac{1}{2} {3} x"),
    (r"x ^ 2 3", r"x^2 {3}"),
    (r"x = 3. 2y = 4", r"x = 3. {2}y = 4"),
    (r"k = 1 , 2 , 3", r"k = 1, 2, 3"),
    (r"y = 2.5 . 3", r"y = 2.5 . {3}"),
    (r"y = x . 5", r"y = x . {5}"),
]


@pytest.mark.parametrize(("written", "usual"), LEFT_ALONE)
def test_no_number(written, usual):
    assert key(parse(written).rows) == key(parse(usual).rows)


REFUSED = [
    r"y = 3 4",
    r"y = 3 4 x",
    r"2 \cdot 3 4",
    r"y = 0.5 2",
    r"y = 3\,4",
    r"y = 3~4",
    r"a = [1 2 3]",
    r"a = (1 2 3)",
    r"\{1 2 3\}",
    r"\begin{bmatrix} 1 2 3 \\ 4 5 6 \end{bmatrix}",
    r"y = 12 34",
]


@pytest.mark.parametrize("latex", REFUSED)
def test_two_numbers(latex):
    with pytest.raises(LatexSyntaxError, match="side by side"):
        parse(latex)
