"""Which letters in scripts count, in formulas without a left side that names them."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

WORDS = [
    ("into and out of a layer", r"W_{out}\max(0, W_{in}x + b_{in}) + b_{out}", "W_out:n×d W_in:d×k x:k b_in:d b_out:n"),
    ("behind the input", r"\max(0, xW_{in} + b_{in})W_{out} + b_{out}", "x:n W_in:n×d b_in:d W_out:d×k b_out:k"),
]
ROW_AND_COLUMN = [
    ("no weights", r"x_{in} + b_{in}", "x:n×d b:n×d"),
    ("its letters count elsewhere", r"x_i W_{in} y_n", "x:n W:n×d y:d×k"),
]


@pytest.mark.parametrize(("latex", "given"), [pytest.param(*case, id=why) for why, *case in WORDS])
def test_the_in_of_weights_is_a_word(latex: str, given: str) -> None:
    assert inputs(resolved(latex, ())) == given


@pytest.mark.parametrize(("latex", "given"), [pytest.param(*case, id=why) for why, *case in ROW_AND_COLUMN])
def test_elsewhere_it_is_a_row_and_a_column(latex: str, given: str) -> None:
    assert inputs(resolved(latex, ())) == given


SUMS = [
    ("a sum of a plain letter", r"\sum_{i=1}^n x_i = c + \sum_{i=1}^n (x_i - c)", "x:n c:()"),
    ("inside a function", r"\log \sum_{i=1}^n \exp(x_i) = \max_i x_i + \log \sum_{i=1}^n \exp(x_i - \max_j x_j)", "x:n"),
]


@pytest.mark.parametrize(("latex", "given"), [pytest.param(*case, id=why) for why, *case in SUMS])
def test_what_a_sum_on_the_left_binds_is_not_free(latex: str, given: str) -> None:
    program = resolved(latex, ())
    assert (inputs(program), program.indices) == (given, ())


WIDTHS = [
    ("one matrix per head", r"\frac{Q_i K_i^T}{\sqrt{d_k}}", "Q:n×m×d_k K:n×p×d_k"),
    ("k counts keys as well", r"\frac{q_j^T k_k}{\sqrt{d_k}}", "q:n×d_k k:m×d_k"),
    ("the degrees of two nodes", r"\frac{x_i x_j}{\sqrt{d_i d_j}}", "x:n d:n"),
]


@pytest.mark.parametrize(("latex", "given"), [pytest.param(*case, id=why) for why, *case in WIDTHS])
def test_the_letter_of_a_width_counts_nothing(latex: str, given: str) -> None:
    assert inputs(resolved(latex, ())) == given


BESIDE_WORDS = [
    (r"w_i^{high} = 2 a_i", "a:n", 1),
    (r"\alpha_{ij}^{sign} = q_i k_j", "q:n k:m", 2),
    (r"w^{high} = 2 a_i", "a_i:()", 0),
]


@pytest.mark.parametrize(("latex", "given", "count"), BESIDE_WORDS)
def test_a_letter_beside_a_word_counts(latex: str, given: str, count: int) -> None:
    program = resolved(latex, ())
    assert (inputs(program), len(program.indices)) == (given, count)
