"""Ranges of operators reach into what stands in them."""

from __future__ import annotations

from .dump import meaning, resolved


def test_a_softmax_over_the_index_of_a_sum_has_its_range():
    latex = r"o_t = \sum_{j=1}^{t} \mathrm{softmax}_j(s_{tj}) v_j"
    weights = "softmax(where((#j <= #t): s[t,j]; else -inf) along j)"
    assert meaning(latex) == f"[t<n] sum(j<d if (#j <= #t): ({weights} * v[j]))"


def test_the_size_under_a_root_names_an_axis_only_where_one_is_meant():
    assert resolved(r"\frac{Q K^\top}{\sqrt{d_k}}").sizes.count("d_k") == 1
    assert resolved(r"\frac{X W_Q W_K^\top X^\top}{\sqrt{d_k}}").sizes.count("d_k") == 1
    assert "d_h" in [p.name for p in resolved(r"\frac{Q W^\top c^\top}{\sqrt{d_h}}").inputs]
