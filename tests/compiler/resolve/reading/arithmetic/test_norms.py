"""Bars: lengths by their subscript, absolute values of numbers, determinants of matrices."""

from __future__ import annotations

import pytest

from ...dump import meaning

BARS = [
    (r"\|x\|", None, "norm(x)"),
    (r"\|x\|_1", None, "norm(x order=1)"),
    (r"\|x\|_\infty", None, "norm(x order=inf)"),
    (r"\|x\|_2^2", None, "norm(x)**2"),
    (r"\|A\|_F", None, "frobenius_norm(A)"),
    (r"\|x\|_p", None, "sum(i<n: abs(x)**p[i])**(1 / p)"),
    ("|x|", None, "abs(x)"),
    ("|A|", None, "det(A)"),
    ("|x - y|", {"x": (), "y": ()}, "abs((x + -y))"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), BARS)
def test_bars(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted
