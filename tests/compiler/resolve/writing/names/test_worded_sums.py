"""A sum inside one text, above or below a fraction bar."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import meaning, resolved

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
