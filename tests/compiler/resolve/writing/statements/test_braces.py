"""Braces below a formula give names to its parts."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula

from ...dump import inputs, resolved

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
    ("stands in what is above", r"y = \|\underbrace{x + z}_{x}\|_2", "x:n z:n"),
    ("words", r"y = \underbrace{W x}_{\text{logits}}", "W:n×d x:d"),
]


@pytest.mark.parametrize(("latex", "given"), [pytest.param(*case, id=why) for why, *case in LEFT_ALONE])
def test_other_labels_are_remarks(latex, given):
    assert inputs(resolved(latex)) == given


def test_what_a_brace_names_may_be_set_anew():
    assert compile_formula(r"X = X + 1, \quad y = \underbrace{a + b}_{X} + X")(a=1, b=2) == 7
