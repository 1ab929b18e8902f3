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
