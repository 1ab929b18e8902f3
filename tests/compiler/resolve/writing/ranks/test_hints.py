"""The walk that collects what notation says about ranks."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.ranks import hints, neighbours

from ...dump import inputs, meaning, resolved

HINTS = [
    (r"\frac{x}{y}", "(x / y)"),
    (r"\sqrt{d} A", "(d**1/2 * A)"),
    (r"\|x\| y", "(norm(x) * y)"),
    (r"[a; b]^\top c", "(concat-1(a, b) @ c)"),
    (r"\text{lse}(\beta, \mathbf{z}) = \frac{1}{\beta} \log \sum_i e^{\beta z_i}", "((1 / beta) * log(sum(i<n: e**(beta * z[i]))))"),
    (r"y = W \cdot \max(k, 0)^2", "(W @ max(k, 0)**2)"),
    (r"y = W \tanh(k)", "(W @ tanh(k))"),
    (r"y = \alpha \tanh(k)", "(alpha * tanh(k))"),
    (r"\text{FLOPs} = 6 N D", "(6 * N * D)"),
    (r"\mathrm{LayerNorm}(x) = \frac{x - \mu}{\sigma}", "((x + -mu) / sigma)"),
]


@pytest.mark.parametrize(("latex", "wanted"), HINTS)
def test_hints(latex, wanted):
    assert meaning(latex) == wanted


def test_a_remark_in_a_row_says_nothing_of_ranks():
    told = meaning(r"O = \phi(Q) (\phi(K)^\top V) \qquad \text{Time: } O(nd^2) \text{ (right-to-left matmul)}")
    assert told == "((elu(Q) + 1) @ ((elu(K) + 1)' @ V))"


SHAPES = [
    (r"z_i = \text{LayerNorm}(h_i + x_i)", "h:n×d x:n×d"),
    (r"Y = \text{LN}(X + A)", "X:n×d A:n×d"),
    (r"h_t = e^{\Delta A} h_{t-1}", "Delta:() A:d×d h_t_minus_1:d"),
    (r"p = e^{-E / T}", "E:() T:()"),
    (r"O = e^{S - m} V", "S:n×d m:() V:d×d_v"),
    (r"y = e^{A - B}", "A:() B:()"),
    (r"s_{ij} = I_i \cdot T_j", "I:n×d T:m×d"),
    (r"E_{ij} = \frac{R_i \cdot C_j}{N}", "R:n C:m N:()"),
    (r"M = P \times 4B", "P:() B:()"),
    (r"M = P \times B", "P:n×d B:d×k"),
    (r"s = \tanh(W c),\ c = \sum_j \alpha_j h_j", "alpha:n h:n×d W:m×d"),
    (r"s = 2c,\ c = \sum_j \alpha_j h_j", "alpha:n h:n"),
    (r"S = \frac{I_e T_e^\top}{\tau}", "I_e:n×d T_e:m×d tau:()"),
    (r"r = a T_w^{-1.5}", "a:() T_w:()"),
    (r"P = L^{-1/4} G R^{-1/4}", "L:d×d G:d×k R:k×k"),
    (r"f(x) = \sum_i \alpha_i y_i K(x_i, x) + b", "alpha:n y:n K:n b:()"),
    (r"f(x) = \sum_i \alpha_i K v_i", "alpha:n K:m×d v:n×d"),
    (r"\text{NDCG@k} = \frac{\text{DCG@k}}{\text{IDCG@k}}", "DCG_k:() IDCG_k:()"),
]


@pytest.mark.parametrize(("latex", "wanted"), SHAPES)
def test_what_functions_and_exponents_take(latex, wanted):
    assert inputs(resolved(latex)) == wanted


NUMBERED = [
    (r"\bar{A} = \frac{1}{H} \sum_{h=1}^{H} A^{(h)}", "A:H×n×d"),
    (r"W = W_0 + \sum_{k=1}^{K} B^{(k)} A^{(k)}", "W_0:n×d B:K×n×k A:K×k×d"),
    (r"\bar{X} = \frac{1}{n} \sum_{i=1}^{n} X_i", "X:n×d"),
    (r"a = -x/T \cdot w + k", "x:() T:() w:() k:()"),
    (r"o_t = \frac{q_t S_t}{q_t z_t + \epsilon}", "q:n×d S:n×d×k z:n×d epsilon:()"),
    (r"r = \frac{m v}{q B}", "m:() v:() q:() B:()"),
    (r"y = q z + b", "q:() z:() b:()"),
]


@pytest.mark.parametrize(("latex", "given"), NUMBERED, ids=[row[0] for row in NUMBERED])
def test_one_of_several_matrices_divisors_and_normalisers(latex, given):
    assert inputs(resolved(latex)) == given


TABLES = [(hints, name) for name in ("OF_SUMS", "OF_QUOTIENTS", "OF_THREE", "OF_ROWS")]
TABLES += [(neighbours, name) for name in ("OF_ANYTHING", "OF_A_SYMBOL_BEHIND", "OF_SYMBOLS")]


@pytest.mark.parametrize("latex", [row[0] for row in (*HINTS, *SHAPES)])
def test_the_order_of_the_rules_does_not_count(latex, monkeypatch):
    before = inputs(resolved(latex))
    for module, name in TABLES:
        monkeypatch.setattr(module, name, getattr(module, name)[::-1])
    assert inputs(resolved(latex)) == before
