"""A matrix with one column or row is a vector where only a vector fits."""

from __future__ import annotations

import pytest

from vault_tools.errors import ShapeError

from ...dump import meaning, resolved

A = r"\begin{pmatrix} 1 \\ 2 \\ 3 \end{pmatrix}"
B = r"\begin{pmatrix} 3 \\ 2 \\ 1 \end{pmatrix}"
GIVEN = (rf"\vec a = {A}", rf"\vec b = {B}")

VECTORS = [
    (rf"{A} \cdot {B}", (), "([1, 2, 3] @ [3, 2, 1])"),
    (rf"{A} \times {B}", (), "cross_product([1, 2, 3], [3, 2, 1])"),
    (r"\begin{bmatrix} 1 & 2 \end{bmatrix} \cdot \begin{bmatrix} 3 & 4 \end{bmatrix}", (), "([1, 2] @ [3, 4])"),
    (r"\vec a \cdot \vec b", GIVEN, "(a'[0] @ b'[0])"),
    (r"\vec a \times \vec b", GIVEN, "cross_product(a'[0], b'[0])"),
    # matrices that fit, and a number beside a column
    (r"\vec a^\top \vec b", GIVEN, "(a' @ b)"),
    (r"\begin{pmatrix} 1 \\ 2 \end{pmatrix} \cdot \begin{pmatrix} 3 & 4 \end{pmatrix}", (), "([[1], [2]] @ [[3, 4]])"),
    (rf"2 \cdot {A}", (), "(2 * [[1], [2], [3]])"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), VECTORS)
def test_a_dot_or_a_cross_between_two_makes_them_vectors(latex, context, wanted):
    assert meaning(latex, context) == wanted


MISFITS = [rf"{A} {B}", rf"{A} \cdot \begin{{pmatrix}} 1 \\ 2 \end{{pmatrix}}", r"\begin{pmatrix} 1 & 2 \end{pmatrix} \cdot " + A]


@pytest.mark.parametrize("latex", MISFITS)
def test_other_lengths_and_columns_without_a_sign_do_not_fit(latex):
    with pytest.raises(ShapeError):
        resolved(latex)


COLUMN = r"\begin{pmatrix} 3 \\ 4 \end{pmatrix}"

LENGTHS = [
    (rf"\left|{COLUMN}\right|", (), "norm([3, 4])"),
    (rf"\left\|{COLUMN}\right\|_1", (), "norm([3, 4] order=1)"),
    (r"|\vec v|", (rf"\vec v = {COLUMN}",), "norm(v'[0])"),
    (r"\|v\|", (rf"v = {COLUMN}",), "norm(v'[0])"),
    (r"\left|\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}\right|", (), "det([[1, 2], [3, 4]])"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), LENGTHS)
def test_bars_round_a_column(latex, context, wanted):
    assert meaning(latex, context) == wanted


def test_a_row_between_bars_stays_a_matrix():
    with pytest.raises(ShapeError):
        resolved(r"\left|\begin{pmatrix} 3 & 4 \end{pmatrix}\right|")
