"""Where a sum says nothing of its first place, that it counts from 1 is told, if its terms are made of the place."""

from __future__ import annotations

import pytest

from ...dump import resolved

TOLD = [
    (r"k = \sum_i i p_i", True),
    (r"k = \sum_{i} \frac{r_i}{\log_2(i+1)}", True),
    (r"y = \sum_i w_i (i - m)^2", True),
    (r"k = \sum_{i=1}^{n} i p_i", False),
    (r"y = \sum_i p_i", False),
    (r"y = \sum_i \sum_j \frac{p_{ij}}{1 + |i - j|}", False),
    (r"o_t = \sum_j a^{t-j} (q_t k_j^\top) v_j", False),
]


@pytest.mark.parametrize(("latex", "told"), TOLD, ids=[row[0] for row in TOLD])
def test_where_it_counts_from(latex, told):
    assert ("reading.first_is_one" in {reading.key for reading in resolved(latex).readings}) is told
