"""Raimi Karim's "Illustrated: Self-Attention", which dozens of notes copy: it leaves out √d_k, and a note that writes it is told so."""

from __future__ import annotations

import pytest

from vault_tools import verify_text

GIVEN = r"""$Q = \begin{bmatrix} 1 & 0 & 2 \\ 2 & 2 & 2 \\ 2 & 1 & 3 \end{bmatrix}$,
$K = \begin{bmatrix} 0 & 1 & 1 \\ 4 & 4 & 0 \\ 2 & 3 & 1 \end{bmatrix}$,
$V = \begin{bmatrix} 1 & 2 & 3 \\ 2 & 8 & 0 \\ 2 & 6 & 3 \end{bmatrix}$.

"""
SCALED, PLAIN = r"\mathrm{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right)V", r"\mathrm{softmax}(QK^\top)V"
EXACT = r"\begin{bmatrix} 1.9366 & 6.6831 & 1.5951 \\ 2.0000 & 7.9640 & 0.0540 \\ 1.9997 & 7.7599 & 0.3584 \end{bmatrix}"
WITH_SCALE = r"\begin{bmatrix} 1.8639 & 6.3194 & 1.7042 \\ 1.9991 & 7.8141 & 0.2735 \\ 1.9926 & 7.4796 & 0.7359 \end{bmatrix}"
PRINTED = r"\begin{bmatrix} 2.0 & 7.0 & 1.5 \\ 2.0 & 8.0 & 0.0 \\ 2.0 & 7.8 & 0.3 \end{bmatrix}"


@pytest.mark.parametrize(
    ("formula", "stated", "status"),
    [
        (PLAIN, EXACT, "verified"),
        (SCALED, WITH_SCALE, "verified"),
        (SCALED, EXACT, "refuted"),
        (PLAIN, WITH_SCALE, "refuted"),
        (SCALED, PRINTED, "refuted"),
        (PLAIN, PRINTED, "refuted"),
    ],
)
def test_what_a_note_prints_under_the_formula(formula: str, stated: str, status: str) -> None:
    outcome = verify_text(f"{GIVEN}$${formula} = {stated}$$\n")
    assert outcome.formulas[-1].status == status


def test_the_note_is_told_that_the_scale_is_missing() -> None:
    (claim,) = verify_text(f"{GIVEN}$${SCALED} = {EXACT}$$\n").formulas[-1].claims
    assert claim.remark is not None
    assert claim.remark.key == "slip.without_scale"
