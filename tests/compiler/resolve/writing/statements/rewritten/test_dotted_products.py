"""Products with dots are product signs, upwards or downwards; shapes and other rows with dots are left alone."""

from __future__ import annotations

import pytest

from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.resolve.writing.statements.rewritten.dotted_products import with_product_signs
from vault_tools.compiler.syntax import parse

PRODUCTS = [
    (r"y = p_1 p_2 \cdots p_n", r"y = \prod_{l=1}^{n} p_l"),
    (r"y = p_1 \cdot p_2 \cdot \ldots \cdot p_n + 3", r"y = \prod_{l=1}^{n} p_l + 3"),
    (r"y = A_L \cdot A_{L-1} \cdot \ldots \cdot A_1", r"y = \prod_{l=L}^{1} A_l"),
    (r"y = A_L \cdots A_1", r"y = \prod_{l=L}^{1} A_l"),
    (r"y = A_1 \times \cdots \times A_{10}", r"y = \prod_{l=1}^{10} A_l"),
    (r"y = W^{(L)} W^{(L-1)} \cdots W^{(1)}", r"y = \prod_{l=L}^{1} W_l"),
    (r"y = W_1 W_2 \cdots W_L x", r"y = (\prod_{l=1}^{L} W_l) x"),
    (r"y = 2 q_1 q_2 \cdots q_n (1 - r)", r"y = 2 (\prod_{l=1}^{n} q_l) (1 - r)"),
]


@pytest.mark.parametrize(("written", "signed"), PRODUCTS)
def test_a_product_sign(written, signed):
    assert key(with_product_signs(parse(written)).rows) == key(parse(signed).rows)


ALONE = [
    r"x \in \mathbb{R}^{n_1 \times n_2 \times \cdots \times n_d}",
    r"y = A_1 \odot A_2 \odot \cdots \odot A_n",
    r"y = A_L A_{L-2} \cdots A_1",
    r"y = a_1 b_2 \cdots c_n",
    r"y = x_1 + x_2 + \cdots + x_n",
    r"i = 1, 2, \dots, n",
]


@pytest.mark.parametrize("latex", ALONE)
def test_left_alone(latex):
    display = parse(latex)
    assert with_product_signs(display) is display
