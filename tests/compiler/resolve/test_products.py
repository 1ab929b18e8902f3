"""Products: what stands side by side, what a slash divides, where a function without brackets ends."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from .dump import inputs, resolved, show

PRODUCTS = [
    (r"\frac{1}{2}(a+b)c / 2d", (), None, "a:() b:() c:() d:()", "(((1 / 2) * (a + b) * c) / (2 * d))"),
    (r"E_i / kT", (), None, "E:n×d k:() T:()", "[i<n] (E[i] / (k * T))"),
    (r"T(T+1)/2", (), None, "T:()", "((T * (T + 1)) / 2)"),
    (r"\vec{a} \cdot \vec{b}", (), None, "a:n b:n", "(a @ b)"),
    (r"x^\top y", (), None, "x:n y:n", "(x @ y)"),
    (r"x y^\top", (), None, "x:n y:m", "outer(x, y)"),
    (r"\frac{x - \mu}{s} \cdot \gamma", (), None, "x:() mu:() s:() gamma:()", "(((x + -mu) / s) * gamma)"),
    (r"\text{Swish}(x) = x \cdot \sigma(x)", (), None, "x:()", "(x * sigmoid(x))"),
    (r"(W_1 x) \otimes \text{tanh}(W_2 x)", (), None, "W_1:n×d x:d W_2:n×d", "((W_1 @ x) * tanh((W_2 @ x)))"),
    (r"2*N*d*N=2Nd^2", (), None, "N:() d:()", "(2 * N * d**2)"),
    (r"\sqrt d_k", (), None, "d_k:()", "d_k**1/2"),
    (r"\cos m\theta \sin n\theta", (), None, "m:() theta:() n:()", "(cos((m * theta)) * sin((n * theta)))"),
    (r"\log p q", (), None, "p:() q:()", "log((p * q))"),
    (r"[W h_i \| W h_j]", (), None, "W:n×d h:m×d", "[i<m,j<m] concat-1((W @ h[i]), (W @ h[j]))"),
    (r"\mathrm{ReLU}(Q) \mathrm{ReLU}(K)^\top 1", (), None, "Q:n×d_k K:m×d_k", "((relu(Q) @ relu(K)') @ full(1))"),
    (r"1_n^\top x", (), None, "x:n", "(full(1) @ x)"),
    (r"A\mathbb{1}", (), None, "A:n×d", "(A @ full(1))"),
    (r"y = x 1", (), None, "x:()", "(x * 1)"),
    (r"h = Wx + BAx", (), None, "W:n×d x:d B:n×k A:k×d", "((W @ x) + ((B @ A) @ x))"),
    (r"W[h ; x]", (), None, "W:n×d h:m x:d - m", "(W @ concat-1(h, x))"),
]


@pytest.mark.parametrize(("latex", "context", "shapes", "given", "meaning"), PRODUCTS, ids=[row[0] for row in PRODUCTS])
def test_products(latex, context, shapes, given, meaning):
    program = resolved(latex, context, shapes)
    assert inputs(program) == given
    assert show(program) == meaning


def test_a_unit_in_a_product_counts_and_a_lone_quantity_keeps_its_unit():
    assert show(resolved(r"2 \times n \times 2\ \text{bytes}")) == "(2 * n * 2)"
    assert "bits" in inputs(resolved(r"m = 8 \text{ bits}"))


def test_a_column_times_a_column_of_cosines_is_a_rotation():
    column = r"\begin{pmatrix} q_0 \\ q_1 \end{pmatrix}"
    waves = r"\begin{pmatrix} \cos m\theta_0 \\ \cos m\theta_0 \end{pmatrix}"
    assert show(resolved(rf"r = {column} \otimes {waves}")) == "([[q_0], [q_1]] * [[cos((m * theta_0))], [cos((m * theta_0))]])"
    mixed = r"\begin{pmatrix} \cos a \\ \sin a \end{pmatrix}"
    for left, right in ((column, column), (column, mixed), (waves, waves)):
        with pytest.raises(UnsupportedError, match="otimes"):
            resolved(rf"r = {left} \otimes {right}")
