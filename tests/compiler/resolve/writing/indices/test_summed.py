"""Letters that a sum without a range runs over."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

ENTRIES = [
    (r"\sum p \log \frac{p}{q}", "sum(i<n: (p * log((p / q)))[i])"),
    (r"-\sum y \log \hat{y}", "-sum(i<n: (y * log(y_hat))[i])"),
    (r"\sum a x", "sum(i<n: (a * x)[i])"),
    (r"\sum x_i y", "sum(i<n: (x[i] * y))"),
    (r"\sum_{k=1}^K y \log q", "sum(i<K: (y * log(q))[i])"),
    (r"\sum_{k=0}^K a r^k", "sum(k<K + 1: (a * r**#k))"),
    (r"\sum_{k=0}^{n-1} r^k = \frac{1 - r^n}{1 - r}", "((1 + -r**<n>) / (1 + -r))"),
    (r"\sum_{k=0}^\infty a r^k = \frac{a}{1 - r}", "(a / (1 + -r))"),
    (r"\sum_i p^i = H", "sum(i<n: p[i])"),
]


@pytest.mark.parametrize(("latex", "wanted"), ENTRIES)
def test_entries(latex, wanted):
    assert meaning(latex) == wanted


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"\chi^2 = \sum \frac{(O - E)^2}{E}", "O:n E:n"),
        (r"r = \sum (\frac{x - \bar{x}}{s_x})(\frac{y - \bar{y}}{s_y})", "x:n x_bar:() s_x:() y:n y_bar:() s_y:()"),
        (r"s = \sum x_i y", "x:n y:()"),
    ],
)
def test_what_varies(latex, given):
    assert inputs(resolved(latex)) == given
