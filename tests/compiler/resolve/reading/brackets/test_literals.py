"""Written numbers, tuples and matrices."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

LITERALS = [
    (r"(1, 2) \cdot (3, 4)", "([1, 2] @ [3, 4])"),
    (r"y = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} x", "([[1, 2], [3, 4]] @ x)"),
    (r"\begin{bmatrix} A & B \\ C & D \end{bmatrix}", "concat-2(concat-1(A, B), concat-1(C, D))"),
    ("2 x + 1{,}000", "((2 * x) + 1{,}000)"),
]


@pytest.mark.parametrize(("latex", "wanted"), LITERALS)
def test_literals(latex, wanted):
    assert meaning(latex) == wanted


MATRICES_THAT_ARE_NONE = [
    (r"\begin{bmatrix} 1 & 2 \\ 3 \end{bmatrix} x", "unsupported.ragged"),
    (r"y = \begin{bmatrix} A & B \\ 0 & D \end{bmatrix} x", "unsupported.blocks"),
]


@pytest.mark.parametrize(("latex", "key"), MATRICES_THAT_ARE_NONE)
def test_matrices_that_are_none(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key
