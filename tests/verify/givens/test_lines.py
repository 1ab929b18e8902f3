"""Rows and columns of given matrices that are called by number."""

from __future__ import annotations

import pytest

GIVEN = r"$A = \begin{bmatrix} 0.7 & 0.2 & 0.1 \\ 0.3 & 0.3 & 0.3 \end{bmatrix}$ $B = [[1, 2], [3, 4]]$ "

CALLED = [
    (r"\sum_j A_{1j} = 1", "verified"),
    (r"\sum_{j=1}^{3} A_{2j} = 1", "refuted"),
    (r"\sum_{j} A_{2,j} = 0.9", "verified"),
    (r"\sum_i A_{i1} = 1.0", "verified"),
    (r"\sum_{i=1}^2 A_{i3} = 0.5", "refuted"),
    (r"\max_j A_{1j} = 0.7", "verified"),
    (r"\sum_j A_{1j}^2 = 0.54", "verified"),
    (r"\sum_i B_{i2} = 6", "verified"),
    (r"\sum_j B_{2j} = 4", "refuted"),
]
ALONE = [
    r"\sum_j A_{5j} = 1",  # the note gives no such row
    r"\sum_j C_{1j} = 1",
    r"y_j = A_{1j}",
]


@pytest.mark.parametrize(("latex", "status"), CALLED)
def test_rows_and_columns_are_those_of_the_matrix(judged, latex: str, status: str) -> None:
    assert judged(f"{GIVEN} ${latex}$")[-1].verdict.status == status


@pytest.mark.parametrize("latex", ALONE)
def test_others_are_not(judged, latex: str) -> None:
    assert judged(f"{GIVEN} ${latex}$")[-1].verdict.status in {"skipped", "unsupported"}


def test_a_name_that_is_given_twice_calls_none(judged) -> None:
    again = r"$A = \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix}$ "
    assert judged(rf"{GIVEN} {again} $\sum_j A_{{1j}} = 1$")[-1].verdict.status == "unsupported"
