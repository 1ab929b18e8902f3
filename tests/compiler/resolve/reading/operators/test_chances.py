r"""Expectations over a given distribution are weighted sums; over data or an unknown distribution they are not."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import meaning

OVER_A_TABLE = [
    (r"H = -\mathbb{E}_{x \sim p}[\log q(x)]", "-sum(x<n: (p[x] * log(q[x])))"),
    (r"V = \mathbb{E}_{a \sim \pi}[Q(a)]", "sum(a<n: (pi[a] * Q[a]))"),
    (r"m = \mathbb{E}_{x \sim p}[f(x)]", "sum(x<n: (p[x] * f[x]))"),
]


@pytest.mark.parametrize(("latex", "wanted"), OVER_A_TABLE, ids=[row[0] for row in OVER_A_TABLE])
def test_every_value_counts_with_its_probability(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize(
    "latex",
    [
        r"m = \mathbb{E}_{x \sim p}[x^2]",
        r"L = \mathbb{E}_{x \sim p_{data}}[\log D(x)]",
        r"V = \mathbb{E}_{a \sim \pi(\cdot | s)}[Q(a)]",
        r"m = \mathbb{E}_{x \sim N(0, 1)}[f(x)]",
        r"m = \mathbb{E}_{x \sim p}[y]",
    ],
)
def test_without_a_table_it_is_refused(latex):
    with pytest.raises(UnsupportedError, match="no data"):
        meaning(latex)
