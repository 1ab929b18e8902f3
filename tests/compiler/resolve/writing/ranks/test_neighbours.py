"""Two factors side by side tell of each other."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

NEIGHBOURS = [
    ("A x", "(A @ x)"),
    (r"x^\top y", "(x @ y)"),
    (r"\mathbf{q} \cdot \mathbf{k}", "(q @ k)"),
    (r"q_i \cdot k_j", "[i<n,j<m] (q[i] @ k[j])"),
    (r"q_i \cdot (W k_j)", "[i<n,j<m] (q[i] @ (W @ k[j]))"),
    (r"a \cdot (b c)", "(a * b * c)"),
    (r"q_i \cdot (k_j + a_{ij})", "[i<n,j<m] (q[i] @ (k[j] + a[i,j]))"),
    (r"(q_i + u) \cdot k_j", "[i<n,j<m] ((q[i] + u) @ k[j])"),
    (r"c_i \cdot (x_j - 1)", "[i<n,j<m] (c[i] * (x[j] + -1))"),
    (r"x \cdot (w_1 + w_2)", "(x * (w_1 + w_2))"),
    (r"y = W * x + b", "((W @ x) + b)"),
    (r"y = m * x + b", "((m * x) + b)"),
    (r"h^\top \text{diag}(r) t", "((h @ diag(r)) @ t)"),
    (r"p = \frac{u \cdot v}{u \cdot u} u", "(((u @ v) / (u @ u)) * u)"),
    (r"\frac{x \cdot y}{x \cdot z}", "((x * y) / (x * z))"),
    (r"q \cdot k", "(q @ k)"),
    (r"p \cdot q", "(p * q)"),
    (r"\frac{s_t \cdot h}{\sqrt{d}}", "((s_t @ h) / <d>**1/2)"),
    (r"a \cdot b / \sqrt{d_k}", "((a @ b) / <d_k>**1/2)"),
    (r"\frac{a \cdot b}{\sqrt{n}}", "((a * b) / n**1/2)"),
    (r"\frac{\sigma \cdot t}{\sqrt{d}}", "((sigma * t) / d**1/2)"),
    (r"w_{ij} \delta_j", "[i<n,j<d] (w[i,j] * delta[j])"),
    (r"\alpha_{ij} h_j", "[i<n,j<d] (alpha[i,j] * h[j])"),
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


SCORES, WEIGHTS = r"S_i = Q_i K_i^\top / \sqrt{d_k}", r"A_i = \text{softmax}(S_i)"
HEADS = [
    (r"\text{head}_h = A_h V_h", (), "A:n×m×d V:n×d×d_v"),
    (r"O_i = \text{softmax}(S_i) V_i", (), "S:n×m×d V:n×d×d_v"),
    (r"o_i = \text{softmax}(s_i) V_i", (), "s:n×d V:n×d×d_v"),
    (r"O_i = \text{softmax}(S_i) V_i", (SCORES,), "Q:n×m×d_k K:n×p×d_k V:n×p×d_v"),
    (r"O_i = A_i V_i", (WEIGHTS, SCORES), "Q:n×m×d_k K:n×p×d_k V:n×p×d_v"),
    (r"s_i = q_i K_i^\top", (), "q:n×d K:n×m×d"),
    (r"q'_i = R_i q_i", (), "R:n×m×d q:n×d"),
    (r"o_t = q_t S_t", (), "q:n×d S:n×d×k"),
    (r"x'_t = x_t + (x_{t-1} - x_t) \odot \mu", (), "x_t:n x_t_minus_1:n mu:n"),
    (r"Y_i = X_i W_i", (), "X:n×m×d W:n×d×k"),
    (r"O = \sum_h \text{softmax}(Q_h K_h^\top) V_h W_h^O", (), "Q:n×m×d_k K:n×p×d_k V:n×p×d W_O:n×d×k"),
    (r"o_{t,h} = \sum_j \text{softmax}_j(q_{t,h}^\top k_{j,h}) v_{j,h}", (), "q:n×m×d k:p×m×d v:p×m×r"),
    (r"c = \sum_i A_i V_i", (), "A:n V:n×d_v"),
    (r"V_i = R_i I_i", (), "R:n I:n"),
    (r"o_i = \sum_j A_{ij} V_j", (), "A:n×d V:d×d_v"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), HEADS)
def test_what_belongs_to_one_head_are_matrices(latex, context, wanted):
    assert inputs(resolved(latex, context)) == wanted


GATES = [
    (r"o = \sigma(r) \odot (W k)", "r:n W:n×d k:d"),
    (r"o_t = \sigma(r_t) \odot (W_v k_t)", "r:n×d W_v:d×p k:n×p"),
    (r"a_{ij} = \exp(s_{ij}) \odot m_{ij}", "s:n×d m:n×d"),
    (r"A = \text{softmax}(S) \odot M", "S:n×d M:n×d"),
]


@pytest.mark.parametrize(("latex", "given"), GATES)
def test_a_gate_through_a_function_is_as_long_as_what_it_opens(latex, given):
    assert inputs(resolved(latex)) == given


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


QUERIES = [
    (r"o_t = \text{softmax}(q_t K_t^\top) V_t", "q:n×d K:n×m×d V:n×m×d_v"),
    (r"o_t = V_t^\top \text{softmax}(K_t q_t)", "V:n×m×d_v K:n×m×d q:n×d"),
    (r"o_i = \text{softmax}(q_i K^\top) V", "q:n×d K:m×d V:m×d_v"),
    (r"e_j = v^\top W K_j", "v:n W:n×d K:m×d"),
    (r"y_j = v^\top W X_j", "v:n W:n×d X:m×d×k"),
]


@pytest.mark.parametrize(("latex", "given"), QUERIES)
def test_keys_and_values_of_each_query(latex, given):
    assert inputs(resolved(latex)) == given
