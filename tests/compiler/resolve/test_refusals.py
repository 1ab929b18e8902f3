"""What is refused, and what is quietly skipped: a guess would be worse than either."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.errors import NothingToCompute, ShapeError, UnsupportedError

from .dump import resolved, show

SKIPPED = [
    (r"a \equiv b \pmod n", ()),
    (r"d_{model} \pmod h == 0", ()),
    (r"17 \equiv 2 \pmod 5", ()),
    (r"y = 7 \text{ mod } 3", ()),
    (r"Q, K", ()),
    (r"W_i^Q, W_i^K, W_i^V", ()),
    (r"W^i", ()),
    (r"X_i^T", ()),
    (r"X=[x^T_1 \cdot x^T_2 \cdot x^T_3]", ()),
    (r"\overrightarrow {a}=(a_{1}, a_{2},\cdots ,a_{n})", ()),
    (r"(x_1, x_2), (x_3, x_4), \dots, (x_{d-1}, x_d)", ()),
    (r"x \in \mathbb{R}^{n \times d}", ()),
    (r"\beta_1, \beta_2 \in [0, 1], \quad \epsilon \in (0, 1)", ()),
    (r"O(n^2 d)", ()),
    (r"O(T^2 d) \to O(T d^2)", ()),
    (r"f: X \to Y", ()),
    (r"A B \neq B A", ()),
    (r"\frac{\partial L}{\partial w} = \frac{\partial L}{\partial a} \cdot \frac{\partial a}{\partial w}", ()),
    (r"\frac{\mathrm{d}L}{\mathrm{d}w}", ()),
    (r"\frac{d \theta}{d t}", ()),
    (r"\frac{d^2 y}{d t^2}", ()),
    (r"(ax^2 + bx)'", ()),
    (r"w \leftarrow w - \eta \nabla_w L", ()),
    (r"\underbrace{QK^T}_{a} \rightarrow \underbrace{\text{softmax}}_{b} \rightarrow \underbrace{\times V}_{c}", ()),
    (r"\text{softmax}", ()),
    (r"[0.4, 0.4, 0.2]", ()),
    (r"f(x)", ()),
    (r"A \vec{v} = \lambda \vec{v}", ()),
    (r"\text{Flatten} \leftarrow \text{Pool} \leftarrow \text{Conv}", ()),
    (r"\langle S, A, T, \gamma \rangle", ()),
    (r"\min_w \mathbb{E}_{x \sim p(x)} L(x; w)", ()),
    (r"\sum_j A_{ij} = 1", ()),
    (r"A_{ij} \geq 0, \quad \sum_j A_{ij} = 1", ()),
    (r"P(A \mid B)", ()),
    (r"\text{softmax}(\cdot)", ()),
    (r"\pi P = \pi", ()),
    (r"\text{minimize} \quad & \sum_{ij} C_{ij} \\ \text{subject to} \quad & s = \min(n, m)", ()),
    (r"s.t. \quad y_i(w^Tx_i+b)\geq 1,i=1,2,...,n", ()),
    (r"\mathcal{L}(\theta)", ()),
    (r"\langle f(q, m), f(k, n) \rangle = g(q, k, m - n)", ()),
    (r"y \propto e^{s}", ()),
    (r"\text{softmax}([2, 4]) \approx tri[0.1, 0.9]", ()),
]


@pytest.mark.parametrize(("latex", "context"), SKIPPED, ids=[row[0] for row in SKIPPED])
def test_nothing_to_compute(latex, context):
    with pytest.raises(NothingToCompute):
        resolved(latex, context)


UNSUPPORTED = [
    (r"\mathrm{squash}(x)", None, "squash"),
    (r"y = \text{Sublayer}(x) + x", None, "Sublayer"),
    (r"y = f(x)", None, "f"),
    (r"Y = (XW)' Z", {"X": (3, 4), "W": (4, 2), "Z": (2, 3)}, "script"),
    (r"y = \kappa(q_i, k_j)", None, "kappa"),
    (r"O_i = \sum_j \text{sim}(Q_i, K_j) V_j", None, "sim"),
    (r"G = \sum_{k=0}^{\infty} \gamma^k r_k", None, "without end"),
    (r"L = \sum_{i=1}^N \|f(x_i^{(1)}) - f(x_i^{(2)})\|^2", None, "different arguments"),
    (r"L = \sum_i (D(x_i^+) - D(x_i^-))", None, "different arguments"),
    (r"L = \sum_i (f(x_i) - f(x_i'))^2", None, "different arguments"),
    (r"G = \sum_t \gamma^t r_t", None, "starts at 0 or at 1"),
    (r"f(x) = \sum_n a_n x^{2n+1}", None, "starts at 0 or at 1"),
    (r"W = \min \sum_{i,j} \gamma_{ij} C_{ij}", None, "not written"),
    (r"p(y) = \sum_i a_i y^{n-i}", None, "starts at 0 or at 1"),
    (r"y = \sum_n h_n z^{-n}", None, "starts at 0 or at 1"),
    (r"G = \sum_{t=0}^{2} \gamma^t r_{t+1}", {"r": (3,)}, "from 0 or from 1"),
    (r"\int_0^1 x dx = \frac12", None, "int"),
    (r"C = A * B", {"A": (3, 3), "B": (3, 3)}, "convolution"),
    (r"H = \phi(XW + b)", None, "phi"),
    (r"h = u + \sum_{i=1}^{N} g_i \operatorname{FFN}_i(u)", None, "FFN_i"),
    (r"d = \gcd a", None, "gcd"),
    (r"a_t = \frac{f(t)}{f(0)}", None, "function f"),
    (r"y = x(0) + 1", None, "function x"),
    (r"S_h = Q_h K_{f(h)}^\top, \quad f(h) = \lfloor h / r \rfloor", None, "from 0 or from 1"),
    (r"Y = \sum_{i=1}^{N} \alpha_n x_n", None, "carries n"),
    (r"y = x[t-1]", None, "difference of two indices"),
    (r"y = x_{\arg\max_i p_i}", None, "script"),
    (r"y = x_t[0]", None, "script"),
    (r"p = \mathbb{P}[X > 0]", None, "operator P"),
    (r"y = n!!", None, "sign !"),
    (r"P(w_n|w_{n-1}) = \frac{C(w_{n-1} w_n)}{C(w_{n-1})}", None, "function C"),
    (r"y_t = \sum_{k=-K}^{K} w_k x_{t+k}", None, "before the first entry"),
    (r"f(q, m) = R(q, m) e^{\text{i} \Theta(q, m)}", None, "imaginary"),
    (r"z = x y", {"x": (3,), "y": (3,)}, "side by side"),
    (r"s = \vec{a} \times \vec{b}", {"a": (4,), "b": (4,)}, "cross product"),
    (r"s = a \times b", {"a": (3,), "b": (3,)}, "cross product"),
    (r"z = \|A\|", {"A": (3, 2)}, "norm"),
    (r"y_n = \sum_k h_k x_{n-k}", None, "difference of two indices"),
    (r"p = \arg\min_{p \in S} \|p - z\|^2", None, "not known"),
    (r"w_i := w_i - \frac{\eta}{|\mathcal{B}|} \sum_{i \in \mathcal{B}} x^{(i)}", None, "set is not read"),
    (r"y = \max() x", None, "2 needed, 0 given"),
    (r"y = \log_2(a, b)", None, "1 needed, 2 given"),
    (r"y = \mathbb{{d}{d-2}}", None, "more than one symbol"),
    (r"y = a \pm b", None, "±"),
    (r"y = \sigma_h(x)", None, "subscript"),
    (r"y = \mathrm{ELU}_\alpha(x)", None, "subscript"),
    (r"y = \overline{a + b}", None, "accent"),
    (r"f(x) &= x^2, \quad x \ge 0 \\ &= -x, \quad x < 0", None, "a value and a condition"),
    (r"s_i = \log x_{i y_i}", None, "from 0 or from 1"),
    (r"c(n) = 2H(n-1)", None, "function H"),
    (r"y = \gamma E_{t-1}[g^2] + 1", None, "function E"),
    (r"L = c H[\pi_\theta]", None, "function H"),
    (r"y = \exp q \cdot k", None, "before the dot"),
    (r"y = \Delta_t + \Delta t", None, "one quantity or two"),
    (r"y = \mathrm{Poisson}(2) + x", None, "function Poisson"),
    (r"y = P(3) + x", None, "function P"),
    (r"y = \pi(a) + \pi", None, "as a function does"),
    (r"y = m(x) + m", None, "as a function does"),
    (r"\text{LayerNorm}(x) = \gamma \odot \text{LayerNorm}(x) + \beta", None, "defined by itself"),
    (r"y = \sum_{j \ne k} x_j", None, "range of the index k"),
    (r"y = \mathbb{E}_{w \sim N(0, 1)}[w]", None, "distribution"),
]


@pytest.mark.parametrize(("latex", "shapes", "says"), UNSUPPORTED, ids=[row[0] for row in UNSUPPORTED])
def test_refused(latex, shapes, says):
    with pytest.raises(UnsupportedError, match=says):
        resolved(latex, (), shapes)


def test_more_indices_than_axes_of_what_has_no_name():
    with pytest.raises(UnsupportedError, match=r"fewer axes \(0\) than indices \(1\)"):
        resolved(r"y = g(a + b)", (r"g(x) = \sum_i x_i", "a = 2", "b = 3"))


CONTRADICTIONS = [
    (r"S = Q^TK", {"Q": (3, 4), "K": (5, 4)}, "4×3 times 5×4", "Q K^T would fit"),
    (r"S = QK", {"Q": (3, 4), "K": (5, 4)}, "3×4 times 5×4", "Q K^T would fit"),
    (r"y = Wx + b", {"W": (3, 4), "x": (4,), "b": (4,)}, "entry by entry: 3 and 4", None),
    (r"y = \begin{bmatrix} 1 & 2 \\ 3 & 4 \\ 5 & 6 \end{bmatrix} \begin{bmatrix} 1 \\ 2 \\ 3 \end{bmatrix}", None, "3×2 times 3×1", None),
    (r"\det(A) + |A|", {"A": (2, 3)}, "square", None),
    (r"s = \sum_{i=1}^{4} x_i", {"x": (3,)}, "4 places", None),
]


@pytest.mark.parametrize(("latex", "shapes", "says", "hint"), CONTRADICTIONS, ids=[row[0] for row in CONTRADICTIONS])
def test_contradicting_shapes(latex, shapes, says, hint):
    with pytest.raises(ShapeError, match=says) as caught:
        resolved(latex, (), shapes)
    assert hint is None or hint in str(caught.value.hint)


def test_the_contradiction_is_underlined():
    latex = r"A = \text{softmax}(Q^TK)V"
    with pytest.raises(ShapeError) as caught:
        resolved(latex, (), {"Q": (3, 4), "K": (5, 4), "V": (5, 2)})
    assert latex[caught.value.span.start : caught.value.span.end] == "Q^TK"


@pytest.mark.parametrize("latex", [r"K = \exp(-D) + I", r"K = \exp(-D) + s I", r"K = \exp(-D) - J"])
def test_the_exponentials_of_entries(latex):
    assert "exp(-D)" in show(resolved(latex))


SLIPS = [
    (r"\mathrm{softmax}(x)_i = \frac{e^{xi}}{\sum_j e^{x_j}}", "xi"),
    (r"\sigma(z)_i = \frac{e^{z_i}}{\sum_{j=1}^K e^{zj}}", "zj"),
    (r"A(Q, K, V) = \mathrm{softmax}(Q K^\top) v", "V"),
]


@pytest.mark.parametrize(("latex", "named"), SLIPS)
def test_a_lost_subscript_or_another_case_is_asked_about(latex, named):
    with pytest.raises(UnsupportedError, match=named):
        resolved(latex)


LEFT_ALONE = [
    (r"E = \sum_n n x_n", "sum(n<n: (#n * x[n]))"),
    (r"L(Y, w) = \sum_i w_i y_i", "sum(i<n: (w[i] * y[i]))"),
    (r"f(x, W) = W x + b", "((W @ x) + b)"),
]


@pytest.mark.parametrize(("latex", "wanted"), LEFT_ALONE)
def test_an_index_as_a_number_and_entries_of_a_parameter_are_read(latex, wanted):
    assert show(resolved(latex)) == wanted


IN_WORDS = [
    (r"f_i = \sum_t \mathbb{1}(\text{token } t \text{ selects } i)", "condition"),
    (r"f_i = \sum_t \mathbf{1}\{\text{argmax}\, p(x_t) = i\}", "operator argmax"),
]


@pytest.mark.parametrize(("latex", "says"), IN_WORDS)
def test_what_is_said_in_words_is_no_product(latex, says):
    with pytest.raises(UnsupportedError, match=says):
        resolved(latex)


def test_words_in_a_bracket_are_factors_beside_a_number():
    assert resolved(r"y = 2(\text{width} + \text{height})").name == "y"


BEHIND = [
    r"o_i = \sum_j A_{ij} v_j, \quad j \le i",
    r"o_i = \sum_j A_{ij} v_j \quad (j \in [i - w, i])",
    r"h_i = \sum_j a_{ij} h_j, \quad j \in \mathcal{N}(i)",
    r"h_i = \sum_{j=1}^{n} a_{ij} h_j, \quad j \ne i",
    r"A_{ij} = \mathrm{softmax}_j(S_{ij}), \quad |i - j| \le w",
]


@pytest.mark.parametrize("latex", BEHIND)
def test_a_condition_behind_a_sum_is_not_left_out(latex):
    with pytest.raises(UnsupportedError, match="restricts j"):
        resolved(latex)


HARMLESS = [
    (r"o_i = \sum_{j \le i} A_{ij} v_j, \quad j \le i", "if (#j <= #i)"),
    (r"o_i = \sum_j A_{ij} v_j, \quad 1 \le i \le n", "sum"),
    (r"H = -\sum_{i,j} p_{ij} \log p_{ij}, \quad p_{ij} \ge 0", "log"),
    (r"y_{ij} = x_i x_j, \quad i < j", "x[j]"),
]


@pytest.mark.parametrize(("latex", "holds"), HARMLESS)
def test_other_conditions_are_left_alone(latex, holds):
    assert holds in show(resolved(latex))


BEHIND_A_DEFINITION = [
    (r"a_{ij} = \mathrm{softmax}_j(e_{ij})", r"e_{ij} = q_i \cdot k_j, \quad j \le i", True),
    (r"o_i = \sum_j e_{ij} v_j", r"e_{ij} = q_i \cdot k_j, \quad j < i", True),
    (r"y_{ij} = e_{ij} + 1", r"e_{ij} = q_i \cdot k_j, \quad j \le i", False),
    (r"o_i = \sum_j b_{ij} v_j", r"e_{ij} = q_i \cdot k_j, \quad j \le i", False),
    (r"a_{ij} = \mathrm{softmax}_j(e_{ij})", r"e_{ij} = q_i \cdot k_j, \quad n \ge 1", False),
]


@pytest.mark.parametrize(("latex", "definition", "refused"), BEHIND_A_DEFINITION)
def test_a_condition_behind_a_definition_goes_with_it(latex, definition, refused):
    if refused:
        with pytest.raises(UnsupportedError, match="restricts j"):
            resolved(latex, (definition,))
    else:
        assert resolved(latex, (definition,)).name


def test_matrices_joined_by_one_sign_are_asked_about():
    with pytest.raises(UnsupportedError, match="along the diagonal"):
        resolved(r"R = \bigoplus_{i=1}^{d} \begin{pmatrix} \cos \theta_i & -\sin \theta_i \\ \sin \theta_i & \cos \theta_i \end{pmatrix}")
    assert resolved(r"h = \bigoplus_{k=1}^{K} W^k x").name == "h"


@pytest.mark.parametrize(
    "latex", [r"y_i = \lambda_i^{init} x_i", r"\lambda_l^{(t+1)} = \lambda_l^{(t)} b_l", r"L = \sum_l \lambda_l^{sp} x_l"]
)
def test_a_lambda_with_an_index_and_a_label_is_written(latex):
    assert any(name.startswith("lambda_") for name in compile_formula(latex).inputs)
