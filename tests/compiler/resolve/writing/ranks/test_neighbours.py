"""Factors side by side tell of each other."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

NEIGHBOURS = [
    ("A x", "(A @ x)"),
    (r"x^\top y", "(x @ y)"),
    (r"y = W * x + b", "((W @ x) + b)"),
    (r"y = m * x + b", "((m * x) + b)"),
    (r"h^\top \text{diag}(r) t", "((h @ diag(r)) @ t)"),
    (r"w_{ij} \delta_j", "[i<n,j<d] (w[i,j] * delta[j])"),
    (r"\alpha_{ij} h_j", "[i<n,j<d] (alpha[i,j] * h[j])"),
    (r"y_{ij} D_{ij}^2", "[i<n,j<d] (y[i,j] * D[i,j]**2)"),
    (r"\sum_{i,j} \gamma_{ij} C_{ij}", "sum(i<n: sum(j<d: (gamma[i,j] * C[i,j])))"),
    (r"L = \sum_{i,j} \gamma_{ij} c_{ij}", "sum(i<n: sum(j<d: (gamma[i,j] * c[i,j])))"),
    (r"c_i = \sum_j \alpha_{ij} V_{ij}", "[i<n] sum(j<d: (alpha[i,j] * V[i,j]))"),
    (r"w_{ij} r_{ij}", "[i<n,j<d] (w[i,j] * r[i,j])"),
    (r"g_{ij} \alpha_{ij}", "[i<n,j<d] (g[i,j] * alpha[i,j])"),
    (r"v \mathbf{x}^\top \mathbf{y}", "(v * (x @ y))"),
    (r"v x^\top y", "(outer(v, x) @ y)"),
    (r"\sum_i y_i w^\top x_i", "sum(i<n: (y[i] * (w @ x[i])))"),
    (r"y y^\top x", "(outer(y, y) @ x)"),
    (r"S \alpha (I - k k^\top)", "((S @ (I + -outer(k, k))) * alpha)"),
    (r"A \alpha B", "((A @ B) * alpha)"),
    (r"\lambda A", "(lambda_ * A)"),
    ("R_i C_j", "[i<n,j<m] (R[i] * C[j])"),
    (r"k^\top (K + a I)^{-1} y", "((k @ power((K + (a * I)), -1)) @ y)"),
    (r"(a + b)^{-1} y", "((a + b)**-1 * y)"),
    (r"Q_i K_j^\top", "[i<n,j<p] (Q[i] @ K[j]')"),
    ("A_{ik} B_{kj}", "[i<n,k<d,j<k] (A[i,k] * B[k,j])"),
]


@pytest.mark.parametrize(("latex", "wanted"), NEIGHBOURS)
def test_neighbours(latex, wanted):
    assert meaning(latex) == wanted


def test_what_neighbours_weigh():
    assert inputs(resolved(r"y_i = \sum_j w_{ij} r_{ij}")) == "w:n×d r:n×d×k"
    assert inputs(resolved(r"y = \sum_i \sum_j w_{ij} r_{ij}")) == "w:n×d r:n×d"
    assert inputs(resolved(r"z = \sum_{i,j} \alpha_{ij} x_{ij}")) == "alpha:n×d x:n×d×k"
    assert inputs(resolved(r"y_c = \sum_i p_{i,c} t_{i,c}")) == "p:n×d t:n×d"


ROWS = [
    (r"r_{ui} = U_u \cdot V_i^\top", "U:n×d V:m×d"),
    (r"a_{ti} = \exp(Q_t \cdot K_i)", "Q:n×d_k K:m×d_k"),
    (r"S_{ij} = Q_i K_j^\top", "Q:n×m×d_k K:p×q×d_k"),
    (r"\text{Score}_{ij} = Q_i^\top W K_j", "Q:n×d W:d×k K:m×k"),
    (r"\text{score}(i, j) = Q_i K_j^\top", "Q:n×d_k K:m×d_k"),
    (r"e_{ij} = v^\top \tanh(W_1 H_i + W_2 S_j)", "v:n W_1:n×d H:m×d W_2:n×k S:p×k"),
]


@pytest.mark.parametrize(("latex", "wanted"), ROWS)
def test_a_number_for_each_pair_is_made_of_rows(latex, wanted):
    assert inputs(resolved(latex)) == wanted


def test_a_row_before_a_vector():
    assert meaning(r"y_k = W_{k,:} x") == "[k<n] (W[k] @ x)"
    assert meaning(r"s_{ij} = Q_{i,:} K_{j,:}^T") == "[i<n,j<m] (Q[i] @ K[j])"


KRONECKER = [
    (r"s = \sum_{i,j} \delta_{ij} A_{ij}", "sum(i<n: sum(j<d: ((#i == #j) * A[i,j])))"),
    (r"s = \sum_{i,j} \delta_{ij} a_i b_j", "sum(i<n: sum(j<m: ((#i == #j) * a[i] * b[j])))"),
]


@pytest.mark.parametrize(("latex", "wanted"), KRONECKER, ids=[row[0] for row in KRONECKER])
def test_the_delta_of_two_places_weighs_no_vectors(latex, wanted):
    assert meaning(latex) == wanted
