"""Two factors side by side tell of each other."""

from __future__ import annotations

import pytest

from ...dump import meaning

NEIGHBOURS = [
    ("A x", "(A @ x)"),
    (r"x^\top y", "(x @ y)"),
    (r"\mathbf{q} \cdot \mathbf{k}", "(q @ k)"),
    (r"q_i \cdot k_j", "[i<n,j<m] (q[i] @ k[j])"),
    (r"q \cdot k", "(q @ k)"),
    (r"p \cdot q", "(p * q)"),
    (r"\frac{s_t \cdot h}{\sqrt{d}}", "((s_t @ h) / <d>**1/2)"),
    (r"a \cdot b / \sqrt{d_k}", "((a @ b) / <d_k>**1/2)"),
    (r"\frac{a \cdot b}{\sqrt{n}}", "((a * b) / n**1/2)"),
    (r"\frac{\sigma \cdot t}{\sqrt{d}}", "((sigma * t) / d**1/2)"),
    (r"\alpha_{ij} h_j", "[i<n,j<d] (alpha[i,j] * h[j])"),
    (r"\lambda A", "(lambda_ * A)"),
    ("A_{ik} B_{kj}", "[i<n,k<d,j<k] (A[i,k] * B[k,j])"),
]


@pytest.mark.parametrize(("latex", "wanted"), NEIGHBOURS)
def test_neighbours(latex, wanted):
    assert meaning(latex) == wanted
