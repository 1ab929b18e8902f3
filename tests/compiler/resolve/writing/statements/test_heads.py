"""What the left side of an equation defines."""

from __future__ import annotations

import pytest

from ...dump import meaning

HEADS = [
    ("f(x) = x^2", "x**2"),
    ("y_i = x_i + 1", "[i<n] (x[i] + 1)"),
    (r"\mathrm{Attention}(Q, K, V) = Q K^\top V", "((Q @ K') @ V)"),
    ("A_{ij} = x_i y_j", "[i<n,j<m] (x[i] * y[j])"),
    (r"P(y=k|x) = \frac{e^{w_k^T x}}{\sum_{j=1}^K e^{w_j^T x}}", "[k<K] (e**(w[k] @ x) / sum(j<K: e**(w[j] @ x)))"),
    (r"P(X = k) = \binom{n}{k} p^k", "(binomial(n, k) * p**k)"),
]


@pytest.mark.parametrize(("latex", "wanted"), HEADS)
def test_heads(latex, wanted):
    assert meaning(latex) == wanted


NO_HEADS = [
    (r"\|x\| = 2", "norm(x)"),
    ("2 = x", "x"),
]


@pytest.mark.parametrize(("latex", "wanted"), NO_HEADS)
def test_no_heads(latex, wanted):
    assert meaning(latex) == wanted
