"""Definitions of the note that are computed under their own name."""

from __future__ import annotations

import pytest

from ...dump import meaning

BINDINGS = [
    ("Y = A V", (r"A = \mathrm{softmax}(Q K^\top)",), "A = softmax((Q @ K'))\n(A @ V)"),
    (r"y_i = \sum_j a_{ij} v_j", ("a_{ij} = q_i k_j",), "a[i_2<n,j_2<m] = (q[i_2] * k[j_2])\n[i<n] sum(j<m: (a[i,j] * v[j]))"),
    ("D x", (r"D_{ii} = \sum_j A_{ij}",), "D = diag(table(i: sum(j<d: A[i,j])))\n(D @ x)"),
    ("z = h + h", (r"h = \tanh(x)",), "h = tanh(x)\n(h + h)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), BINDINGS)
def test_bindings(latex, context, wanted):
    assert meaning(latex, context) == wanted
