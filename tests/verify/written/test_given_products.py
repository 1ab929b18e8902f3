r"""`q \cdot k = 112` without q and k: below it, its number stands for the product."""

from __future__ import annotations

import pytest

SCALED = r"$\frac{q \cdot k}{\sqrt{d_k}} = "
SCORES = r"$QK^\top = \begin{bmatrix} 8 & 4 \\ 2 & 6 \end{bmatrix}$ $d_k = 4$ "
WEIGHTS = r"$$\text{softmax}\left(\frac{QK^\top}{\sqrt{d_k}}\right) = \begin{bmatrix} 0.88 & 0.12 \\ 0.12 & "


@pytest.mark.parametrize(
    ("why", "note", "status"),
    [
        ("a dot product", r"$q \cdot k = 112$ $d_k = 64$ " + SCALED + "14$", "verified"),
        ("a dot product, wrong", r"$q \cdot k = 112$ $d_k = 64$ " + SCALED + "1.75$", "refuted"),
        ("a dot product with steps", r"$q \cdot k = 100 + 12 = 112$ $d_k = 64$ " + SCALED + r"\frac{112}{8} = 14$", "verified"),
        ("lengths", r"$\|q\| = 3$ $\|k\| = 4$ $q \cdot k = -6$ $\frac{q \cdot k}{\|q\| \|k\|} = -0.5$", "verified"),
        ("scores", SCORES + r"$$\frac{QK^\top}{\sqrt{d_k}} = \begin{bmatrix} 4 & 2 \\ 1 & 3 \end{bmatrix}$$", "verified"),
        ("weights of scores", SCORES + WEIGHTS + r"0.88 \end{bmatrix}$$", "verified"),
        ("weights of scores, wrong", SCORES + WEIGHTS + r"0.98 \end{bmatrix}$$", "refuted"),
        ("the nearest above", r"$q \cdot k = 8$ $d_k = 4$ $q \cdot k = 6$ " + SCALED + "3$", "verified"),
    ],
)
def test_numbers_of_a_product_stand_for_it(judged, why: str, note: str, status: str) -> None:
    verdict = judged(note)[-1].verdict
    assert verdict.status == status, why
    assert "remark.given_product" in {reading.key for reading in verdict.readings}


@pytest.mark.parametrize(
    ("why", "note"),
    [
        ("the factors are given", r"$q = [1, 2]$ $k = [3, 4]$ $d_k = 4$ $q \cdot k = 11$ " + SCALED + "5.5$"),
        (
            "a matrix gives the rows",
            r"$Q = [[1, 2]]$ $K = [[3, 4]]$ $d_k = 4$ $q_1 \cdot k_1 = 11$ $\frac{q_1 \cdot k_1}{\sqrt{d_k}} = 5.5$",
        ),
        ("a rounded result", r"$d_k = 4$ $q \cdot k = 0.3 \times 0.37 = 0.11$ " + SCALED + "0.055$"),
        ("nothing is stated below", r"$q \cdot k = 112$ $\frac{q \cdot k}{\sqrt{d_k}}$"),
        ("it stands below", r"$d_k = 64$ " + SCALED + r"14$ $q \cdot k = 112$"),
        ("another product", r"$q \cdot v = 112$ $d_k = 64$ " + SCALED + "14$"),
    ],
)
def test_products_that_are_left_as_they_are(judged, why: str, note: str) -> None:
    said = {reading.key for judgement in judged(note) for reading in judgement.verdict.readings}
    assert "remark.given_product" not in said, why


def test_what_only_gives_a_product_that_is_used_is_no_claim(judged) -> None:
    given, _, used = judged(r"$q \cdot k = 112$ $d_k = 64$ " + SCALED + "14$")
    assert (given.verdict.status, used.verdict.status) == ("skipped", "verified")
    given, _, used = judged(r"$q \cdot k = 100 + 12 = 113$ $d_k = 64$ " + SCALED + "14$")
    assert (given.verdict.status, used.verdict.status) == ("refuted", "refuted")
