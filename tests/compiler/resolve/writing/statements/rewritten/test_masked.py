"""A condition below an operator: its letter runs over all places at which it holds."""

from __future__ import annotations

import pytest

from ....dump import meaning

CONDITIONS = [
    (r"\hat{S}(t) = \prod_{t_i \le t} (1 - \frac{d_i}{n_i})", "product(i<m if (t_i[i] <= t): (1 + -(d[i] / n[i])))"),
    (r"\hat{S}(t) = \prod_{i: t_i \le t} (1 - \frac{d_i}{n_i})", "product(i<m if (t_i[i] <= t): (1 + -(d[i] / n[i])))"),
    (r"\mu = \frac{1}{m}\sum_{y_i = 1} x_i", "((1 / m) * sum(i<n if (y[i] == 1): x[i]))"),
    (r"\hat{F}(x) = \frac{1}{m} \sum_{x_i \le x} 1", "((1 / m) * sum(i<n if (x_i[i] <= x): 1))"),
    (r"y_i = \sum_{j \le n_i} x_{ij}", "[i<m] sum(j<d if (#j <= n[i]): x[i,j])"),
    (r"L = \sum_{i<j} x_i x_j", "sum(i<n: sum(j<n if (#i < #j): (x[i] * x[j])))"),
    (r"s_i = \sum_{j \le i} x_j", "[i<n] sum(j<n if (#j <= #i): x[j])"),
]


@pytest.mark.parametrize(("latex", "wanted"), CONDITIONS, ids=[row[0] for row in CONDITIONS])
def test_conditions_below_operators(latex, wanted):
    assert meaning(latex) == wanted
