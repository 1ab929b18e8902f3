"""What is only mentioned is passed over."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from .dump import meaning, resolved, show

MENTIONED = [r"P(A|B)", r"p(y \mid x; \theta)", r"f(x)", r"\{x_i\}_{i=1}^n", r"\mathcal{D} = \{(x_i, y_i)\}_{i=1}^N", r"(x_t)_{t=1}^T"]


@pytest.mark.parametrize("latex", MENTIONED)
def test_mentions(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


COMPUTED = [(r"\sigma(x)", None, "sigmoid(x)"), (r"x(a + b)", None, "(x * (a + b))"), (r"g_t^{\odot 2}", None, "g_t**2")]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), COMPUTED, ids=[row[0] for row in COMPUTED])
def test_expressions_without_a_left_side(latex, shapes, wanted):
    assert meaning(latex, (), shapes) == wanted


SENTENCES = [r"a \implies \mathbf{被迫算出整个\ N \times N\ 矩阵}", r"\mathbf{需要\ N \times N\ 矩阵}"]


@pytest.mark.parametrize("latex", SENTENCES)
def test_remarks_whose_words_stand_beside_symbols(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


@pytest.mark.parametrize("latex", [r"\text{权重} \times V", r"\text{输出} = \text{权重} V"])
def test_words_that_are_names(latex):
    assert meaning(latex).endswith(" @ V)")


def test_a_target_may_be_the_word_of_the_note():
    latex = r"\text{出力} = 2 v, \quad w = v + 1"
    assert resolved(latex, target="出力").name == resolved(latex, target="u51fau529b").name


@pytest.mark.parametrize("product", [r"\text{权重} V", r"\text{权重} \cdot V"])
def test_a_word_beside_a_dot_uses_what_the_display_says_of_it(product):
    assert resolved(rf"\text{{权重}} = \text{{softmax}}(S), \quad Y = {product}").name == "Y"


@pytest.mark.parametrize("latex", [r"H(X,Y) = H(X) + H(Y \mid X)", r"I(X;Y) = H(X) - H(X \mid Y)"])
def test_laws_of_information_are_no_computations(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


def test_an_entropy_that_is_written_out_is_computed():
    assert meaning(r"H(X) = -\sum_x p(x) \log p(x)") == "-sum(x<n: (p[x] * log(p[x])))"


@pytest.mark.parametrize("latex", [r"A v = \lambda v \implies \det(A - \lambda I) = 0", r"f(x) = 0 \implies x^2 - 2 = 0"])
def test_what_has_to_be_zero_is_to_be_solved(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


def test_what_follows_has_a_value():
    assert meaning(r"a = b + 1 \implies c = 2 a").endswith("(2 * a)")
    assert meaning(r"\sum_i (x_i - m) = 0") == "sum(i<n: (x[i] + -m))"


@pytest.mark.parametrize("latex", [r"\det(A - \lambda I) = 0", r"|A^T A - \lambda I| = 0"])
def test_the_equation_of_eigenvalues_is_to_be_solved(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


def test_a_determinant_that_is_said_to_be_zero_is_computed():
    assert meaning(r"\det(A) = 0") == "det(A)"


def test_a_function_in_a_script_is_used():
    latex = (
        r"\begin{aligned} M(Q, K) &= \mathrm{Concat}(\text{head}_1, \dots, \text{head}_h) W^O \\"
        r"\text{head}_i &= \mathrm{Attention}(Q_i W_i^Q, K W_{g(i)}^K, K W_{g(i)}^V) \\ g(i) &= \lfloor i / G \rfloor \end{aligned}"
    )
    assert resolved(latex).name == "M"


def test_a_target_is_what_carries_that_very_name_before_what_carries_it_with_an_index():
    latex = r"Z_i = \mathrm{softmax}(Q_i K_i^\top) V_i \\ Z = \mathrm{Concat}(Z_1, \dots, Z_h) W^O"
    assert show(resolved(latex, target="Z")).endswith("@ W_O)")
    assert show(resolved(latex.partition(r"\\")[0], target="Z")).startswith("[i<")


def test_a_call_that_is_only_named_gives_way_to_an_equation():
    mask = r"M_{ij} = \begin{cases} 1 & \text{if } j \le i \\ 0 & \text{otherwise} \end{cases}"
    assert "softmax" not in meaning(rf"\text{{Attention}}(Q, K, V) \text{{ with mask }} {mask}")
    assert "softmax" in meaning(r"\text{Attention}(Q, K, V), \quad Q = X W_Q")
    assert meaning(r"\max(a, b), \quad a = 2 c") == "a = (2 * c)\nmax(a, b)"
