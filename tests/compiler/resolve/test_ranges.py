"""Ranges of operators reach into what stands in them."""

from __future__ import annotations

from .dump import meaning


def test_a_softmax_over_the_index_of_a_sum_has_its_range():
    latex = r"o_t = \sum_{j=1}^{t} \mathrm{softmax}_j(s_{tj}) v_j"
    weights = "softmax(where((#j <= #t): s[t,j]; else -inf) along j)"
    assert meaning(latex) == f"[t<n] sum(j<d if (#j <= #t): ({weights} * v[j]))"
