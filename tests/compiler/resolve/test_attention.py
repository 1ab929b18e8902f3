"""The attention family: products, scales, heads, definitions put in, sizes inferred without declarations."""

from __future__ import annotations

import pytest

from .dump import inputs, resolved, show

ATTENTION = [
    (
        r"Attention(Q,K,V)=softmax(\frac {QK^T} {\sqrt {d_ {k}}})V",
        (),
        None,
        "Q:n×d_k K:m×d_k V:m×d_v",
        "(softmax(((Q @ K') / <d_k>**1/2)) @ V)",
    ),
    (r"softmax(XX^T)X", (), None, "X:n×d", "(softmax((X @ X')) @ X)"),
    (r"XX^T", (), None, "X:n×d", "(X @ X')"),
    (r"A^T=Q^TK", (), None, "Q:n×d_k K:n×d", "(Q' @ K)"),
    (r"Softmax(A)", (), None, "A:n×d", "softmax(A)"),
    (r"\text{Output} = \text{Dropout}(\text{softmax}(scores)) \times V", (), None, "scores:n V:n×d_v", "(dropout(softmax(scores)) @ V)"),
    (
        (r"\boldsymbol{\alpha} = \text{softmax}\left(\frac{\boldsymbol{q}\boldsymbol{K}^\top}{\sqrt{d_k}}\right)"),
        (),
        None,
        "q:d_k K:n×d_k",
        "softmax(((q @ K') / <d_k>**1/2))",
    ),
    (r"V \cdot \text{softmax}(K^T Q / \sqrt{d})", (), None, "V:n×k K:d×k Q:d×d_k", "(V @ softmax(((K' @ Q) / <d>**1/2) down))"),
    (
        r"Y = \text{softmax}(d_k^{-1/2} X W_Q W_K^T X^T) X W_V",
        (),
        None,
        "X:n×d W_Q:d×d_k W_K:d×d_k W_V:d×k",
        "((softmax((<d_k>**-1/2 * (((X @ W_Q) @ W_K') @ X'))) @ X) @ W_V)",
    ),
    (
        r"\begin{aligned} Q &= XW^Q \\ K &= XW^K \\ S &= QK^\top / \sqrt{d_k} \end{aligned}",
        (),
        None,
        "X:n×d W_Q:d×d_k W_K:d×d_k",
        "Q = (X @ W_Q)\nK = (X @ W_K)\n((Q @ K') / <d_k>**1/2)",
    ),
    (
        r"\text{MHA}(X) = \text{Concat}(\text{head}_1, \dots, \text{head}_h)W^O",
        (r"\text{head}_i = \text{Attention}(XW_i^Q, XW_i^K, XW_i^V)",),
        None,
        "X:n×d W_Q:h×d×d_k W_K:h×d×d_k W_V:h×d×k W_O:h*k×p",
        ("head[i_2<h] = (softmax((((X @ W_Q[i_2]) @ (X @ W_K[i_2])') / <d_k>**1/2)) @ (X @ W_V[i_2]))\n(concat(i<h: head[i]) @ W_O)"),
    ),
    (
        r"L(x)=\tau(Q)(\tau(K)^\mathsf{T}V)",
        (
            r"\tau(x) = \begin{cases} x+1 & (x > 0) \\ e^x & (x \leq 0) \end{cases}",
            r"Q = xW_q",
            r"K = xW_k",
        ),
        None,
        "x:() W_q:n×d W_k:m×d V:m×d_v",
        (
            "Q = (x * W_q)\nK = (x * W_k)\n(where((Q > 0): (Q + 1); (Q <= 0): e**Q; else nothing) "
            "@ (where((K > 0): (K + 1); (K <= 0): e**K; else nothing)' @ V))"
        ),
    ),
    (
        r"\text{Attention}(Q, K, V) = \text{softmax}\left(\frac{QK^T}{\sqrt{d_k}}\right)V",
        (),
        {"Q": (2, 3, 4), "K": (2, 5, 4), "V": (2, 5, 6)},
        "Q:n×m×d_k K:n×p×d_k V:n×p×d_v",
        "(softmax(((Q @ K') / <d_k>**1/2)) @ V)",
    ),
    (
        (
            r"h = \text{softmax}\left(\frac{qK^\top}{\sqrt{d_k}}\right)V, \left\{\begin{aligned} q &= xW_Q "
            r"\\ K &= \text{concat}(K_c, xW_K) \\ V &= \text{concat}(V_c, xW_V) \end{aligned}\right."
        ),
        (),
        {"x": (1, 5), "W_Q": (5, 3), "W_K": (5, 3), "W_V": (5, 2), "K_c": (4, 3), "V_c": (4, 2)},
        "x:1×d W_Q:d×d_k K_c:n×d_k W_K:d×d_k V_c:n×k W_V:d×k",
        ("q = (x @ W_Q)\nK = concat-2(K_c, (x @ W_K))\nV = concat-2(V_c, (x @ W_V))\n(softmax(((q @ K') / <d_k>**1/2)) @ V)"),
    ),
    (
        (r"\text{MHA}(X) = [\text{Attn}(XW_1^Q, XW_1^K, XW_1^V); \dots; \text{Attn}(XW_h^Q, XW_h^K, XW_h^V)]W^O"),
        (),
        None,
        "X:n×d W_Q:h×d×d_k W_K:h×d×d_k W_V:h×d×k W_O:h*k×p",
        ("(concat(i<h: (softmax((((X @ W_Q[i]) @ (X @ W_K[i])') / <d_k>**1/2)) @ (X @ W_V[i]))) @ W_O)"),
    ),
]


@pytest.mark.parametrize(("latex", "context", "shapes", "given", "meaning"), ATTENTION, ids=[row[0] for row in ATTENTION])
def test_attention_as_people_write_it(latex, context, shapes, given, meaning):
    program = resolved(latex, context, shapes)
    assert inputs(program) == given
    assert show(program) == meaning


SCALES = [
    ("of a product that the note names", r"A = \mathrm{softmax}(S/\sqrt{d_k})", (r"S = Q K^\top",), "Q:n×d_k K:m×d_k"),
    (
        "of a projected key in a sum",
        r"e_{ij} = \frac{x_i W^Q (x_j W^K + a_{ij}^K)^\top}{\sqrt{d_z}}",
        (),
        "x:n×d W_Q:d×d_z W_K:d×d_z a_K:n×n×d_z",
    ),
    ("of scores with an index", r"y = \sum_i \frac{s_i}{\sqrt{d_k}}", (r"s_i = q^\top k_i",), "q:d_k k:n×d_k"),
    ("never of weights", r"O = \frac{A V}{\sqrt{d}}", (r"A = \mathrm{softmax}(Q K^\top)",), "Q:n×d_k K:m×d_k V:m×d_v d:()"),
]


@pytest.mark.parametrize(("why", "latex", "context", "given"), SCALES, ids=[row[0] for row in SCALES])
def test_which_axis_a_root_measures(why, latex, context, given):
    assert inputs(resolved(latex, context)) == given
