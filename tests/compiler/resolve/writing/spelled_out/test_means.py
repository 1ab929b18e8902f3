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


@pytest.mark.parametrize("latex", [r"p = \frac{1}{T} \sum_i x_i", r"p = \frac{2}{d} \sum_i x_i"])
def test_other_factors_are_asked_for(latex):
    assert len(resolved(latex).inputs) == 2


def test_a_sum_without_letter_inside_another_runs_over_its_own():
    program = resolved(r"\sigma = \sqrt{\frac{1}{d} \sum (x_i - \mu)^2 + \epsilon}", (r"\mu = \frac{1}{d} \sum x_i",))
    assert inputs(program) == "x:d epsilon:()"
