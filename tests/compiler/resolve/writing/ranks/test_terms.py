"""Terms of a sum tell of each other."""

from __future__ import annotations

import pytest

from ...dump import meaning

TERMS = [
    ("W x + b", "((W @ x) + b)"),
    (r"\sum_j W_{ij} x_j + b_i", "[i<n] (sum(j<d: (W[i,j] * x[j])) + b[i])"),
    ("e^{S_{ij} - M_i}", "[i<n,j<d] e**(S[i,j] + -M[i])"),
    ("a + b", "(a + b)"),
]


@pytest.mark.parametrize(("latex", "wanted"), TERMS)
def test_terms(latex, wanted):
    assert meaning(latex) == wanted
