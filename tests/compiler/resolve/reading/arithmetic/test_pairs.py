"""Two arrays and the sign between them: the matrix product, unless a sign, a gate or a slope says otherwise."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

ARRAYS = [
    ("A B", None, "(A @ B)"),
    ("A x", None, "(A @ x)"),
    (r"x^\top A", None, "(x @ A)"),
    (r"Q * K^\top", None, "(Q @ K')"),
    ("A * B", {"A": (3, 4), "B": (3, 4)}, "(A * B)"),
    (r"\sigma(XW) \cdot XV", None, "(sigmoid((X @ W)) * (X @ V))"),
    (r"\sigma(Z)(1 - \sigma(Z))", None, "(sigmoid(Z) * (1 + -sigmoid(Z)))"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), ARRAYS)
def test_arrays(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


DOUBTFUL_SIGNS = [
    ("A * B", {"A": (3, 3), "B": (3, 3)}, "unsupported.asterisk"),
    (r"A \otimes B", {"A": (3, 4), "B": (3, 4)}, "unsupported.tensor"),
]


@pytest.mark.parametrize(("latex", "shapes", "key"), DOUBTFUL_SIGNS)
def test_doubtful_signs(latex, shapes, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, shapes=shapes)
    assert refused.value.message.key == key
