"""Row and column numbers beside a matrix of scores."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula

from ...dump import inputs, resolved

BIASES = [
    (r"S = QK^\top - m |i - j|", "Q:n×d_k K:p×d_k m:()"),
    (r"A = \text{softmax}(QK^\top + m \cdot [-(i-j)]) V", "Q:n×d_k K:p×d_k m:() V:p×d_v"),
    (r"S = QK^\top - b |t - s|", "Q:n×d_k K:m×d_k b:()"),
]


@pytest.mark.parametrize(("latex", "given"), BIASES)
def test_biases_by_distance(latex, given):
    program = resolved(latex)
    assert inputs(program) == given
    assert "row and column" in " ".join(map(str, program.readings))


NUMBERS = [
    ("given", r"S = QK^\top - m (i - j)", ("i = 3, j = 1",), "Q:n×d_k K:p×d_k m:() i:() j:()"),
    ("sizes", r"A = X + (n - m)", (), "X:p×d n:() m:()"),
    ("beside numbers", r"y = a + (i - j)", (), "a:() i:() j:()"),
]


@pytest.mark.parametrize(("why", "latex", "context", "given"), NUMBERS, ids=[row[0] for row in NUMBERS])
def test_letters_that_are_numbers(why, latex, context, given):
    assert inputs(resolved(latex, context)) == given


def test_rows_come_first():
    q, k = np.zeros((3, 2)), np.zeros((4, 2))
    found = compile_formula(r"S = QK^\top - m (i - j)")
    assert np.array_equal(found(Q=q, K=k, m=2.0), -2.0 * (np.arange(3)[:, None] - np.arange(4)))
