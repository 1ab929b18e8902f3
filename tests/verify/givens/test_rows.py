r"""Lists are rows: `q k^T` of two of them is a number, `k^T v` a matrix where the note says one."""

from __future__ import annotations

import pytest

from vault_tools.compiler.syntax import parse
from vault_tools.verify.givens.rows import is_row, rows_given

LISTS = r"$q = [1, 2]$ $k = [3, 4]$ $v = (2, 3)$ "
COLUMNS = r"$q = \begin{bmatrix} 1 \\ 2 \end{bmatrix}$ $k = \begin{bmatrix} 3 \\ 4 \end{bmatrix}$ "
MATRIX = r"\begin{bmatrix} 6 & 9 \\ 8 & 12 \end{bmatrix}"
HEADS = r"$Q = \begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}$ $K = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$ "


@pytest.mark.parametrize(
    ("formula", "status"),
    [
        ("q k^T = 11", "verified"),
        ("q k^T = 12", "refuted"),
        (r"s = qk^\top = 11", "verified"),
        (r"s = qk^\top = 12", "refuted"),
        (r"q \cdot k^T = 11", "verified"),
        (r"\frac{q k^T}{\sqrt{2}} = 7.78", "verified"),
        (r"\frac{q k^T}{\sqrt{2}} = \frac{12}{1.414} = 8.49", "refuted"),
        ("k^T v = " + MATRIX, "verified"),
        (r"k^T v = \begin{bmatrix} 6 & 8 \\ 9 & 12 \end{bmatrix}", "refuted"),
        ("k^T q = 11", "verified"),
        (r"s_1 = q k^T = 11, \quad s_2 = q v^T = 8", "verified"),
        (r"s_1 = q k^T = 11, \quad s_2 = q v^T = 9", "refuted"),
        ("[3, 4]^T [2, 3] = " + MATRIX, "verified"),
        ("[3, 4]^T [2, 3] = 18", "verified"),
        ("[3, 4] [2, 3]^T = 19", "refuted"),
    ],
)
def test_products_of_rows(judged, formula: str, status: str) -> None:
    assert judged(f"{LISTS}${formula}$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("formula", "status"),
    [(r"q^T k = 11", "verified"), (r"q k^T = \begin{bmatrix} 3 & 4 \\ 6 & 8 \end{bmatrix}", "verified"), ("q k^T = 11", "refuted")],
)
def test_columns_stay_columns(judged, formula: str, status: str) -> None:
    assert judged(f"{COLUMNS}${formula}$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("formula", "status"),
    [
        (r"S_{12} = q_1 \cdot k_2 = 3", "verified"),
        (r"S_{12} = q_1 \cdot k_2 = 2", "refuted"),
        (r"S_{12} = q_1 k_2^T = 1 \cdot 3 + 0 \cdot 4 = 3", "verified"),
        (r"S_{12} = q_1 k_2^T = 1 \cdot 1 + 0 \cdot 2 = 1", "refuted"),
    ],
)
def test_rows_of_given_matrices(judged, formula: str, status: str) -> None:
    assert judged(f"{HEADS}${formula}$")[-1].verdict.status == status


def test_what_is_a_row() -> None:
    assert rows_given(map(parse, ["a = [1, 2]", "b = (1, 2), c = [3, 4]", "d = [[1, 2], [3, 4]]", "e = 5", "f = [1; 2]"])) == {
        "a",
        "b",
        "c",
    }
    assert not is_row(parse(r"\begin{bmatrix} 1 & 2 \end{bmatrix}").rows[0])


TOKENS = r"$x_1 = [1, 0]$, $x_2 = [0, 1]$, $x_3 = [1, 1]$, $W = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$, "
STACKED = TOKENS + r"$X = \begin{bmatrix} x_1 \\ x_2 \\ x_3 \end{bmatrix}$: "


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (STACKED + r"$XW = \begin{bmatrix} 1 & 2 \\ 3 & 4 \\ 4 & 6 \end{bmatrix}$", "verified"),
        (STACKED + r"$XW = \begin{bmatrix} 1 & 2 \\ 3 & 4 \\ 4 & 7 \end{bmatrix}$", "refuted"),
        (
            r"$a = [1, 2]$, $b = [3, 4]$, $M = \begin{bmatrix} a \\ b \end{bmatrix} = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$",
            "verified",
        ),
        (
            r"$a = [1, 2]$, $b = [3, 4]$, $c = \begin{bmatrix} a \\ b \end{bmatrix} = \begin{bmatrix} 1 \\ 2 \\ 3 \\ 4 \end{bmatrix}$",
            "verified",
        ),
        (r"$h_1 = [1, 2]$, $h_2 = [3, 4]$, $u = [1, 1, 1, 1]$, $u \cdot \begin{bmatrix} h_1 \\ h_2 \end{bmatrix} = 10$", "verified"),
        (r"$h_1 = [1, 2]$, $h_2 = [3, 4]$, $u = [1, 1, 1, 1]$, $u \cdot \begin{bmatrix} h_1 \\ h_2 \end{bmatrix} = 11$", "refuted"),
    ],
)
def test_rows_below_one_another_are_a_matrix_or_one_long_column(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status
