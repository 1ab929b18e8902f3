"""A display in one notation, before anything is read."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.statements.one_notation import in_one_notation
from vault_tools.compiler.syntax import parse

TOGETHER = [
    ("a change", r"W + \Delta W"),
    ("teacher and student", r"L = \mathrm{KL}(A^T \| A^S)"),
    ("rows by number", r"y_{1j} = x_{1j} + x_{2j}"),
]
LEFT_ALONE = [r"y = W x + b", r"L = \|Q^S K^T\|_F", r"y_i = x_{2i} b_i + x_{2i+1}", r"\mathrm{softmax}(QK^\top)V"]


@pytest.mark.parametrize("latex", [row[1] for row in TOGETHER], ids=[row[0] for row in TOGETHER])
def test_what_several_symbols_write_together_is_one(latex):
    display = parse(latex)
    changed = in_one_notation(display)
    assert changed != display
    assert in_one_notation(changed) == changed


@pytest.mark.parametrize("latex", LEFT_ALONE)
def test_other_displays_are_left_alone(latex):
    display = parse(latex)
    assert in_one_notation(display) is display
