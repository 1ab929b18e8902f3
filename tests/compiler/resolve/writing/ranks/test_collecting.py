"""A statement as a whole: in a loss, a capital beside a small letter of the same index is a number; I is a quantity or the identity."""

from __future__ import annotations

import pytest

from ...dump import inputs, resolved

RANKS = [
    ("a loss", r"L = \alpha \sum_i f_i \cdot P_i", "alpha:() f:n P:n"),
    ("a named loss", r"L_{aux} = \sum_i f_i P_i", "f:n P:n"),
    ("another sum", r"S = \sum_i f_i P_i", "f:n P:n×d"),
    ("an entry", r"A_{ij} = Q_i K_j^\top / \sqrt{d}", "Q:n×d K:m×d"),
    ("an entry with an accent", r"\tilde{A}_{ij} = Q_i K_j^\top", "Q:n×d_k K:m×d_k"),
    ("a block", r"S_{ij} = Q_i K_j^\top", "Q:n×m×d_k K:p×q×d_k"),
    ("joined vectors", r"y = W \cdot \text{CONCAT}(h_u, m_u)", "W:n×d h_u:m m_u:d - m"),
    ("a cost", r"\text{FLOPs} = 6 N D", "N:() D:()"),
    ("a function of vectors", r"\mathrm{LayerNorm}(x) = \frac{x - \mu}{\sigma}", "x:n mu:() sigma:()"),
]


@pytest.mark.parametrize(("latex", "wanted"), [row[1:] for row in RANKS], ids=[row[0] for row in RANKS])
def test_ranks(latex, wanted):
    assert inputs(resolved(latex)) == wanted


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"V = IR", "I:() R:()"),
        (r"P = U \cdot I", "U:() I:()"),
        (r"P = I^2 R", "I:() R:()"),
        (r"E = \frac12 L I^2", "L:() I:()"),
        (r"L = I\omega", "I:() omega:()"),
        (r"Q = It", "I:() t:()"),
        (r"y = I^2 + x", "I:() x:()"),
        (r"S = \sqrt{I^2 + Q^2}", "I:() Q:()"),
        (r"z = a I^2 + b I + c", "a:() I:() b:() c:()"),
        (r"f = \frac{I^2}{n}", "I:() n:()"),
    ],
)
def test_a_current_is_a_number_and_what_it_multiplies_too(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"Q = X I", "X:n×d"),  # what the identity does to a matrix
        (r"V = I V", "V:n×d_v"),
        (r"Z = \mathbf{I} V", "V:n×d_v"),
        (r"y = (A + \lambda I)^{-1} b", "A:d×d lambda_:() b:d"),
        (r"K = \sigma^2 I + B", "sigma:() B:d×d"),
        (r"y = I x", "x:n"),
        (r"Y = W I W^\top", "W:n×d"),
        (r"A = B + \lambda I_{p p}", "B:d×d lambda_:()"),
        (r"A = B + \lambda I_{d_k}", "B:d×d lambda_:()"),
        (r"y = (I - A)^2 x", "A:d×d x:d"),
    ],
)
def test_the_identity_stays_one(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"Q = W^q I", "W_q:n×d I:d×k"),
        (r"K = I W_K", "I:n×d W_K:d×k"),
        (r"Q = W^q \cdot I", "W_q:n×d I:d×k"),
        (r"A = B + I_{ab}", "B:n×d I_ab:n×d"),
        (r"Q = W^q I,\quad K = W^k I,\quad A = K^\top Q", "W_k:n×d I:d×k W_q:n×d"),
    ],
)
def test_what_a_labelled_weight_projects_is_the_input(latex: str, given: str) -> None:
    assert inputs(resolved(latex)) == given
