"""Claims in words beside a formula: what is one, what it is about, and what is left alone."""

from __future__ import annotations

import pytest

S = r"$S = \begin{bmatrix} 1 & 0 \\ 2 & 2 \end{bmatrix}$"
A = S + r" gives $A = \text{softmax}(S)$"


@pytest.mark.parametrize(
    ("note", "holds"),
    [
        (A + ". Each row sums to 1.", True),
        (A + ", whose rows sum to one.", True),
        (A + ". The rows sum to $1$.", True),
        (A + ". Each column sums to 1.", False),
        (S + r"，$A = \text{softmax}(S)$，每行之和为 1。", True),
        (S + r"，$A = \text{softmax}(S)$，每一列的和是 1。", False),
        (r"$p = \text{softmax}([1, 2, 3]) = [0.09, 0.24, 0.67]$. The entries sum to 1.", True),
        (r"$p = \text{softmax}([1, 2, 3])$，各元素都在 0 和 1 之间。", True),
        (r"$\text{softmax}(S)$. Every row adds up to 1.", True),
        (r"$\alpha = (0.50, 0.30, 0.30)$，权重之和为 1。", False),
        (r"$\alpha = (0.5, 0.3, 0.3)$，权重之和为 1。", None),
        (r"$x = (1, -1, 2)$，均值为 0。", False),
        (r"$x = (1, -1, 2)$. Its mean is zero.", False),
        (r"$x = (1, -1, 0)$ and they have zero mean.", None),
        (r"$x = (1, -1, 2)$, which have mean $0$.", False),
        (r"$w = (0.3, 1.2)$: the weights are between 0 and 1.", False),
    ],
)
def test_words_are_held_against_the_numbers_of_the_formula_before(judged, note: str, holds: bool | None) -> None:
    claims = [claim for judgement in judged(note) for claim in judgement.verdict.claims if claim.text[:1] not in "=\\"]
    assert [claim.holds for claim in claims] == ([] if holds is None else [holds])


@pytest.mark.parametrize(
    "words",
    [
        "Does each column sum to 1?",
        "Each column should sum to 1.",
        "It is not true that each column sums to 1.",
        "If each column sums to 1, then something else holds.",
        "每一列的和应该是 1。",
        "每一列的和不是 1。",
        "Each column sums to 10.",
        "Each column sums to 1.5.",
        "A long sentence about another thing. Each column sums to 1.",
        "The entries sum to 1.",
        "After centring, each column sums to 1.",
        "归一化后每一列的和是 1。",
    ],
)
def test_what_is_no_plain_statement_about_it_is_left_alone(judged, words: str) -> None:
    verdict = judged(f"{A}. {words}")[-1].verdict
    assert verdict.status != "refuted"
    assert not any(claim.holds is False for claim in verdict.claims)
