r"""`\Sigma` is a sum sign before what nobody multiplies by a matrix, else a matrix."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula

SUMS = [
    r"y = \Sigma x_i w_i",
    r"y = \Sigma x_i \cdot w_i + b",
    r"L_{CE} = -\Sigma y \log \hat{y}",
    r"L = -\Sigma t * \log(y)",
    r"s^2 = \frac{\Sigma (x - \bar{x})^2}{n - 1}",
    r"\bar{x} = \frac{\Sigma x}{n}",
    r"\bar{x} = \Sigma x / n",
    r"L = \Sigma_i y_i \log p_i",
    r"L = \Sigma_i (w_i x_i)",
    r"L = \frac{1}{2} \Sigma_k (t_k - o_k)^2",
    r"L = \Sigma_i |y_i - x_i|",
    r"L = \Sigma_i (y_i - x_i)",
    r"L = \Sigma_i ||x_i||^2",
    r"L = \Sigma_i^n y_i",
    r"L = \log \Sigma_j e^{z_j / T}",
    r"L = \log \Sigma_{j} \exp(z_j)",
    r"L = \Sigma_{j \neq 2} a_j x_j",
    r"r = \frac{n \Sigma xy - \Sigma x \Sigma y}{\sqrt{n \Sigma x^2 - (\Sigma x)^2}}",
]


@pytest.mark.parametrize("latex", SUMS)
def test_a_sign_of_a_sum(latex):
    formula = compile_formula(latex)
    assert not any(name.startswith("Sigma") for name in formula.inputs)
    assert formula.shape == ()


MATRICES = [
    r"y = x^\top \Sigma x",
    r"y = \Sigma x",
    r"A = U \Sigma V^\top",
    r"z_i = \Sigma x_i",
    r"z = \mu + \Sigma^{1/2} \epsilon",
    r"s = \mathbf{\Sigma} x_i",
    r"y = \Sigma_i x_i",
    r"p = \Sigma_k (x - \mu_k)",
    r"p = \Sigma_k (x_k - \mu_k)",
    r"y = \Sigma_i^T y_i",
    r"y = \Sigma_i A_i x_i",
]


@pytest.mark.parametrize("latex", MATRICES)
def test_a_matrix(latex):
    assert any(name.startswith("Sigma") for name in compile_formula(latex).inputs)


WEIGHTS = [
    r"p_i = \frac{e^{z_i}}{\Sigma_j e^{z_j}}",
    r"p_i = \frac{exp(z_i)}{\Sigma_{j} exp(z_j)}",
    r"p_i = \frac{e^{z_i / T}}{\Sigma_j (e^{\frac{z_j}{T}})}",
]


@pytest.mark.parametrize("latex", WEIGHTS)
def test_a_sign_below_a_stroke(latex):
    """A sum over letters that stand above, too."""
    formula = compile_formula(latex)
    assert "softmax" in formula.source
    assert set(formula.inputs) <= {"z", "T"}
