"""Ranks to try for a symbol, by what stands around it: the likeliest first, none below what its indices need."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.ranks.likeliest import is_phrase, rank_options
from vault_tools.compiler.syntax import parse
from vault_tools.errors import UnsupportedError

from ...dump import inputs, resolved


def symbol(latex):
    (row,) = parse(latex).rows
    return row


@pytest.mark.parametrize(
    ("latex", "count", "flags", "wanted"),
    [
        ("x", 0, set(), (0, 1, 2, 3)),
        ("x", 0, {("normed", 0)}, (1, 2, 0, 3)),
        ("x", 1, {("used", 1)}, (1, 2, 3)),
        (r"\alpha", 0, {("matrix_beside", 0)}, (1, 0, 2, 3)),
        ("x", 1, {("dotted", 1)}, (2, 1, 3)),
        ("X", 0, {("used", 0)}, (2, 1, 3, 0)),
        ("X", 0, {("scalar", 0)}, (0, 1, 2, 3)),
        ("X", 2, {("used", 2)}, (2, 3)),
        ("X", 0, {("number", 0), ("matrix_beside", 0)}, (0, 1, 2, 3)),
        (r"\mathbf{v}", 1, {("bold", 1)}, (2,)),
        (r"\mathbf{v}", 1, {("bold", 1), ("scalar", 1)}, (1, 2, 3)),
        (r"\mathbf{z}", 1, {("bold", 0), ("bold", 1)}, (1, 2, 3)),
        (r"\mathbf{z}", 1, {("bold", 1), ("number", 1)}, (1, 2, 3)),
        (r"\mathbf{Z}", 0, {("bold", 0), ("number", 0)}, (2, 1, 3, 0)),
        (r"\mathbf{A}", 2, {("bold", 2)}, (2, 3)),
        (r"\text{keys}", 0, {("matrix_beside", 0)}, (2, 1, 3, 0)),
        (r"\text{key}", 0, {("cdot", 0)}, (1, 2, 0, 3)),
        (r"\text{weight}", 0, {("transposed", 0)}, (2, 1, 3, 0)),
        (r"\text{weight}", 0, {("used", 0)}, (0, 1, 2, 3)),
        ("TP", 0, {("matrix_beside", 0)}, (0, 1, 2, 3)),
        ("TP", 0, {("transposed", 0)}, (2, 1, 3, 0)),
        ("AIC", 1, {("used", 1)}, (1, 2, 3)),
        ("AIC", 0, {("matrix_beside", 0)}, (2, 1, 3, 0)),
        ("AI", 1, {("used", 1)}, (2, 1, 3)),
        (r"\text{cost}", 0, {("cdot", 0)}, (0, 1, 2, 3)),
    ],
)
def test_ranks(latex, count, flags, wanted):
    assert rank_options(symbol(latex), count, flags) == wanted


@pytest.mark.parametrize(
    ("latex", "wanted"), [("x", False), ("X", False), (r"\text{权重}", True), (r"\text{queries}", True), (r"\text{softmax}", False)]
)
def test_phrases(latex, wanted):
    assert is_phrase(symbol(latex)) is wanted


SCORED = [
    (r"O_i = \text{softmax}(Q_i K_i^T / \sqrt{d_k}) V_i", "n×p×d_v"),
    (r"O^{(h)} = \text{softmax}(Q^{(h)} K^{(h)T}) V^{(h)}", "n×p×d_v"),
    (r"o_i = \sum_j \text{softmax}(q_i K_j^T) V_j", "m×d_v"),
]


@pytest.mark.parametrize(("latex", "wanted"), SCORED)
def test_behind_the_softmax_of_a_product_of_matrices_stands_a_matrix(latex, wanted):
    assert inputs(resolved(latex)).rpartition("V:")[2] == wanted


STEPS = [
    (r"m_i^{(j)} = \max(m_i^{(j-1)}, \mathrm{rowmax}(S_i^{(j)}))", "m_j_minus_1:n×d S_j:n×d×k"),
    (
        r"\ell_i^{(j)} = e^{m_i^{(j-1)} - m_i^{(j)}} \ell_i^{(j-1)} + \text{rowsum}(e^{S_{ij} - m_i^{(j)}})",
        "m_j_minus_1:n×d m_j:n×d ell_j_minus_1:n×d S_j:n×d×k",
    ),
    (r"O_i^{(j)} = e^{m_i^{(j-1)} - m_i^{(j)}} O_i^{(j-1)} + P_i^{(j)} V_j", "m_j_minus_1:n m_j:n O_j_minus_1:n×d P_j:n×k V_j:k×d"),
]


@pytest.mark.parametrize(("latex", "given"), STEPS)
def test_a_quantity_has_one_shape_at_all_its_steps(latex, given):
    assert inputs(resolved(latex)) == given


def test_another_symbol_with_more_indices_may_have_more_axes():
    assert inputs(resolved(r"Q_i = Q W_i")) == "Q:n×d W:m×d×k"


def test_a_bracket_behind_the_left_letter_makes_it_a_factor_or_a_function_and_no_step():
    assert inputs(resolved(r"Q(cU)^\top = (QU^\top)c^\top")) == "Q:n×d U:m×d c:m"


def test_diag_takes_a_small_letter_for_a_vector():
    assert "ell:n" in inputs(resolved(r"O = \text{diag}(\ell)^{-1} P")).split()
    assert inputs(resolved(r"d = \text{diag}(A) + b")) == "A:d×d b:()"


def test_bold_letters_at_places_are_vectors_whatever_that_makes_of_their_product():
    with pytest.raises(UnsupportedError, match="Two vectors"):
        resolved(r"s_{ij} = \mathbf{x}_i \mathbf{y}_j")
    assert inputs(resolved(r"s_{ij} = \mathbf{x}_i^T \mathbf{y}_j")) == "x:n×d y:m×d"


def test_weights_of_each_head_before_a_vector_are_matrices():
    assert inputs(resolved(r"z_{hi} = W_h x_i")) == "W:n×m×d x:p×d"
    assert inputs(resolved(r"s = \sum_i W_i x_i")) == "W:n×d x:n"


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [(r"b = s^{\frac{|D|}{|D| - 2}}", "s:() D:()"), ("r = |S| - 1", "S:()"), ("d = |A| - b", "A:d×d b:()")],
)
def test_bars_less_a_number_hold_a_size(latex, wanted):
    assert inputs(resolved(latex)) == wanted


SCALES = [
    (r"z = X \text{softmax}(\beta X^T \xi)", "X:n×d beta:() xi:n"),
    (r"p = \text{softmax}(\beta \alpha)", "beta:() alpha:n"),
    (r"p = \langle x, \beta (y - A x) \rangle", "x:d beta:() y:d A:d×d"),
    (r"p = \text{softmax}(\alpha^T V)", "alpha:n V:n×d_v"),
    (r"L(N, D) = E + \frac{A}{N^\alpha} + \frac{B}{D^\beta}", "E:() A:() N:() alpha:() B:() D:() beta:()"),
    (r"M(N) = A^\top + B", "A:d×k B:k×d"),
]


@pytest.mark.parametrize(("latex", "given"), SCALES)
def test_a_greek_letter_scales_and_a_law_is_of_numbers(latex, given):
    assert inputs(resolved(latex)) == given


WORDS = [
    (r"y = \text{Likes} \times 1.0 + \text{Comments} \times 3.0", "Likes:() Comments:()"),
    (r"y = \alpha \cdot \text{CF} + (1 - \alpha) \cdot \text{CB}", "alpha:() CF:() CB:()"),
    (r"Y = \text{Scores} + \text{Mask}", "Scores:n×d Mask:n×d"),
    (r"Y = \text{Cost} \cdot V", "Cost:n×d V:d×d_v"),
    (r"Y = \text{Cost}^\top", "Cost:n×d"),
]


@pytest.mark.parametrize(("latex", "given"), WORDS)
def test_what_a_word_names_is_a_number_unless_something_makes_it_an_array(latex, given):
    assert inputs(resolved(latex)) == given


def test_a_word_at_an_index_is_a_number():
    assert inputs(resolved(r"g = \sum_i p_i Gini_i")) == "p:n Gini:n"
    assert inputs(resolved(r"g = \sum_i p_i \mathbf{x}_i")) == "p:n x:n×d"


def test_acronyms_and_quartiles_are_numbers():
    assert inputs(resolved(r"s = \text{TF} \times \text{IDF}")) == "TF:() IDF:()"
    assert inputs(resolved(r"IQR = Q_3 - Q_1")) == "Q_3:() Q_1:()"
    assert inputs(resolved(r"S = Q_1 K_1^T")) == "Q_1:n×d K_1:m×d"
