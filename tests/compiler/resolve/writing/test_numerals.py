"""Written numbers: literals, fractions of whole numbers, matrices and tuples of them; arithmetic is none."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.numerals import is_written_number, written_number
from vault_tools.compiler.syntax import parse

WRITTEN = ["2", "-0.5", r"\frac{1}{3}", "(1, 2)", "[1, -2]", r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}", r"\mathbf{(1, 2)}"]
COMPUTED = ["1/1.644", "2 + 3", "x", "(1, x)", r"\begin{vmatrix} 1 & 2 \\ 3 & 4 \end{vmatrix}", "(1, 2)_2"]


def side(latex):
    return parse(latex).rows[0]


@pytest.mark.parametrize("latex", WRITTEN)
def test_written(latex):
    assert is_written_number(side(latex))


@pytest.mark.parametrize("latex", COMPUTED)
def test_computed(latex):
    assert not is_written_number(side(latex))


@pytest.mark.parametrize(("latex", "value"), [("2.5", "5/2"), (r"\frac{1}{3}", "1/3"), ("1/1.644", "None")])
def test_its_value(latex, value):
    assert str(written_number(side(latex))) == value
