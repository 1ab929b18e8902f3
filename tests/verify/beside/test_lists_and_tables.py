"""Numbers that stand further down for what a formula defines."""

from __future__ import annotations

import pytest

SCORES = r"$$S = \begin{pmatrix} 0.707 & 0 \\ 0.707 & 0.707 \end{pmatrix}$$ "
RIGHT = r"\begin{pmatrix} 0.670 & 0.330 \\ 0.5 & 0.5 \end{pmatrix}"
MASKED = r"\begin{pmatrix} 1 & 0 \\ 0.5 & 0.5 \end{pmatrix}"


@pytest.mark.parametrize(
    ("why", "note", "wanted"),
    [
        ("of another case", rf"$$P = \mathrm{{softmax}}(S) = {RIGHT}$$ With a causal mask $P = {MASKED}$.", "verified"),
        ("nothing else is stated", rf"$$P = \mathrm{{softmax}}(S)$$ So $P = {MASKED}$.", "refuted"),
        ("right", rf"$$P = \mathrm{{softmax}}(S)$$ So $P = {RIGHT}$.", "verified"),
    ],
)
def test_a_matrix_given_further_down(judged, why, note, wanted):
    statuses = {judgement.verdict.status for judgement in judged(SCORES + note)}
    assert statuses <= {"skipped", "verified", wanted}
    assert wanted in statuses


ROWS = "| $p$ | $n$ | $pn$ |\n|---|---|---|\n| 2.5 | 4 | 10 |\n| 1.2 | 5 | {second} |\n{last}"


@pytest.mark.parametrize(
    ("second", "last", "status"),
    [
        ("6", "", "verified"),
        ("7", "", "refuted"),
        ("6", "| **Total** | | 16 |\n", "verified"),
        ("6", "| 合计 | | 18 |\n", "refuted"),
        ("6", "| mean | | 8 |\n", "skipped"),
    ],
)
def test_products_of_columns_row_by_row_and_their_total(judged, second: str, last: str, status: str) -> None:
    assert judged(ROWS.format(second=second, last=last))[2].verdict.status == status


def test_columns_stay_vectors_for_what_takes_them_as_a_whole(judged) -> None:
    note = "| $z$ | $\\text{softmax}(z)$ |\n|---|---|\n| 1 | 0.269 |\n| 2 | 0.731 |\n"
    assert judged(note)[1].verdict.status == "verified"
