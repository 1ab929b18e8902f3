"""Customs of letters, words and functions."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.ranks.customs import names_a_measure, names_no_matrix, taken_by, undressed
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Juxtaposed

from ...dump import inputs, resolved


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


TAKEN = [
    ("softmax", "(x)", ("softmax",)),
    ("LayerNorm", "(x)", ("softmax",)),
    ("cos", "(x)", ()),  # of an angle
    ("cos", "(x, y)", ("softmax",)),  # of two vectors
    ("diag", "(x)", ("softmax", "diagonal")),
    ("rowmax", "(S)", ("matrix",)),
    ("ln", "(x)", ("number",)),
    ("ln", "(x + y)", ()),
    ("exp", "(x)", ()),
]


@pytest.mark.parametrize(("name", "bracket", "expected"), TAKEN)
def test_marks_of_what_a_function_takes(name, bracket, expected):
    row = parse(f"f{bracket}").rows[0]
    assert isinstance(row, Juxtaposed)
    assert taken_by(name, row.items[1]) == expected


SIZES = [
    (r"y = \text{softmax}(x)", "x:n"),
    (r"m = \text{rowmax}(S)", "S:n×d"),
    (r"\text{FLOPs} = 2 N D", "N:() D:()"),
]


@pytest.mark.parametrize(("latex", "expected"), SIZES)
def test_the_ranks_that_follow(latex, expected):
    assert inputs(resolved(latex)) == expected
