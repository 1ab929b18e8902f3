"""A point and the data of the same letter are two inputs; a vector and its own entries are one."""

from __future__ import annotations

import pytest

from ....dump import inputs, resolved

KERNEL = r"K(x, y) = \exp(-\gamma \|x - y\|^2)"
APART = [
    (r"\hat f(x) = \frac{1}{nh} \sum_{i=1}^n \exp\left(-\frac{(x - x_i)^2}{2h^2}\right)", (), "h:() x:() x_i:n"),
    (r"f(x) = \sum_i \alpha_i K(x_i, x) + b", (KERNEL,), "alpha:n gamma:() x_i:n×d x:d b:()"),
    (r"f(\mathbf{x}) = \sum_i \alpha_i \langle \mathbf{x}_i, \mathbf{x} \rangle", (), "alpha:n x_i:n×d x:d"),
    (r"f(x) = \sum_i \alpha_i x_i \cdot x", (), "alpha:n x_i:n×d x:d"),
    (r"d_i = \|x - x_i\|", (), "x:d x_i:n×d"),
    (r"w^{(i)} = e^{-(x^{(i)} - x)^2}", (), "x_i:n x:()"),
    (r"S = \sum_k n_k (\mu_k - \mu)(\mu_k - \mu)^\top", (), "n:m mu_k:m×d mu:d"),
    (r"L(x) = \sum_j y_j \prod_{m \ne j} \frac{x - x_m}{x_j - x_m}", (), "y:n x:() x_m:n"),
]


@pytest.mark.parametrize(("latex", "context", "given"), APART, ids=[row[0] for row in APART])
def test_a_point_beside_data(latex, context, given):
    assert inputs(resolved(latex, context)) == given


TOTALS = [
    (r"w = \sum_{k=1}^K \frac{n_k}{n} v_k", "n_k:K n:() v:K"),
    (r"\pi_k = \frac{N_k}{N}", "N_k:n N:()"),
    (r"M = (\prod_{i=1}^m r_i^{w_i})^{1/w}", "r:m w_i:m w:()"),
]


@pytest.mark.parametrize(("latex", "given"), TOTALS, ids=[row[0] for row in TOTALS])
def test_a_total_beside_its_parts(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    "latex",
    [
        r"\text{softmax}(x)_i = \frac{e^{x_i - \max(x)}}{\sum_j e^{x_j - \max(x)}}",
        r"f(x) = \sqrt{\sum_i x_i^2}",
        r"f(x) = \sum_i w_i x_i",
        r"L = (\frac{x_c}{x})^a",
        r"L = \sum_i \theta_i x_i + \|\theta\|^2",
        r"s = \frac{2 \mu_x \mu_y}{\mu_x^2 + \mu_y^2}",
        r"\text{RMS}(x) = \frac{x}{\sqrt{\frac{1}{n} \sum_i x_i^2}}",
        r"y_i = x_i - \bar{x}",
    ],
)
def test_a_vector_and_its_entries(latex):
    assert "x_i" not in inputs(resolved(latex))
