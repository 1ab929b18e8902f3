r"""The printer shows what was understood, in our own words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from vault_tools import compile_formula
from vault_tools.compiler import tree
from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.latex_names import print_name
from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.tree import NOWHERE, Binding
from vault_tools.compiler.vocabulary import Vocabulary

from .trees import (
    BUILD,
    add,
    array,
    at,
    call,
    compare,
    div,
    e_to,
    exp,
    index,
    local,
    matmul,
    mul,
    neg,
    num,
    power,
    program,
    size,
    softmax,
    sqrt,
    t,
    total,
    value_of,
)  # fmt: skip

Q, K, V = array("Q", "n", "d_k"), array("K", "m", "d_k"), array("V", "m", "d_v")
a, b, x, y = array("a"), array("b"), array("x", "n"), array("y", "n")
W = array("W", "n", "n")
i, j = index("i", "n"), index("j", "n")


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("d_k", "d_{k}"),
        ("W_Q", "W_{Q}"),
        ("alpha", r"\alpha"),
        ("lambda_", r"\lambda"),
        ("y_hat", r"\hat{y}"),
        ("x_bar_2", r"\bar{x}_{2}"),
        ("x_prime", "x'"),
        ("sigma_squared", r"\sigma^{2}"),
        ("sigma_hat_B_cubed", r"\hat{\sigma}_{B}^{3}"),
        ("r_power_4", "r^{4}"),
        ("n_power", r"n_{\mathrm{power}}"),
        ("h_t_minus_1", "h_{t-1}"),
        ("k_plus", "k_{+}"),
        ("d_model", r"d_{\mathrm{model}}"),
        ("head", r"\mathrm{head}"),
        ("ell", r"\ell"),
        ("plus", "{+}"),
        ("h_plus", "h_{+}"),
    ],
)
def test_names(name, latex):
    assert print_name(name) == latex


@pytest.mark.parametrize(
    ("expression", "latex"),
    [
        (
            matmul(softmax(div(matmul(Q, t(K)), sqrt(size("d_k")))), V),
            r"\mathrm{softmax}\left(\frac{Q K^{\top}}{\sqrt{d_{k}}}\right) V",
        ),
        (total(j, mul(at(array("alpha", "n", "n"), i, j), at(array("h", "n", "d"), j))), r"\sum_{j=1}^{n} \alpha_{ij} h_{j}"),
        (total(j, at(x, j), where=compare("<=", value_of(j), value_of(i))), r"\sum_{j \le i} x_{j}"),
        (total(index("p", "n", 0), at(x, index("p", "n", 0))), r"\sum_{p=0}^{n-1} x_{p}"),
        (at(x, BUILD.position(i, -1)), "x_{i-1}"),
        (matmul(matmul(x, array("W", "n", "n")), y), r"x^{\top} W y"),
        (matmul(mul(a, add(Q, Q)), t(K)), r"a \left(Q + Q\right) K^{\top}"),
        (power(add(a, b), 2), r"\left(a + b\right)^{2}"),
        (power(power(a, 2), 3), r"\left(a^{2}\right)^{3}"),
        (add(a, neg(b), num(-2)), "a - b - 2"),
        (mul(a, num(3)), r"a \cdot 3"),
        (mul(x, y), r"x \odot y"),
        (matmul(mul(W, W), x), r"\left(W \odot W\right) x"),
        (matmul(W, mul(x, y)), r"W \left(x \odot y\right)"),
        (neg(mul(x, y)), r"-x \odot y"),
        (add(x, mul(x, y)), r"x + x \odot y"),
        (num(Fraction(1, 3)), r"\frac{1}{3}"),
        (num(Fraction("0.044715")), "0.044715"),
        (e_to(neg(a)), "e^{-a}"),
        (exp(a), r"\exp\left(a\right)"),
        (call("abs", a), r"\left|a\right|"),
        (tree.MatrixPower(base=array("S", "n", "n"), exponent=Fraction(-1, 2)), r"S^{-0.5}"),
        (
            BUILD.where([(compare("<", a, num(0)), neg(a))], a, NOWHERE),
            r"\begin{cases}-a & \text{if } a < 0 \\ a & \text{otherwise}\end{cases}",
        ),
        (mul(a, add(compare("==", value_of(i), value_of(j)), neg(b))), r"a \left(\left[i = j\right] - b\right)"),
        (
            BUILD.where([(tree.Logic(operator="and", operands=(compare("<", a, b), compare("<=", b, num(1)))), a)], b, NOWHERE),
            r"\begin{cases}a & \text{if } \left(a < b\right) \wedge \left(b \le 1\right) \\ b & \text{otherwise}\end{cases}",
        ),
        (BUILD.stack([BUILD.stack([a, b], NOWHERE), BUILD.stack([b, a], NOWHERE)], NOWHERE), r"\begin{bmatrix}a & b \\ b & a\end{bmatrix}"),
        (BUILD.stack([a, b], NOWHERE), r"\left(a, b\right)"),
    ],
    ids=str,
)
def test_expressions(expression, latex):
    assert print_latex(expression) == latex


@pytest.mark.parametrize(
    ("formula", "printed"),
    [
        (r"h_i = Q_i K_{\lceil i/g \rceil}^\top", r"K_{\left\lceil \frac{i}{g} \right\rceil}"),
        (r"y_i = z_i x_{\lfloor (i - 1)/g \rfloor + 1}", r"x_{\left\lfloor \frac{i - 1}{g} \right\rfloor + 1}"),
        (r"L = -\log \mathrm{softmax}(z)_y", r"\mathrm{softmax}\left(z\right)_{y}"),
        (r"y_{ij} = S_{ij} + b_{i-j}", r"b_{i - j + d}"),  # b_1 is the bias of the smallest distance
    ],
)
def test_computed_places_are_counted_as_the_formula_counts_them(formula, printed):
    assert printed in print_latex(compile_formula(formula).program)


def test_a_program_shows_its_definitions():
    alpha = Binding("alpha", (i, j), exp(at(array("e", "n", "n"), i, j)))
    c = program(total(j, at(local("alpha", "n", "n"), i, j)), name="c", indices=[i], bindings=[alpha])
    rows = r"c_{i} &= \sum_{j=1}^{n} \alpha_{ij} \\ \alpha_{ij} &= \exp\left(e_{ij}\right)"
    assert print_latex(c) == rf"\begin{{aligned}}{rows}\end{{aligned}}"


def test_no_text_of_the_note_is_printed():
    leaf = tree.Input(name="a", written="<img src=x>")
    number = tree.Number(value=Fraction(1), written="1 %% -->")
    assert print_latex(add(leaf, number)) == "a + 1"


def test_only_letters_and_digits_of_a_name_are_printed():
    assert print_name("a$$<!--b-->") == r"\mathrm{ab}"


def test_an_index_that_was_renamed_apart_gets_its_letter_back():
    apart = index("j_2", "n")
    assert print_latex(program(total(apart, at(x, apart)))) == r"\sum_{j=1}^{n} x_{j}"
    both = program(mul(at(y, j), total(apart, at(x, apart))), indices=[j])
    assert print_latex(both) == r"y_{j} \sum_{j'=1}^{n} x_{j'}"


def test_a_chain_is_printed_with_all_its_sides():
    chain = r"s = \frac{a}{2} = 3 a"
    assert print_latex(resolve(parse(chain), Context.read(), Vocabulary({}, ()))) == chain


def test_choices_and_degrees_are_printed_as_they_are_written() -> None:
    def printed(latex: str) -> str:
        return print_latex(compile_formula(latex).program)

    assert printed(r"\binom{n}{k} p^k") == r"\binom{n}{k} p^{k}"
    assert printed(r"10 \cos(60^\circ)") == r"10 \, \cos\left(60^{\circ}\right)"
    assert printed(r"60 \cdot \frac{\pi}{180}") == r"60 \frac{\pi}{180}"


def test_minus_one_times_something_is_a_minus() -> None:
    assert print_latex(mul(num(-1), a)) == "-a"
    assert print_latex(mul(num(-1), num(2))) == r"\left(-1\right) \cdot 2"


def test_sides_that_are_read_alike_are_printed_once() -> None:
    dots = compile_formula(r"s = \sum_{i=1}^n a_i b_i = a_1 b_1 + a_2 b_2 + \cdots + a_n b_n").program
    assert print_latex(dots) == r"s = \sum_{i=1}^{n} a_{i} b_{i}"
    assert print_latex(compile_formula(r"s = a + b = b + a").program) == "s = a + b = b + a"
