"""What products, scripts and roots look like."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import inputs, meaning, resolved, show

SPELLED_OUT = [
    ("entries", r"y = W x, \quad x = [x_1, x_2, x_3]", "y", "x_1:() x_2:() x_3:() W:n×3"),
    ("a name of its own", r"s = q \cdot k, \quad q = [a_1, a_2], \quad k = [b_1, b_2]", "s", "a_1:() a_2:() b_1:() b_2:()"),
    ("with a number", r"v = [1, x_1, x_2]", "v", "x_1:() x_2:()"),
    ("vectors by their font", r"h = [\mathbf{h}_1, \mathbf{h}_2]", "h", "h_1:n h_2:m"),
    ("vectors in a product", r"y = W [h_1, h_2]", "y", "W:n×d h_1:m h_2:d - m"),
]


@pytest.mark.parametrize(("why", "latex", "target", "wanted"), SPELLED_OUT, ids=[row[0] for row in SPELLED_OUT])
def test_one_numbered_letter_between_commas_spells_out_a_vector(why, latex, target, wanted):
    assert inputs(resolved(latex, target=target)) == wanted


def test_a_matrix_listed_by_vectors_is_not_defined_so():
    with pytest.raises(NothingToCompute):
        resolved(r"V = [v_1, v_2]", (r"v_1 = [1, 2]", r"v_2 = [3, 4]"))
    assert show(resolved(r"Y = X W", (r"X = [x_1, x_2, x_3]^\top",))) == "(X @ W)"


def test_a_capital_numbered_above_beside_a_vector_is_a_matrix_each():
    wanted = "alpha:n×m×d W:d×p×k h:m×k"
    assert inputs(resolved(r"h_i' = \sum_k \sum_j \alpha_{ij}^{(k)} W^{(k)} h_j")) == wanted
    assert inputs(resolved(r"J = \sum_i (w^\top x^{(i)} - y^{(i)})^2")) == "w:d x:n×d y:n"


COUNTED = [
    ("errors of a word error rate", r"w = \frac{S + D + I}{N}", "S:() D:() I:() N:()"),
    ("the identity added to a matrix", r"Y = (A + I) X", "A:d×d X:d×k"),
    ("a set in calligraphic letters", r"y = \frac{1}{|\mathcal{D}|} x", "D:() x:()"),
    ("a matrix between bars", r"d = |A|", "A:d×d"),
    ("a bold e", r"s = \mathbf{e}^T \mathbf{e}", "e:n"),
    ("a pi that is turned", r"a = \pi^\top r", "pi:n r:n"),
    ("Euler's number", r"y = \mathrm{e}^{-x}", "x:()"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), COUNTED, ids=[row[0] for row in COUNTED])
def test_letters_that_look_like_constants_or_matrices(why, latex, wanted):
    assert inputs(resolved(latex)) == wanted


ROTATED = [
    (r"R q = [q_1 \cos\theta - q_2 \sin\theta, q_1 \sin\theta + q_2 \cos\theta]", "q_1:() theta:() q_2:()"),
    (r"y = [x_1 \cos m\theta - x_2 \sin m\theta, x_1 \sin m\theta + x_2 \cos m\theta]", "x_1:() m:() theta:() x_2:()"),
    (r"y = [x_1 \odot \cos\theta - x_2 \odot \sin\theta, x_1 \odot \sin\theta + x_2 \odot \cos\theta]", "x_1:n theta:() x_2:n"),
    (r"y = [x_1 \cos\theta - x_2 \sin\theta; x_1 \sin\theta + x_2 \cos\theta]", "x_1:n theta:() x_2:n"),
]


@pytest.mark.parametrize(("latex", "given"), ROTATED)
def test_a_rotation_between_commas_is_of_numbers(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"p = \text{softmax}([s_1, s_2, s_3])", "s_1:() s_2:() s_3:()"),
        (r"p = \text{softmax}([s_1, s_2] / \tau)", "s_1:() s_2:() tau:()"),
        (r"p = \text{softmax}(\frac{[s_1, s_2]}{\tau})", "s_1:() s_2:() tau:()"),
        (r"p = \text{softmax}(\beta [s_1, s_2])", "beta:() s_1:() s_2:()"),
        (r"p = \text{softmax}(W [h_1, x_1])", "W:n×d h_1:m x_1:d - m"),
        (r"\text{softmax}([x_1, x_2]) = [\frac{e^{x_1}}{Z}, \frac{e^{x_2}}{Z}]", "x_1:() x_2:() Z:()"),
        (r"p = \text{softmax}(W [h_1, h_2])", "W:n×d h_1:m h_2:d - m"),
    ],
)
def test_what_softmax_takes_in_a_list_are_numbers(latex, given):
    assert inputs(resolved(latex)) == given


SHARES = [
    (r"H = -\sum_k \frac{|C_k|}{|D|} \log \frac{|C_k|}{|D|}", "C:n×d D:()"),
    (r"\frac{1}{|D|} \sum_{i} x_i", "x:D"),
    (r"\frac{|A|}{|B|}", "A:d×d B:k×k"),
]


@pytest.mark.parametrize(("latex", "wanted"), SHARES)
def test_what_is_shared_out_is_a_set_and_no_matrix(latex, wanted):
    assert inputs(resolved(latex)) == wanted


SCALES = [
    (r"\frac{QK^\top}{\sqrt{d_k}}", None, "((Q @ K') / <d_k>**1/2)"),
    (r"\frac{QK^\top}{\sqrt{d_{model}}}", None, "((Q @ K') / <d_model>**1/2)"),
    (r"\frac{QK^\top}{\sqrt{\text{d}_\text{k}}}", None, "((Q @ K') / <d_k>**1/2)"),
    (r"\frac{QK^\top}{\sqrt{\text{d}_k}}", None, "((Q @ K') / <d_k>**1/2)"),
    (r"\frac{QK^\top}{\sqrt{\mathrm{d_k}}}", None, "((Q @ K') / <d_k>**1/2)"),
    (r"\mathrm{softmax}(QK^\top / \sqrt{\textbf{d}_k}) V", None, "(softmax(((Q @ K') / <d_k>**1/2)) @ V)"),
    (r"\frac{QK^\top}{\sqrt{\mathbf{d}_k}}", None, "((Q @ K') / <d_k>**1/2)"),
    (r"\frac{QK^\top}{\sqrt{\text{d}}}", None, "((Q @ K') / <d>**1/2)"),
    (r"\frac{QK^\top}{d_k^{1/2}}", None, "((Q @ K') / <d_k>**1/2)"),
    (r"QK^\top / (d_k)^{0.5}", None, "((Q @ K') / <d_k>**0.5)"),
    (r"d^{-1/2} QK^\top", None, "(<d>**-1/2 * (Q @ K'))"),
    (r"\frac{\mathrm{softmax}(QK^\top)}{\sqrt{d_k}} V", None, "((softmax((Q @ K')) / <d_k>**1/2) @ V)"),
    (r"\frac{QK^\top}{\sqrt{d_k}}", {"Q": (3, 4), "K": (5, 4)}, "((Q @ K') / <d_k>**1/2)"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), SCALES)
def test_scales(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


NUMBERS_UNDER_A_ROOT = [
    (r"\frac{q k}{\sqrt{d}}", "((q * k) / d**1/2)"),
    (r"\frac{x}{\sqrt{x}}", "(x / x**1/2)"),
    (r"\frac{q k}{\sqrt{\text{d}}}", "((q * k) / d**1/2)"),
    (r"\frac{QK^\top}{\sqrt{\text{T}}}", "((Q @ K') / T**1/2)"),
    (r"\frac{A g}{\sqrt{v_t}}", "((A @ g) / v_t**1/2)"),
    (r"\frac{QK^\top}{\sqrt{\tau}}", "((Q @ K') / tau**1/2)"),
    (r"\frac{QK^\top}{\sqrt{\text{temp}_k}}", "((Q @ K') / temp_k**1/2)"),
    (r"\frac{\mathrm{softmax}(QK^\top) V}{\sqrt{\text{d}_v}}", "((softmax((Q @ K')) @ V) / d_v**1/2)"),
    (r"\frac{q k}{d^{1/2}}", "((q * k) / d**1/2)"),
    (r"\frac{QK^\top}{d^{1/3}}", "((Q @ K') / d**1/3)"),
    (r"\frac{\mathrm{softmax}(QK^\top) V}{\sqrt{d_v}}", "((softmax((Q @ K')) @ V) / d_v**1/2)"),
]


@pytest.mark.parametrize(("latex", "wanted"), NUMBERS_UNDER_A_ROOT)
def test_numbers_under_a_root(latex, wanted):
    assert meaning(latex) == wanted
