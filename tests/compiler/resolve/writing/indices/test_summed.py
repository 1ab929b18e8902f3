"""Letters that a sum without a range runs over."""

from __future__ import annotations

import pytest

from ...dump import meaning

ENTRIES = [
    (r"\sum p \log \frac{p}{q}", "sum(i<n: (p * log((p / q)))[i])"),
    (r"-\sum y \log \hat{y}", "-sum(i<n: (y * log(y_hat))[i])"),
    (r"\sum a x", "sum(i<n: (a * x)[i])"),
    (r"\sum x_i y", "sum(i<n: (x[i] * y))"),
    (r"\sum_{k=1}^K y \log q", "sum(i<K: (y * log(q))[i])"),
    (r"\sum_{k=0}^K a r^k", "sum(k<K + 1: (a * r**#k))"),
]


@pytest.mark.parametrize(("latex", "wanted"), ENTRIES)
def test_entries(latex, wanted):
    assert meaning(latex) == wanted
