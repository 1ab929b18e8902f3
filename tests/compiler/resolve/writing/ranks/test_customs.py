"""Customs of letters and words."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.ranks.customs import names_a_measure, names_no_matrix, undressed
from vault_tools.compiler.syntax import parse


def symbol(latex):
    (row,) = parse(latex).rows
    return row


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"\mathcal{L}_{total}", True),
        (r"L", True),
        (r"\text{AUC}", True),
        (r"mAP", True),
        (r"\text{total loss}", True),
        (r"\text{attention}", False),
        (r"P_{\text{total}}", True),
        (r"P_{\text{out}}", False),
        (r"Z", False),
        (r"y", False),
    ],
)
def test_losses_and_abbreviations_are_measures(latex, wanted):
    assert names_a_measure(symbol(latex)) == wanted


@pytest.mark.parametrize(
    ("latex", "wanted"), [(r"y_i", True), (r"\hat{y}", True), (r"\sigma", True), (r"\mathbf{y}", False), (r"Y", False), (r"\Sigma", False)]
)
def test_a_small_letter_is_no_matrix(latex, wanted):
    assert names_no_matrix(symbol(latex)) == wanted


def test_accents_and_fonts_come_off():
    assert undressed(symbol(r"\hat{\mathbf{x}}")).text == "x"
