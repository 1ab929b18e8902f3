"""A sign between two factors tells of both: dots of vectors, scores over the root of a width, shares along a vector, gates."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

SIGNS = [
    (r"\mathbf{q} \cdot \mathbf{k}", "(q @ k)"),
    (r"q_i \cdot k_j", "[i<n,j<m] (q[i] @ k[j])"),
    (r"q_i \cdot (W k_j)", "[i<n,j<m] (q[i] @ (W @ k[j]))"),
    (r"a \cdot (b c)", "(a * b * c)"),
    (r"q_i \cdot (k_j + a_{ij})", "[i<n,j<m] (q[i] @ (k[j] + a[i,j]))"),
    (r"(q_i + u) \cdot k_j", "[i<n,j<m] ((q[i] + u) @ k[j])"),
    (r"c_i \cdot (x_j - 1)", "[i<n,j<m] (c[i] * (x[j] + -1))"),
    (r"x \cdot (w_1 + w_2)", "(x * (w_1 + w_2))"),
    (r"p = \frac{u \cdot v}{u \cdot u} u", "(((u @ v) / (u @ u)) * u)"),
    (r"\frac{x \cdot y}{x \cdot z}", "((x * y) / (x * z))"),
    (r"q \cdot k", "(q @ k)"),
    (r"p \cdot q", "(p * q)"),
    (r"\frac{s_t \cdot h}{\sqrt{d}}", "((s_t @ h) / <d>**1/2)"),
    (r"a \cdot b / \sqrt{d_k}", "((a @ b) / <d_k>**1/2)"),
    (r"\frac{a \cdot b}{\sqrt{n}}", "((a * b) / n**1/2)"),
    (r"\frac{\sigma \cdot t}{\sqrt{d}}", "((sigma * t) / d**1/2)"),
]


@pytest.mark.parametrize(("latex", "wanted"), SIGNS)
def test_signs(latex, wanted):
    assert meaning(latex) == wanted


GATES = [
    (r"o = \sigma(r) \odot (W k)", "r:n W:n×d k:d"),
    (r"o_t = \sigma(r_t) \odot (W_v k_t)", "r:n×d W_v:d×p k:n×p"),
    (r"a_{ij} = \exp(s_{ij}) \odot m_{ij}", "s:n×d m:n×d"),
    (r"A = \text{softmax}(S) \odot M", "S:n×d M:n×d"),
]


@pytest.mark.parametrize(("latex", "given"), GATES)
def test_a_gate_through_a_function_is_as_long_as_what_it_opens(latex, given):
    assert inputs(resolved(latex)) == given
