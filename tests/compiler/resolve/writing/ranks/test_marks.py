"""What stands beside a symbol tells how many axes it has."""

from __future__ import annotations

import pytest

from ...dump import meaning

MARKS = [
    (r"(w - v)^\top x + b", "(((w + -v) @ x) + b)"),
    (r"f = (A x)^\top z", "((A @ x) @ z)"),
    ("W(x + y)", "(W @ (x + y))"),
    (r"X_{:,i}^\top w", "[i<d] (X'[i] @ w)"),
]


@pytest.mark.parametrize(("latex", "wanted"), MARKS)
def test_marks(latex, wanted):
    assert meaning(latex) == wanted
