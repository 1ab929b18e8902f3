"""Everything that one statement says about ranks: in a loss, a capital beside a small letter of the same index is a number."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

RANKS = [
    ("a loss", r"L = \alpha \sum_i f_i \cdot P_i", "alpha:() f:n P:n"),
    ("a named loss", r"L_{aux} = \sum_i f_i P_i", "f:n P:n"),
    ("another sum", r"S = \sum_i f_i P_i", "f:n P:n×d"),
    ("an entry", r"A_{ij} = Q_i K_j^\top / \sqrt{d}", "Q:n×d K:m×d"),
    ("an entry with an accent", r"\tilde{A}_{ij} = Q_i K_j^\top", "Q:n×d_k K:m×d_k"),
    ("a block", r"S_{ij} = Q_i K_j^\top", "Q:n×m×d_k K:p×q×d_k"),
    ("joined vectors", r"y = W \cdot \text{CONCAT}(h_u, m_u)", "W:n×d h_u:m m_u:d - m"),
    ("a cost", r"\text{FLOPs} = 6 N D", "N:() D:()"),
    ("a function of vectors", r"\mathrm{LayerNorm}(x) = \frac{x - \mu}{\sigma}", "x:n mu:() sigma:()"),
]


@pytest.mark.parametrize(("latex", "wanted"), [row[1:] for row in RANKS], ids=[row[0] for row in RANKS])
def test_ranks(latex, wanted):
    assert inputs(resolved(latex)) == wanted
