"""Joining arrays, and the axis along which they are joined."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError, NothingToCompute, UnsupportedError

from ...dump import inputs, meaning, resolved

JOINED = [
    ("W [a; b]", {"W": (4, 5), "a": (3,), "b": (2,)}, "(W @ concat-1(a, b))"),
    ("W [A; B]", {"W": (4, 5), "A": (3, 4), "B": (2, 4)}, "(W @ concat-2(A, B))"),
    ("[A, B] W", {"A": (3, 4), "B": (3, 2), "W": (6, 2)}, "(concat-1(A, B) @ W)"),
    (r"\mathrm{Concat}(head_1, \dots, head_h) W^O", None, "(concat(i<h: head[i]) @ W_O)"),
    (r"\mathrm{Concat}(head^{(1)}, \dots, head^{(H)}) W^O", None, "(concat(i<H: head[i]) @ W_O)"),
    (r"\mathrm{Concat}(H^1, H^2, \dots, H^h)", None, "concat(i<h: H[i])"),
    (r"K = [K_{\text{past}}; k_t]", None, "concat-2(K_past, [k_t])"),
    (r"K_t = [K_{t-1}, k_t]", None, "concat-2(K_t_minus_1, [k_t])"),
    (r"K = \text{concat}(K_{\text{past}}, x W)", None, "concat-2(K_past, [(x @ W)])"),
    (r"V = [V_{\text{cache}} \parallel V_{\text{new}}]", None, "concat-2(V_cache, V_new)"),
    (r"K = [K_{\text{cache}}, K_{\text{new}}]", None, "concat-2(K_cache, K_new)"),
    (r"Y = [X \| Z] W", None, "(concat-1(X, Z) @ W)"),
    (r"K_{1:t} = \text{concat}(K_{\text{cache}}, K_t)", None, "concat-2(K_cache, K_t)"),
    (r"K_{\text{all}} = [K_{\text{past}}, K_{\text{new}}]", None, "concat-2(K_past, K_new)"),
    (r"C = [C_{past}, C_{new}]", None, "concat-2(C_past, C_new)"),
    (r"Y = [H_{prev}, X] W", None, "(concat-1(H_prev, X) @ W)"),
    (r"O = [H_1, H_2] W_O", None, "(concat-1(H_1, H_2) @ W_O)"),
    ("Z = [c; X]", {"c": (4,), "X": (3, 4)}, "concat-2([c], X)"),
    ("y = [A, b] x", {"A": (2, 3), "b": (2,), "x": (4,)}, "(concat-1(A, [b]') @ x)"),
    (r"Z = [\mathbf{1}, X]", None, "concat-1([full(1)]', X)"),
    ("o = W [c; h]", None, "(W @ concat-1(c, h))"),
    (r"\sigma(W [h_{t-1}, x_t])", None, "sigmoid((W @ concat-1(h_t_minus_1, x_t)))"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), JOINED)
def test_joined(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


OTHER_WIDTHS_DO_NOT_JOIN = [
    ("W [A; B]", {"W": (4, 5), "A": (3, 4), "B": (2, 5)}, "shape.concat"),
    ("Z = [A, b]", {"A": (2, 3), "b": (3,)}, "shape.concat"),
]


@pytest.mark.parametrize(("latex", "shapes", "key"), OTHER_WIDTHS_DO_NOT_JOIN)
def test_other_widths_do_not_join(latex, shapes, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, shapes=shapes)
    assert refused.value.message.key == key


@pytest.mark.parametrize("latex", [r"f(x) = [x^1, x^2, \dots, x^n]", r"y = (a^1, \dots, a^n)"])
def test_powers_in_a_list_are_no_entries(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


@pytest.mark.parametrize("separator", [",", ";", r"\|"])
def test_heads_are_joined_whatever_stands_between_them(separator):
    latex = rf"O = [\text{{head}}_1 {separator} \dots {separator} \text{{head}}_h] W^O"
    assert inputs(resolved(latex)) == "head:h×d W_O:d*h×k"


def test_items_before_the_dots_count_on():
    assert inputs(resolved(r"R = \begin{bmatrix} x_1 + y_1 \\ x_2 + y_2 \\ \vdots \end{bmatrix}")) == "x:n y:n"


OTHERS = [
    r"R = \begin{bmatrix} x_1 \cos t - x_2 \sin t \\ x_1 \sin t + x_2 \cos t \\ \vdots \end{bmatrix}",
    r"R = \begin{bmatrix} x_1 + y \\ x_2 - y \\ \vdots \\ x_n + y \end{bmatrix}",
]


@pytest.mark.parametrize("latex", OTHERS)
def test_rows_that_do_not_count_on_are_no_list(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


@pytest.mark.parametrize("latex", [r"S + m \cdot [-(i-1), \dots, -2, -1, 0]", r"y = x + [1, 4, \dots, n]"])
def test_a_list_with_dots_inside_a_formula_is_asked_about(latex):
    with pytest.raises(UnsupportedError, match="dots"):
        resolved(latex)


@pytest.mark.parametrize("latex", [r"v = [1, 2, \dots, n]", r"v = (1, 2, \dots, n)^T", r"x = [x_1, \dots, x_n]"])
def test_a_list_with_dots_alone_only_names(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)
