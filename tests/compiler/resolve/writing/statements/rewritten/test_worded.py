"""Texts that stand for quantities: sums of words, words in brackets."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ....dump import inputs, meaning, resolved

SUMS = [
    (r"\text{Precision} = \frac{\text{TP}}{\text{TP + FP}}", "(TP / (TP + FP))"),
    (r"R = \frac{\text{True Positives}}{\text{True Positives + False Negatives}}", "(True_Positives / (True_Positives + False_Negatives))"),
    (r"x = \frac{a}{\text{input - output}}", "(a / (input + -output))"),
]


@pytest.mark.parametrize(("latex", "wanted"), SUMS, ids=[row[0] for row in SUMS])
def test_sums_of_words(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize("latex", [r"\text{Attention} = \text{Q + K}", r"\frac{\text{read-only pages}}{\text{all}}"])
def test_other_texts_stay_texts(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


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
