"""Inequalities and shape claims: decided where the note gives the numbers or the shapes, left alone where they declare."""

from __future__ import annotations

import pytest

SHAPES = r"$Q \in \mathbb{R}^{n \times d_k}$ $K \in \mathbb{R}^{m \times d_k}$ $V \in \mathbb{R}^{m \times d_v}$ "


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$2^{10} > 10^3$", "verified"),
        (r"$e^3 > 21$", "refuted"),
        (r"$1 < e^{0.5} < 2$", "verified"),
        (r"$2 < 1 + 0.5$", "refuted"),
        (r"$0.1^2 \le 0.01$", "verified"),
        (r"$0.3 + 0.2 < 0.5$", "refuted"),
        (r"$\sqrt{2} + \sqrt{3} \le 3$", "refuted"),
        (r"$a^2 + b^2 \ge 2ab$", "verified"),
        (r"$\|a + b\| \le \|a\| + \|b\|$", "verified"),
        # conditions and ranges say nothing about a value
        (r"$x^2 < 100x$", "skipped"),
        (r"$|x| < 1$", "skipped"),
        (r"$0 < \alpha < 1$", "skipped"),
        (r"$0 < i \le n$", "skipped"),
        (r"$e^x \geq 1$", "skipped"),
        # what is asked of a symbol is a condition, its bound is computed
        (r"$n = 25$ $n \ge 1.96^2 \cdot 36 \approx 138.3$", "verified"),
        (r"$n = 25$ $n > \frac{276}{2} = 139$", "refuted"),
        (r"$n = 25$ $n \ge 12^2$", "skipped"),
        (r"$n = 25$ $n^2 > 700$", "refuted"),
        (r"$\pi < 2 + 1.2$", "verified"),
        # a value in brackets behind a name is no factor
        (r"$q = 0.1863$ $p = 0.5064$ $q (0.186) < p (0.506)$", "skipped"),
        (r"$q = 0.1863$ $p = 0.5064$ $2q (0.5) < p$", "verified"),
    ],
)
def test_an_inequality(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    ("note", "holds"),
    [
        (SHAPES + r"$\text{softmax}(QK^T)V \in \mathbb{R}^{n \times d_v}$", True),
        (SHAPES + r"$\text{softmax}(QK^T)V \in \mathbb{R}^{m \times d_v}$", False),
        (SHAPES + r"$QK^T \in \mathbb{R}^{n \times m}$", True),
        (SHAPES + r"$A = \text{softmax}(QK^T) \in \mathbb{R}^{n \times n}$", False),
        (r"$\text{softmax}(QK^T)V \in \mathbb{R}^{a \times b}$", None),
    ],
)
def test_a_shape_is_held_against_the_inferred_one(judged, note: str, holds: bool | None) -> None:
    assert [claim.holds for claim in judged(note)[-1].verdict.claims] == [holds]


@pytest.mark.parametrize(
    ("equation", "status"),
    [
        ("x^2 - 4 = 0", "verified"),
        ("x^2 - 2x = 0", "verified"),
        ("x^2 + 4x + 1 = 0", "unsupported"),  # another equation, another x
        ("x^2 + 4x = 1", "unsupported"),
        ("3x = 5", "refuted"),
        ("a x + a = 4", "refuted"),
    ],
)
def test_an_equation_to_be_solved_is_not_refuted_by_a_number_of_its_unknown(judged, equation: str, status: str) -> None:
    assert (judged(f"$x = 2$ $a = 1$ ${equation}$")[-1].verdict.status == "refuted") == (status == "refuted")
    assert (judged(f"$x = 2$ $a = 1$ ${equation}$")[-1].verdict.status == "verified") >= (status == "verified")
