"""A column between bars is a vector: its length is meant, and no determinant."""

from __future__ import annotations

import pytest

from vault_tools.errors import ShapeError

from ...dump import meaning, resolved

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
