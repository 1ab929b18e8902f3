"""Sums of the same terms that end at different letters: one is over all, the other over the first few."""

from __future__ import annotations

import pytest

from ....dump import inputs, resolved

SHARES = [
    r"r = \frac{\sum_{i=1}^k a_i}{\sum_{i=1}^n a_i}",
    r"r = \frac{\sum_{j=1}^k a_j}{\sum_{i=1}^n a_i}",
    r"r = \frac{a_1 + \dots + a_k}{a_1 + a_2 + \dots + a_n}",
    r"r = \frac{\sum_{i \le k} a_i}{\sum_{i} a_i}",
    r"r = \frac{\sum_{i=1}^k a_i}{\sum a_i}",
]


@pytest.mark.parametrize("latex", SHARES)
def test_the_share_of_the_first(latex):
    assert inputs(resolved(latex)) == "k:() a:n"


def test_both_parts_of_a_sum():
    assert inputs(resolved(r"s = \sum_{i=1}^k a_i + \sum_{i=k+1}^n a_i")) == "k:() a:n"


WHOLE = [
    (r"m = \frac{1}{n} \sum_{i=1}^n x_i + \frac{1}{m} \sum_{i=1}^m y_i", "x:n y:m"),
    (r"m = \frac{\sum_{i=1}^n w_i x_i}{\sum_{i=1}^n w_i}", "w:n x:n"),
    (r"c_i = \sum_{j \le i} a_j", "a:n"),
    (r"s = \sum_{i \le j} a_{ij}", "a:n×d"),
]


@pytest.mark.parametrize(("latex", "given"), WHOLE)
def test_sums_of_other_terms_and_over_indices_are_left_alone(latex, given):
    assert inputs(resolved(latex)) == given
