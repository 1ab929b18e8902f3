"""Which letters above a letter are exponents, and which tell several things apart."""

from __future__ import annotations

import pytest

from ...dump import meaning

POWERS = [
    (r"y = \sum_{k=0}^n \binom{n}{k} p^k (1-p)^{n-k}", "p**#k"),
    (r"y = \sum_{k=0}^n \binom{n}{k} a^{n-k} b^k", "b**#k"),
    (r"y = \sum_{i=1}^n w^{n-i} v^i", "v**#i"),
    (r"y = \sum_{k=0}^n q^k", "q**#k"),
    (r"y = \sum_{k=1}^n q^k + \frac{1}{1 - q}", "q**#k"),
]


@pytest.mark.parametrize(("latex", "wanted"), POWERS, ids=[row[0] for row in POWERS])
def test_a_power_of_a_number(latex, wanted):
    assert wanted in meaning(latex)


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"b^i = \sum_j \alpha_{ij} v^j", "v[j]"),
        (r"y = \sum_{i=0}^n \alpha_i v^i", "v[i]"),
        (r"y = \sum_{i=1}^n v^i", "v[i]"),
        (r"y = \sum_{i=1}^n (1 - p^i)", "p[i]"),
    ],
)
def test_one_of_several(latex, wanted):
    assert wanted in meaning(latex)


def test_a_power_without_a_sum():
    assert meaning(r"P(X = x) = p^x (1-p)^{(1-x)}") == "(p**x * (1 + -p)**(1 + -x))"
