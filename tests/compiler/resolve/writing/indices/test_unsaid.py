"""An index below a parameter that a left side leaves out counts the entries of the result."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

ENTRIES = [
    (r"\text{softmax}(x) = \frac{\exp(x_i)}{\sum_j \exp(x_j)}", "x:n", 1),
    (r"\sigma(z) = \frac{e^{z_c}}{\sum_{j=1}^{K} e^{z_j}}", "z:K", 1),
    (r"\text{softmax}(Z) = \frac{e^{z_i}}{\sum_j e^{z_j}}", "z:n", 1),
    (r"f(x) = w_i x_i + b_i", "w:n x:n b:n", 1),
]


@pytest.mark.parametrize(("latex", "given", "count"), ENTRIES)
def test_the_left_out_index_is_one_of_the_result(latex, given, count):
    program = resolved(latex)
    assert (inputs(program), len(program.indices)) == (given, count)


OTHERS = [
    ("all are summed", r"s(x) = \sum_i w_i x_i", "w:n x:n"),
    ("a label", r"\ell(y) = -\log y_c", "y_c:()"),
    ("a numbered entry", r"f(x) = x_1 + \sum_j x_j", "x_1:() x:n"),
    ("left to its user", r"C(x) = \sum_j (x_i - x_j)^2", "x_i:() x:n"),
    ("two letters", r"f(x) = x_i x_k + \sum_j x_j", "x_i:() x_k:() x:n"),
]


@pytest.mark.parametrize(("why", "latex", "given"), OTHERS, ids=[row[0] for row in OTHERS])
def test_other_letters_below_a_parameter(why, latex, given):
    program = resolved(latex)
    assert (inputs(program), program.indices) == (given, ())
