"""The index behind a softmax, and the range of one for all places."""

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


def test_only_places_in_the_range_count():
    latex = r"a_{ij} = \mathrm{softmax}(e_{ij}), \forall j \in \mathcal{N}(i)"
    assert "where((N[i,j] != 0): e[i,j]; else -inf)" in meaning(latex)


@pytest.mark.parametrize("weights", [r"\mathrm{softmax}(e_{ij})", r"\mathrm{softmax}_j(e_{ij})"])
def test_weights_of_a_range_that_another_row_sums_over(weights):
    latex = rf"a_{{ij}} = {weights} \quad \forall j \le i \\ o_i = \sum_{{j \le i}} a_{{ij}} v_j"
    assert "else -inf)" in meaning(latex, target="o")


@pytest.mark.parametrize(
    "latex",
    [
        r"a_{ij} = \mathrm{softmax}(e_{ij}) \quad \forall i",
        r"a_{ij} = \mathrm{softmax}(e_{ij}), \; \forall j \in \{1, \dots, n\}",
    ],
)
def test_all_of_an_axis(latex):
    assert "inf" not in meaning(latex)
