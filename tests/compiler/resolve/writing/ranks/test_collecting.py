"""Everything that one statement says about ranks: in a loss, a capital beside a small letter of the same index is a number."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

RANKS = [
    ("a loss", r"L = \alpha \sum_i f_i \cdot P_i", "alpha:() f:n P:n"),
    ("a named loss", r"L_{aux} = \sum_i f_i P_i", "f:n P:n"),
    ("another sum", r"S = \sum_i f_i P_i", "f:n P:n×d"),
    ("a cost", r"\text{FLOPs} = 6 N D", "N:() D:()"),
    ("a function of vectors", r"\mathrm{LayerNorm}(x) = \frac{x - \mu}{\sigma}", "x:n mu:() sigma:()"),
]


@pytest.mark.parametrize(("latex", "wanted"), [row[1:] for row in RANKS], ids=[row[0] for row in RANKS])
def test_ranks(latex, wanted):
    assert inputs(resolved(latex)) == wanted
