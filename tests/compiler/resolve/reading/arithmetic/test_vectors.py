"""Two vectors and the sign between them."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved, show

VECTORS = [
    (r"a^\top b", (), None, "(a @ b)"),
    (r"(a - b)^\top c", (), None, "((a + -b) @ c)"),
    (r"a b^\top", (), None, "outer(a, b)"),
    (r"\vec a \cdot \vec b", (), None, "(a @ b)"),
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
