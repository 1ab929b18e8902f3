"""Capitals for which no notation speaks: numbers where mathematics needs one, else matrices by habit."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

NUMBERS = [
    ("terms of a sum with a number", r"E = \frac{1}{2} \|x\|^2 + M^2", "x:n M:()"),
    ("with a Greek letter", r"t = \alpha B + \beta B^2 + \gamma", "alpha:() B:() beta:() gamma:()"),
    ("with a written number", r"G = 2P - D(K-1) - 1", "P:() D:() K:()"),
    ("what squares over a sum are added to", r"G = \frac{G_L^2}{D_L + \lambda} - \gamma", "G_L:() D_L:() lambda_:() gamma:()"),
    ("a difference of counts", r"p = \frac{nK(N - K)}{N}", "n:() K:() N:()"),
    ("behind a logarithm", r"r = t \log\frac{N}{1 + d}", "t:() N:() d:()"),
    ("in an exponential", r"f(x) = 1 - \exp(-\lambda N)", "lambda_:() N:()"),
    ("above e", r"P = e^{-\frac{E}{k_B T}}", "E:() k_B:() T:()"),
    ("in cases with numbers", r"f(x) = \begin{cases} N \exp(-x^2) & x > B \\ N A & x \le B \end{cases}", "x:() B:() N:() A:()"),
    ("rounded", r"G = \left\lfloor \frac{B + 2P}{S} \right\rfloor", "B:() P:() S:()"),
    ("a small letter on the left", r"v = (-1)^s M 2^E", "s:() M:() E:()"),
    ("a count", r"n = \frac{PV}{RT}", "P:() V:() R:() T:()"),
    ("a law", r"F = G \frac{m M}{r^2}", "G:() m:() M:() r:()"),
    ("parameters and tokens", r"C = 6ND", "N:() D:()"),
    ("a total", r"P_{total} = P_{head} + E \times P_{each}", "P_head:() E:() P_each:()"),
    ("a loss", r"L = L_{expert} + \beta L_{push}", "L_expert:() beta:() L_push:()"),
    ("a measure of rows", r"\text{similarity} = \frac{\sum_i A_i B_i}{\sqrt{\sum_i A_i^2}}", "A:n B:n"),
    ("deviations", r"\text{Cov}(X, Y) = \frac{1}{n-1} \sum_{i=1}^n (X_i - \bar{X})(Y_i - \bar{Y})", "X:n X_bar:() Y:n Y_bar:()"),
    ("squared deviations over what is expected", r"\chi^2 = \sum_{i=1}^k \frac{(O_i - E_i)^2}{E_i}", "O:k E:k"),
    ("the smaller of two products", r"L = \min(r_t A_t, c A_t)", "r_t:() A_t:() c:()"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), NUMBERS, ids=[row[0] for row in NUMBERS])
def test_a_capital_is_a_number_where_mathematics_needs_one(why, latex, wanted):
    assert inputs(resolved(latex)) == wanted


ARRAYS = [
    ("a product by itself", r"C = A B", "A:n×d B:d×k"),
    ("a linear map", r"y = A x + b", "A:n×d x:d b:n"),
    ("a row and its map", r"h = x A B", "x:n A:n×d B:d×k"),
    ("beside the identity", r"B = (D + \lambda I)^{-1}", "D:d×d lambda_:()"),
    ("a difference", r"G = D - A", "D:n×d A:n×d"),
    ("a projection", r"P = X V", "X:n×d V:d×d_v"),
    ("noise", r"Y = H X + N", "H:n×d X:d×k N:n×k"),
    ("a matrix of a linear system", r"U = \exp(-tB) G", "t:() B:d×d G:d×k"),
    ("entry by entry", r"G = 1 - M \odot D", "M:n×d D:n×d"),
    ("before values", r"\sigma(S + b) V", "S:n×d b:d V:d×d_v"),
    ("transposed", r"p = \frac{1}{2} x^\top M x + c", "x:d M:d×d c:()"),
    ("rows that are weighted", r"y = \sum_{i=1}^n g_i E_i", "g:n E:n×d"),
    ("entries without a range", r"\text{loss} = \sum P \log P", "P:n×d"),
    ("what an expectation is of", r"L = \mathbb{E}[A_t]", "A_t:n"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), ARRAYS, ids=[row[0] for row in ARRAYS])
def test_a_capital_stays_an_array_where_nothing_needs_a_number(why, latex, wanted):
    assert inputs(resolved(latex)) == wanted


def test_a_definition_of_the_note_is_no_guess():
    assert inputs(resolved(r"y = M + 1", (r"M = A^\top A",))) == "A:n×d"


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"p_t = S \cdot \sigma(v^\top \tanh(W h_t))", "S:() v:n W:n×d h:m×d"),
        (r"y = C \cdot \tanh(u^\top x)", "C:() u:n x:n"),
        (r"Y = C \cdot \tanh(u^\top x)", "C:n×d u:m x:m"),
    ],
)
def test_a_capital_beside_the_function_of_a_dot_product(latex, wanted):
    assert inputs(resolved(latex)) == wanted


MEASURED = [
    (r"N = HW/M^2", "H:() W:() M:()"),
    (r"N = \frac{HW}{P^2}", "H:() W:() P:()"),
    (r"N = X W", "X:n×d W:d×k"),
    (r"N = H W x", "H:n×d W:d×k x:k"),
]


@pytest.mark.parametrize(("latex", "given"), MEASURED)
def test_how_many_is_a_quotient_of_lengths(latex, given):
    assert inputs(resolved(latex)) == given
