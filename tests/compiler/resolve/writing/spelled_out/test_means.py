"""The number before a sum without a written range counts what is summed."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

COUNTED = [
    ("n", r"\mu = \frac{1}{n} \sum x_i"),
    ("a dimension", r"\mu = \frac{1}{d} \sum x_i"),
    ("a dimension, with its letter", r"\mu = \frac{1}{D} \sum_i x_i"),
]


@pytest.mark.parametrize("latex", [pytest.param(latex, id=why) for why, latex in COUNTED])
def test_the_number_of_terms_is_known_from_the_array(latex):
    assert [parameter.name for parameter in resolved(latex).inputs] == ["x"]


HEADS = [
    (r"\bar{A} = \frac{1}{H} \sum_h A^{(h)}", "A:H×n×d"),
    (r"L = \frac{1}{K} \sum_k L_k", "L:K×d"),
    (r"\bar{x} = \frac{1}{T} \sum_t x_t", "x:T"),
]


@pytest.mark.parametrize(("latex", "given"), HEADS)
def test_the_capital_of_the_letter_that_runs_counts_the_terms(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize("latex", [r"p = \frac{1}{T} \sum_i x_i", r"p = \frac{2}{d} \sum_i x_i"])
def test_other_factors_are_asked_for(latex):
    assert len(resolved(latex).inputs) == 2


def test_a_sum_without_letter_inside_another_runs_over_its_own():
    program = resolved(r"\sigma = \sqrt{\frac{1}{d} \sum (x_i - \mu)^2 + \epsilon}", (r"\mu = \frac{1}{d} \sum x_i",))
    assert inputs(program) == "x:d epsilon:()"


GIVEN = [
    ("samples that nobody gave", r"L = \frac{1}{N} \sum_i (y_i - z_i)^2", ("N = 100",), "y:N z:N"),
    ("behind the sum", r"s = \sqrt{\frac{\sum_i x_i^2}{n - 1}}", ("n = 10",), "x:n"),
    ("data of another length", r"m = \frac{1}{n} \sum_i x_i", ("n = 4", "x = [1, 2, 3]"), "n:() x:3"),
    ("classes, not samples", r"F = \frac{1}{N} \sum_k n_k f_k", ("N = 100",), "N:() n:m f:m"),
]


@pytest.mark.parametrize(("latex", "context", "given"), [pytest.param(*case, id=why) for why, *case in GIVEN])
def test_a_number_of_the_note_counts_the_terms_of_a_sum_over_samples(latex, context, given):
    assert inputs(resolved(latex, context)) == given


SQUARES = [
    (r"C = X^\top X / (n - 1)", "X:n×d"),
    (r"C = \frac{1}{n - 1} (X - \mu)^\top (X - \mu)", "X:n×d mu:d"),
    (r"S = \frac{1}{N} X X^\top", "X:n×N"),
    (r"L = \frac{1}{n} \|y - Xw\|^2", "y:n X:n×d w:d"),
    (r"g = \frac{2}{m} X^\top (Xw - y)", "X:m×d w:d y:m"),
    (r"L = \frac{x^\top x}{n}", "x:n"),
]


@pytest.mark.parametrize(("latex", "given"), SQUARES)
def test_what_divides_a_square_counts_what_it_sums_over(latex, given):
    assert sorted(inputs(resolved(latex)).split()) == sorted(given.split())


MASSES = [
    ("a mass", r"K = \frac{p^\top p}{2m}", (), "m:()"),
    ("a mass, in bars", r"K = \frac{\|p\|^2}{2m}", (), "m:()"),
    ("no square", r"C = \frac{1}{n} A^\top B", (), "n:()"),
    ("the sum of absolute values", r"L = \frac{1}{n} \|x\|_1^2", (), "n:()"),
    ("degrees of freedom", r"S = \frac{1}{n - k} X^\top X", (), "n:()"),
    ("a number of the note", r"C = \frac{1}{n} X^\top X", ("n = 3",), "n:()"),
]


@pytest.mark.parametrize(("latex", "context", "asked"), [pytest.param(*case, id=why) for why, *case in MASSES])
def test_what_may_be_something_else_is_asked_for(latex, context, asked):
    assert asked in inputs(resolved(latex, context)).split()
