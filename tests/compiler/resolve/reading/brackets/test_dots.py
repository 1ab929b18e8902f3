"""Matrices with dots: vectors end to end, and one value above, on and below the diagonal."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

DOTS = [
    (r"\begin{bmatrix} h_1 \\ \vdots \\ h_n \end{bmatrix} W", {"h": (3, 2), "W": (6, 4)}, "(concat(i<n: h[i]) @ W)"),
    (
        r"A + \begin{pmatrix}0&-\infty&\cdots&-\infty\\0&0&\cdots&-\infty\\\vdots&\vdots&\ddots&\vdots\\0&0&\cdots&0\end{pmatrix}",
        None,
        "(A + table(i,j: where((#i < #j): -inf; (#i > #j): 0; else 0)))",
    ),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), DOTS)
def test_dots(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


CORNERS_ALONE_TELL_NO_PATTERN = [
    (r"y = A \begin{pmatrix} 1 & \cdots & 0 \\ \vdots & \ddots & \vdots \\ 0 & \cdots & 1 \end{pmatrix}", "unsupported.ellipsis"),
]


@pytest.mark.parametrize(("latex", "key"), CORNERS_ALONE_TELL_NO_PATTERN)
def test_corners_alone_tell_no_pattern(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key
