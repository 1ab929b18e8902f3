"""Braces below a formula give names to its parts."""

from __future__ import annotations

import pytest

from ..dump import inputs, resolved

NAMED = [
    ("used by the next side", r"o = (\underbrace{K^\top V}_{S})^\top q = S^\top q", "K:n×d V:n×d_v q:d"),
    ("used by a further statement", r"H = \underbrace{W_1 X}_{Z} + B, \quad Y = Z H^\top", "W_1:n×d X:d×k B:n×k"),
]


@pytest.mark.parametrize(("latex", "given"), [pytest.param(*case, id=why) for why, *case in NAMED])
def test_a_symbol_below_a_brace_is_what_stands_above(latex, given):
    assert inputs(resolved(latex)) == given


LEFT_ALONE = [
    ("used nowhere else", r"y = \underbrace{W x}_{h} + b", "W:n×d x:d b:n"),
    ("a number of terms", r"y = \underbrace{x_1 + x_2 + \dots + x_n}_{n} + n", "x:n"),
    ("words", r"y = \underbrace{W x}_{\text{logits}}", "W:n×d x:d"),
]


@pytest.mark.parametrize(("latex", "given"), [pytest.param(*case, id=why) for why, *case in LEFT_ALONE])
def test_other_labels_are_remarks(latex, given):
    assert inputs(resolved(latex)) == given
