"""A range behind weights that moves with another index is the range of their softmax."""

from __future__ import annotations

import pytest

from ....dump import meaning


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
