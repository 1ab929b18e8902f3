"""The letter e is Euler's number below exponents and among numbers, a quantity where it stands by itself."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

QUANTITIES = [
    (r"y = X \beta + e", "X:n×d beta:d e:n"),
    (r"s^2 = \frac{e^T e}{n - p}", "e:m n:() p:()"),
    (r"L = \|e\|^2", "e:n"),
    (r"L = \frac{1}{n} \mathbf{e}^T \mathbf{e}", "e:n"),
    (r"y = W \mathbf{e} + b", "W:n×d e:d b:n"),
    (r"f(e) = e^2 + 1", "e:()"),
    (r"n = \frac{z^2 p}{e^2}", "z:() p:() e:()"),
    (r"b^2 = a^2 (1 - e^2)", "a:() e:()"),
    (r"\alpha^t = \text{softmax}(e^t)", "e:n×d"),
    (r"\alpha^t = \text{softmax}(e^t / \tau)", "e:n×d tau:()"),
    (r"e^t = [s_t^\top h_1, \ldots, s_t^\top h_N] \in \mathbb{R}^N", "s:n×d h:N×d"),
    (r"D = \begin{vmatrix} a & b \\ d & e \end{vmatrix} = ae - bd", "a:() b:() d:() e:()"),
]


@pytest.mark.parametrize(("latex", "given"), QUANTITIES, ids=[row[0] for row in QUANTITIES])
def test_a_quantity(latex, given):
    assert inputs(resolved(latex)) == given


EXPONENTS = [
    (r"s_i = \frac{e^x_i}{\sum_j e^x_j}", "x:n"),
    (r"s(x_i) = e^{-\max(x)} \sum_j{e^x_j}", "x:n"),
    (r"\alpha_j = \frac{e^t_j}{\sum_k e^t_k}", "e:n t:()"),
    (r"h_t = \sum_i e^x_{t,i} v_i", "e_x:n×d v:d×k"),
    (r"a_u = \frac{e^u_i}{\sum_j e^u_j}", "e_i_u:() e_u:n"),
    (r"h_i = x_i e^x_i + e_i", "x:n e_x:n e:n"),
]


@pytest.mark.parametrize(("latex", "given"), EXPONENTS, ids=[row[0] for row in EXPONENTS])
def test_the_index_of_an_exponent(latex, given):
    assert inputs(resolved(latex)) == given


NUMBERS = [
    r"y = e^{x} + e",
    r"y = \mathbf{e}^{x}",
    r"y = e^{-T/2}",
    r"y = \ln e + x",
    r"(1 + 1/n)^n = e",
    r"y = x + \frac{1}{e}",
    r"e^2 - e",
    r"y = e^2 x",
    r"y = e^2 + \ln x^2",
    r"y = e^{2x} + x^2 - e^2",
    r"h_e = W x_e",
    r"y = (\frac{en}{k})^k",
    r"a^t = b e^t",
    r"e^t = (e^{t/2}, e^{t/2})",
    r"p = \text{softmax}(e^t z)",
]


@pytest.mark.parametrize("latex", NUMBERS)
def test_a_number(latex):
    assert "e" not in [parameter.name for parameter in resolved(latex).inputs]
