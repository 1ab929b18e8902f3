"""Numbers that a note gives in words become the inputs of its formulas."""

from __future__ import annotations

import pytest

DOT = "\n\n" + r"$$q \cdot k = 0.5$$"


@pytest.mark.parametrize(
    "given",
    [
        "Let $q$ be $[1, 0]$ and $k$ be $[0.5, 2]$.",
        "With $q$ equal to $[1, 0]$ and $k$ equal to $[0.5, 2]$:",
        "Here $q$ is the vector $[1, 0]$, and $k$ is given by $[0.5, 2]$.",
        "In words, $q$ = [1, 0] and $k$ = [0.5, 2].",
        "查询向量 $q$ 为 $[1, 0]$，键 $k$ 为 $[0.5, 2]$。",
        "设 $q$ 是 $[1, 0]$，$k$ 等于 $[0.5, 2]$。",
        "$q$ は $[1, 0]$、$k$ は $[0.5, 2]$ である。",
        "$q$ を $[1, 0]$、$k$ を $[0.5, 2]$ とする。",
        "$q$ 는 $[1, 0]$ 이고 $k$ 는 $[0.5, 2]$ 이다.",
        "Sei $q$ gleich $[1, 0]$ und $k$ gleich $[0.5, 2]$.",
        "Sea $q$ igual a $[1, 0]$ y $k$ igual a $[0.5, 2]$.",
        "Soit $q$ égal à $[1, 0]$ ; $k$ vaut $[0.5, 2]$.",
    ],
)
def test_vectors_are_given_in_words(judged, given: str) -> None:
    verdict = judged(given + DOT)[-1].verdict
    assert (verdict.status, [claim.holds for claim in verdict.claims]) == ("verified", [True])


@pytest.mark.parametrize(
    "said",
    [
        "The gradient of $q$ is $[1, 0]$, that of $k$ is $[0.5, 2]$.",
        "The sum of $a$ and $q$ is $[1, 0]$. The sum of $a$ and $k$ is $[0.5, 2]$.",
        "If $q$ is $[1, 0]$ and $k$ is $[0.5, 2]$, what follows?",
        "Is $q$ equal to $[1, 0]$? Is $k$ equal to $[0.5, 2]$?",
        "$q$ is $[1, 0]$ and $k$ is $[0.5, 2]$ for the two tokens respectively.",
        "$q$ 分别为 $[1, 0]$ 和 $[2, 0]$，$k$ 为 $[0.5, 2]$。",
        "Compare $q$ with $[1, 0]$ and $k$ with $[0.5, 2]$.",
        "当 $q$ 为 $[1, 0]$，$k$ 为 $[0.5, 2]$ 时：",
    ],
)
def test_what_is_said_of_something_else_gives_nothing(judged, said: str) -> None:
    assert [claim.holds for claim in judged(said + DOT)[-1].verdict.claims] == [None]


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"维度 $d_k$ 为 $64$，$\sqrt{d_k} = 8$。", "verified"),
        (r"维度 $d_k$ 为 64，$\sqrt{d_k} = 9$。", "refuted"),
        (r"With $d_k$ equal to $64$ we have $\sqrt{d_k} = 9$.", "refuted"),
        (r"With $h$ = 8 heads and $d$ = 512: $\frac{d}{h} = 65$.", "refuted"),
        (r"The norm of $x$ is $3$. $x^2 = 10$", "skipped"),
        (r"For $n = 2$ and $n = 3$, $n^2$ is $4$ and $9$ respectively: $n^2 = 9$.", "verified"),
        (r"The road $x$ is $3$ km long. $x^2 = 10$", "skipped"),
        (r"The rate $x$ is 3% today. $x^2 = 10$", "skipped"),
    ],
)
def test_single_numbers_are_given_without_a_unit(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status
