r"""`QK^\top = (n \times d_k)(d_k \times n) = n \times n`: shapes behind what has them."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.statements.splitting import split
from vault_tools.compiler.syntax import parse

SHAPES = [
    (r"QK^\top = (n \times d_k)(d_k \times n) = n \times n", 1),
    (r"QK^\top = (n \times d_k)(d_k \times n)", 1),
    (r"S = QK^\top = (n \times d) \cdot (d \times n) = (n \times n)", 2),
    (r"Y = XWV = (n \times d)(d \times k)(k \times m) = (n \times m)", 2),
    (r"QK^\top = (5 \times 64)(64 \times 5) = 5 \times 5", 1),
    (r"S = QK^\top = [10, 64] \times [64, 10] = [10, 10]", 2),
    (r"Q = X W_Q \rightarrow (n \times d_k)", 2),
]


@pytest.mark.parametrize(("latex", "kept"), SHAPES)
def test_shapes_are_no_sides(latex, kept):
    (statement,) = split(parse(latex))
    assert len(statement.sides) == kept
    assert not statement.annotation


ONLY_SHAPES = [
    r"(n \times d_k)(d_k \times n) = n \times n",
    r"(2 \times 3)(3 \times 4) = 2 \times 4",
    r"(n \times d)(d \times m) = (n \times m)",
]


@pytest.mark.parametrize("latex", ONLY_SHAPES)
def test_a_chain_of_shapes_computes_nothing(latex):
    (statement,) = split(parse(latex))
    assert statement.annotation


NUMBERS = [
    (r"(2 \times 3)(3 \times 4) = 6 \times 12 = 72", 3),
    (r"A = (2 \times 3)(3 \times 4)", 2),
    (r"A = (2 \times 3)(3 \times 4) = 72", 3),
    (r"A = (a \times b)(c \times d) = a \times d", 3),
    (r"A = (a \times b)(b \times c) = a c", 3),
    (r"A = (a \times b) / (b \times c)", 2),
    (r"C = n \times d \times n", 2),
    (r"s = [a, b] \cdot [b, c]", 2),
    (r"s = [1, 2] \cdot [2, 3] = 8", 3),
    (r"(a \times b)(b \times c)", 1),
]


@pytest.mark.parametrize(("latex", "kept"), NUMBERS)
def test_products_of_numbers_are_sides(latex, kept):
    (statement,) = split(parse(latex))
    assert (len(statement.sides), statement.annotation) == (kept, False)
