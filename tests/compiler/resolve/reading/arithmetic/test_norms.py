"""Bars round what may be a matrix: its norm needs a kind, and the inverse of a number between bars says nothing."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import meaning


@pytest.mark.parametrize("latex", [r"\kappa = \|A\|_2 \cdot \|A^{-1}\|_2", r"\kappa = \|A\| \, \|A^{-1}\|"])
def test_the_condition_number_is_refused(latex):
    with pytest.raises(UnsupportedError, match="needs its kind"):
        meaning(latex)


def test_numbers_keep_their_bars():
    assert meaning(r"y = \|x^{-1}\|", shapes={"x": ()}) == "abs(x**-1)"


HALVED = [
    (r"L = \lambda/2\|w\|^2", "((lambda_ / 2) * norm(w)**2)"),
    (r"f = c / 2 |x|^{c-1} \exp(-|x|^c)", "((c / 2) * abs(x)**(c + -1) * exp(-abs(x)**c))"),
    (r"L = 1/2\|w\|^2", "((1 / 2) * norm(w)**2)"),
    (r"c = a \cdot b / \|a\| \|b\|", "((a @ b) / (norm(a) * norm(b)))"),
    (r"y = a / 2 (b + c)", "(a / (2 * (b + c)))"),
    (r"y = a/b|x|", "(a / (b * abs(x)))"),
]


@pytest.mark.parametrize(("latex", "wanted"), HALVED, ids=[row[0] for row in HALVED])
def test_a_half_before_bars_is_a_factor(latex, wanted):
    assert meaning(latex) == wanted


def test_how_many_actions_there_are_is_no_determinant_of_their_table():
    with pytest.raises(UnsupportedError) as refused:
        meaning(r"Q(s,a) = V(s) + A(s,a) - \frac{1}{|A|} \sum_{a'} A(s,a')")
    assert refused.value.message.key == "unsupported.number_or_array"


@pytest.mark.parametrize("latex", [r"s = \|x\|_0", r"s = |x|_0 + \|x\|_1", r"s = \|x\|_{-1}"])
def test_what_counts_entries_is_no_length(latex):
    with pytest.raises(UnsupportedError, match="kind of norm"):
        meaning(latex)


@pytest.mark.parametrize("order", ["1", "3", r"\frac{1}{2}"])
def test_orders_above_zero_are_lengths(order):
    assert meaning(rf"s = \|x\|_{{{order}}}").startswith("norm(x")
