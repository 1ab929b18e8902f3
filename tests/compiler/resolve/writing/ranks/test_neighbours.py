"""Two factors side by side tell of each other."""

from __future__ import annotations

import pytest

from ...dump import meaning

NEIGHBOURS = [
    ("A x", "(A @ x)"),
    (r"x^\top y", "(x @ y)"),
    (r"\mathbf{q} \cdot \mathbf{k}", "(q @ k)"),
    (r"q_i \cdot k_j", "[i<n,j<m] (q[i] @ k[j])"),
    (r"\alpha_{ij} h_j", "[i<n,j<d] (alpha[i,j] * h[j])"),
    (r"\lambda A", "(lambda_ * A)"),
    ("A_{ik} B_{kj}", "[i<n,k<d,j<k] (A[i,k] * B[k,j])"),
]


@pytest.mark.parametrize(("latex", "wanted"), NEIGHBOURS)
def test_neighbours(latex, wanted):
    assert meaning(latex) == wanted
