"""What functions take, by their names alone."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.ranks.takes import taken_by
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Juxtaposed

from ...dump import inputs, resolved

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
