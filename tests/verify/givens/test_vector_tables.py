"""Columns of lists are matrices: which headers and cells count, and that they are the inputs of a formula."""

from __future__ import annotations

import pytest

from vault_tools.model import NoteMath, Table
from vault_tools.verify.givens.vector_tables import matrices


def table(*rows: tuple[str, ...]) -> Table:
    return Table(rows[0], rows[1:], 1, 0)


@pytest.mark.parametrize(
    ("rows", "latex"),
    [
        ((("token", "Q"), ("a", "[1, 0]"), ("b", "[0, 2]")), r"Q = \begin{bmatrix} 1 & 0 \\ 0 & 2 \end{bmatrix}"),
        ((("token", "**K**"), ("a", "(1, −2.5)"), ("b", "(0, 2)")), r"K = \begin{bmatrix} 1 & -2.5 \\ 0 & 2 \end{bmatrix}"),
        ((("token", "$q_i$"), ("a", "$[1, 0]$"), ("b", "`[0, 2]`")), r"q = \begin{bmatrix} 1 & 0 \\ 0 & 2 \end{bmatrix}"),
        ((("token", "$W_Q$"), ("a", "[1; 0]"), ("b", "[3; 2]")), r"W_Q = \begin{bmatrix} 1 & 0 \\ 3 & 2 \end{bmatrix}"),
    ],
)
def test_columns_of_lists(rows, latex: str) -> None:
    assert matrices(NoteMath((), (table(*rows),))) == (latex,)


@pytest.mark.parametrize(
    "rows",
    [
        (("token", "Query"), ("a", "[1, 0]"), ("b", "[0, 2]")),
        (("token", "Q"), ("a", "[1, 0]"), ("b", "[0, 2, 3]")),
        (("token", "Q"), ("a", "[1, 0]"), ("b", "[0, x]")),
        (("token", "Q"), ("a", "[1, 0]")),
        (("token", "Q"), ("a", "[1]"), ("b", "[2]")),
        (("token", "Q"), ("a", "[1, 0] and [2, 3]"), ("b", "[0, 2]")),
        (("token", "$Q K$"), ("a", "[1, 0]"), ("b", "[0, 2]")),
    ],
)
def test_other_columns_are_left_alone(rows) -> None:
    assert matrices(NoteMath((), (table(*rows),))) == ()


def test_they_are_the_inputs_of_a_formula(judged) -> None:
    note = "| token | Q | K |\n|---|---|---|\n| a | [1, 0] | [1, 1] |\n| b | [0, 2] | [3, 1] |\n\n$S = QK^T$ $\\text{softmax}(S)$\n"
    assert judged(note)[0].verdict.value == [[1.0, 3.0], [2.0, 2.0]]
