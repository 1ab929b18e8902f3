"""Two factors side by side tell of each other."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

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
    (r"w_{ij} r_{ij}", "[i<n,j<d] (w[i,j] * r[i,j])"),
    (r"g_{ij} \alpha_{ij}", "[i<n,j<d] (g[i,j] * alpha[i,j])"),
    (r"v \mathbf{x}^\top \mathbf{y}", "(v * (x @ y))"),
    (r"v x^\top y", "(outer(v, x) @ y)"),
    (r"S \alpha (I - k k^\top)", "((S @ (I + -outer(k, k))) * alpha)"),
    (r"A \alpha B", "((A @ B) * alpha)"),
    (r"\lambda A", "(lambda_ * A)"),
    ("R_i C_j", "[i<n,j<m] (R[i] * C[j])"),
    (r"Q_i K_j^\top", "[i<n,j<p] (Q[i] @ K[j]')"),
    ("A_{ik} B_{kj}", "[i<n,k<d,j<k] (A[i,k] * B[k,j])"),
]


@pytest.mark.parametrize(("latex", "wanted"), NEIGHBOURS)
def test_neighbours(latex, wanted):
    assert meaning(latex) == wanted


def test_what_neighbours_weigh():
    assert inputs(resolved(r"y_i = \sum_j w_{ij} r_{ij}")) == "w:n×d r:n×d×k"
    assert inputs(resolved(r"y_c = \sum_i p_{i,c} t_{i,c}")) == "p:n×d t:n×d"


ROWS = [
    (r"r_{ui} = U_u \cdot V_i^\top", "U:n×d V:m×d"),
    (r"a_{ti} = \exp(Q_t \cdot K_i)", "Q:n×d_k K:m×d_k"),
    (r"S_{ij} = Q_i K_j^\top", "Q:n×m×d_k K:p×q×d_k"),
]


@pytest.mark.parametrize(("latex", "wanted"), ROWS)
def test_a_number_for_each_pair_is_made_of_rows(latex, wanted):
    assert inputs(resolved(latex)) == wanted
