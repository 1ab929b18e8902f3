r"""Which index softmax runs over, where it stands behind the bracket."""

from __future__ import annotations

import pytest

from ....dump import meaning

SAME = [
    (r"o_i = \sum_j \text{softmax}(q_i \cdot k_j)_j v_j", r"o_i = \sum_j \text{softmax}_j(q_i \cdot k_j) v_j"),
    (r"\alpha_{ij} = \text{softmax}(e_{ij})_j", r"\alpha_{ij} = \text{softmax}_j(e_{ij})"),
    (
        r"a_{ij} = \text{Softmax}\left(\frac{q_i^\top k_j}{\sqrt{d}}\right)_j",
        r"a_{ij} = \text{Softmax}_j\left(\frac{q_i^\top k_j}{\sqrt{d}}\right)",
    ),
]


@pytest.mark.parametrize(("behind", "below"), SAME)
def test_an_index_that_the_argument_carries(behind, below):
    assert meaning(behind) == meaning(below)


ENTRIES = [
    (r"p_i = \text{softmax}(z)_i", "[i<n] softmax(z)[i]"),
    (r"\alpha_{ij} = \text{softmax}(q_i K^\top)_j", "[i<n,j<m] softmax((q[i] @ K'))[j]"),
]


@pytest.mark.parametrize(("latex", "wanted"), ENTRIES)
def test_an_entry_of_the_values(latex, wanted):
    assert meaning(latex) == wanted
