r"""A plus or a dagger above: a pseudo-inverse of a matrix, the positive part of numbers, else a label."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning

MARKS = [
    ("a plus above a matrix", r"x = A^+ b", None, "(pinv(A) @ b)"),
    ("a dagger above a matrix", r"\hat{\beta} = X^\dagger y", None, "(pinv(X) @ y)"),
    ("one above a Greek capital", r"M = V \Sigma^+ U^\top", None, "((V @ pinv(Sigma)) @ U')"),
    ("a bracket that is a matrix", r"Z = (Q K^\top)^+ V", None, "(pinv((Q @ K')) @ V)"),
    ("a bracket with a dagger", r"P = X (X^\top X)^\dagger X^\top", None, "((X @ pinv((X' @ X))) @ X')"),
    ("a bracket with a number in it", r"y = (x - 1)^+", None, "relu((x + -1))"),
    ("a definition of it", r"A^+ = (A^\top A)^{-1} A^\top", None, "(power((A' @ A), -1) @ A')"),
    ("how much there is of an ion", r"p = -\log_{10}[H^+]", None, "-log10(H_plus)"),
    ("the caller's own array", r"x = A^+ b", {"A_plus": (2, 3), "b": (3,)}, "(A_plus @ b)"),
    ("the good examples beside the bad ones", r"s = X^+ v - X^- v", None, "((X_plus @ v) + -(X_minus @ v))"),
    ("a vector with a mark", r"s = q \cdot k^+", None, "(q @ k_plus)"),
    ("a set with a mark", r"s = \sum_{j \in P^+} x_j", None, "sum(j<n: x[j])"),
    ("a conjugate transpose", r"B = U^\dagger A U", None, "((U_dagger @ A) @ U)"),
]


@pytest.mark.parametrize(("why", "latex", "shapes", "wanted"), MARKS, ids=[row[0] for row in MARKS])
def test_a_mark_above(why, latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


@pytest.mark.parametrize("latex", [r"y = (A - B)^+ C", r"y = (x - 1)^*"])
def test_a_mark_that_may_mean_two_things_is_refused(latex):
    with pytest.raises(FormulaError):
        meaning(latex, shapes={"A": (2, 2), "B": (2, 2), "C": (2, 2)} if "A" in latex else None)
