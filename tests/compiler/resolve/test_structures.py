"""Ones and zeros with the sizes that are written below them, and functions with a number below their name."""

from __future__ import annotations

import pytest

from .dump import inputs, meaning, resolved, show

ONES = [
    (r"s = \mathbf{1}^\top x", "(full(1) @ x)"),
    (r"s = \mathbf{1}_n^\top x", "(full(1) @ x)"),
    (r"D = \text{diag}(K \mathbf{1}_L)", "diag((K @ full(1)))"),
    (r"Y = X + \mathbf{1}_{n \times d}", "(X + full(1))"),
    (r"u = \mathbf{1}^\top X \mathbf{1}", "((full(1) @ X) @ full(1))"),
]


@pytest.mark.parametrize(("latex", "wanted"), ONES, ids=[row[0] for row in ONES])
def test_ones(latex, wanted):
    assert meaning(latex) == wanted


NUMBERS_OF_FUNCTIONS = [
    (r"y = \mathrm{top}_k(x)", "x:n k:()", "top_k(x, k)"),
    (r"Y = \mathrm{TopK}(S, 2)", "S:n×d", "top_k(S, 2)"),
    (r"p = \mathrm{softmax}(\mathrm{top}_k(S))", "S:n×d k:()", "softmax(top_k(S, k))"),
]


@pytest.mark.parametrize(("latex", "given", "wanted"), NUMBERS_OF_FUNCTIONS)
def test_a_number_below_the_name_of_a_function_is_its_last_argument(latex, given, wanted):
    program = resolved(latex)
    assert inputs(program) == given
    assert show(program) == wanted
