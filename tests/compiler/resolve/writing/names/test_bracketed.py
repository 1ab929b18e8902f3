"""Brackets round a word that carries a script."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

BRACKETED = [
    ("a word", r"y = \sum_t (\text{weight})_t v_t", "weight:n v:n"),
    ("a word in another script", r"y = \sum_t (\text{重み})_t v_t", "u91cdu307f:n v:n"),
    ("a letter stays in brackets", r"y_i = (x)_i + 1", "x:n"),
]


@pytest.mark.parametrize(("why", "latex", "given"), BRACKETED, ids=[row[0] for row in BRACKETED])
def test_the_brackets_round_a_word_mean_nothing(why, latex, given):
    assert inputs(resolved(latex)) == given


def test_such_a_word_is_the_one_that_another_statement_defines():
    latex = r"y = \sum_t (\text{weight})_t v_t, \quad (\text{weight})_t = \text{softmax}(q \cdot k_t)"
    assert inputs(resolved(latex, target="y")) == "q:d k:n×d v:n"
