"""What stands beside a symbol tells how many axes it has."""

from __future__ import annotations

from typing import get_args

import pytest

from vault_tools.compiler.resolve.writing.ranks.marks import KINDS, Mark, says

from ...dump import inputs, meaning, resolved


def test_the_table_has_every_kind():
    assert set(KINDS) == set(get_args(Mark))


@pytest.mark.parametrize(
    ("what", "marks", "others"),
    [
        ("vector", {"dotted", "weighted", "bold"}, {"cdot", "scalar", "matrix"}),
        ("capital", {"dotted"}, {"bold"}),
        ("strong", {"matrix", "barred"}, {"matrix_beside"}),
        ("decided", {"scalar", "sample"}, {"number", "used"}),
    ],
)
def test_what_a_mark_says(what, marks, others):
    assert marks <= says(what)
    assert not others & says(what)


MARKS = [
    (r"(w - v)^\top x + b", "(((w + -v) @ x) + b)"),
    (r"f = (A x)^\top z", "((A @ x) @ z)"),
    ("W(x + y)", "(W @ (x + y))"),
    (r"X_{:,i}^\top w", "[i<d] (X'[i] @ w)"),
]


@pytest.mark.parametrize(("latex", "wanted"), MARKS)
def test_marks(latex, wanted):
    assert meaning(latex) == wanted


INSIDE = [
    (r"r_t = W_r \cdot (\mu x_t + (1 - \mu) x_{t-1})", "W_r:n×d mu:() x_t:d x_t_minus_1:d"),
    (r"o = W_o \cdot (\sigma(r) \odot y)", "W_o:n×d r:d y:d"),
    (r"y = W(x + z)", "W:n×d x:d z:d"),
    (r"y = a(\alpha x + z)", "a:() alpha:() x:() z:()"),
]


@pytest.mark.parametrize(("latex", "wanted"), INSIDE)
def test_what_a_matrix_stands_before_in_brackets(latex, wanted):
    assert inputs(resolved(latex)) == wanted
