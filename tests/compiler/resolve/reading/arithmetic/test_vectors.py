"""Two vectors and the sign between them."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import inputs, meaning, resolved, show

VECTORS = [
    (r"a^\top b", (), None, "(a @ b)"),
    (r"(a - b)^\top c", (), None, "((a + -b) @ c)"),
    (r"a b^\top", (), None, "outer(a, b)"),
    (r"\vec a \cdot \vec b", (), None, "(a @ b)"),
    (r"e_{ij} = q_i (a_{ij})^\top", (), None, "[i<n,j<m] (q[i] @ a[i,j])"),
    (r"A_{ij} = H_i H_j^\top + H_i P_{j|i}^\top", (), None, "[i<n,j<n] ((H[i] @ H[j]) + (H[i] @ P[j,i]))"),
    (r"a \odot b", (), {"a": (3,), "b": (3,)}, "(a * b)"),
    (r"a \otimes b", (), {"a": (3,), "b": (3,)}, "outer(a, b)"),
    (r"a b", (), {"a": (1,), "b": (3,)}, "(a * b)"),
    (r"\gamma \cdot x + \beta", (), {"x": (3,), "gamma": (3,), "beta": (3,)}, "((gamma * x) + beta)"),
    (r"\vec a \times \vec b", (r"\vec a = (1, 2, 3)", r"\vec b = (0, 1, 4)"), None, "cross_product(a, b)"),
]


@pytest.mark.parametrize(("latex", "context", "shapes", "wanted"), VECTORS)
def test_vectors(latex, context, shapes, wanted):
    assert meaning(latex, context, shapes=shapes) == wanted


DOUBTFUL_PRODUCTS = [
    ("a b", {"a": (3,), "b": (3,)}, "unsupported.two_vectors"),
    (r"a \times b", {"a": (3,), "b": (3,)}, "unsupported.cross_product"),
    (r"\vec a \times \vec b", None, "unsupported.cross_product"),
]


@pytest.mark.parametrize(("latex", "shapes", "key"), DOUBTFUL_PRODUCTS)
def test_doubtful_products(latex, shapes, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, shapes=shapes)
    assert refused.value.message.key == key


def test_a_written_row_before_a_turned_one_is_a_dot_product():
    assert show(resolved(r"s = [1, 2] \cdot [3, 4]^\top")) == "([1, 2] @ [3, 4])"
    assert "outer" in show(resolved(r"S = q k^\top"))


@pytest.mark.parametrize(
    ("latex", "wanted"),
    [
        (r"s_1 = q k_1^\top", "(q @ k_1)"),
        (r"e_i = q_i k_i^\top", "[i<n] (q[i] @ k[i])"),
        (r"s = v k^\top", "outer(v, k)"),
    ],
)
def test_a_query_before_a_turned_key_is_one_score(latex, wanted):
    assert meaning(latex) == wanted


DIRECTIONS = [
    (r"s_i = \frac{w}{\|w\|}\cdot x_i", {"w": (3,), "x": (5, 3)}, "[i<n] ((w / norm(w)) @ x[i])"),
    (r"s = a/\|a\| \cdot c", {"a": (3,), "c": (3,)}, "((a / norm(a)) @ c)"),
    (r"y = \frac{x - m}{s} \cdot g", {"x": (3,), "m": (), "s": (), "g": (3,)}, "(((x + -m) / s) * g)"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), DIRECTIONS, ids=[row[0] for row in DIRECTIONS])
def test_a_dot_projects_on_a_direction_and_scales_a_quotient(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


ROWS_OF_A_STEP = [
    (r"S_t = \gamma S_{t-1} + k_t^\top v_t", (), "gamma:() S_t_minus_1:n×d k_t:n v_t:d"),
    (r"S_t = G_t \odot S_{t-1} + k_t^\top v_t", (), "G_t:n×d S_t_minus_1:n×d k_t:n v_t:d"),
    (r"m_t = m_{t-1} + e_t^\top i_t", (r"m_t \in \mathbb{R}^{k \times d}",), "m_t_minus_1:k×d e_t:k i_t:d"),
    (r"S_t = (\alpha_t^\top \mathbf{1}) \odot S_{t-1} + k_t^\top v_t", (), "alpha_t:n S_t_minus_1:n×d k_t:n v_t:d"),
    (r"S_t = (\alpha_t \beta_t^\top) \odot S_{t-1} + k_t v_t^\top", (), "alpha_t:n beta_t:d S_t_minus_1:n×d k_t:n v_t:d"),
    (r"h_t = h_{t-1} + k_t^\top q_t", (), "h_t_minus_1:() k_t:n q_t:n"),
    (r"O = (q^\top k) \odot M", (), "q:n k:n M:m×d"),
    (r"S = \lambda \beta^\top", (), "lambda_:() beta:n"),
]


@pytest.mark.parametrize(("latex", "context", "given"), ROWS_OF_A_STEP)
def test_an_outer_product_of_rows_leaves_their_lengths_apart(latex, context, given):
    assert inputs(resolved(latex, context)) == given


def test_what_the_note_defines_by_an_exponential_scales_each_entry():
    context = (r"m_t = \max(m_{t-1}, \operatorname{rowmax}(S_t))", r"\alpha_t = e^{m_{t-1} - m_t}")
    shapes = {"m_t_minus_1": (3,), "S_t": (3, 4), "l_t_minus_1": (3,), "c": (3,)}
    assert "(alpha_t * l_t_minus_1)" in meaning(r"l_t = \alpha_t l_{t-1} + c", context, shapes)


ROWS = [
    (r"S_t = (I - \beta k^\top k) S + \beta k^\top v", "(((I + -(beta * outer(k, k))) @ S) + (beta * outer(k, v)))"),
    (r"S_t = S - \beta k^\top (k S - v)", "(S + -(beta * outer(k, ((k @ S) + -v))))"),
    (r"M = \lambda I + x^\top x", "((lambda_ * I) + outer(x, x))"),
    (r"f = x^\top x + x^\top A x", "((x @ x) + ((x @ A) @ x))"),
    (r"y = \frac{q S}{q z}", "((q @ S) / (q @ z))"),
]


@pytest.mark.parametrize(("latex", "wanted"), ROWS, ids=[row[0] for row in ROWS])
def test_products_of_rows_beside_matrices(latex, wanted):
    assert meaning(latex) == wanted


SCORES_BEFORE_VALUES = [
    (r"o = \mathbf{q} \cdot \mathbf{k} \mathbf{v}", None, "((q @ k) * v)"),
    (r"o_t = \sum_j q_t \cdot k_j\, v_j", {"q": (5, 3), "k": (4, 3), "v": (4, 3)}, "[t<n] sum(j<m: ((q[t] @ k[j]) * v[j]))"),
    (r"s = w \cdot W x", None, "(w @ (W @ x))"),
    (r"y = a \cdot b c", None, "(a * b * c)"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), SCORES_BEFORE_VALUES)
def test_a_dot_product_before_a_vector_is_its_factor(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted
