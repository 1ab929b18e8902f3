"""Definitions that lead to each other: each place is asked once, and circles come to an end."""

from __future__ import annotations

import time

import pytest

from vault_tools.verify.asking import MOST_STEPS, Answers


def fibonacci(answers: Answers[int], position: int, asked: frozenset[int]) -> int:
    def work_out() -> int:
        before = {position - 1, position - 2} if position > 1 else set()
        answers.look_at(before)
        return sum(fibonacci(answers, place, asked | {position}) for place in before - asked) if before else 1

    return answers.of(position, asked, work_out)


def test_each_place_is_worked_out_once() -> None:
    assert fibonacci(Answers[int](), 80, frozenset()) == 37889062373143906


def ring(answers: Answers[int], size: int, position: int, asked: frozenset[int]) -> int:
    """How many places are reached from one in a ring of which each knows every other."""

    def work_out() -> int:
        others = set(range(size)) - {position}
        answers.look_at(others)
        return 1 + sum(ring(answers, size, place, asked | {position}) for place in others - asked if not answers.has_enough)

    return answers.of(position, asked, work_out)


def test_what_left_a_place_out_is_not_kept() -> None:
    answers = Answers[int]()
    assert [ring(answers, 3, place, frozenset()) for place in (0, 1, 0)] == [5, 5, 5]
    assert ring(answers, 3, 0, frozenset({1})) == 2


def test_circles_come_to_an_end() -> None:
    assert ring(Answers[int](), 30, 0, frozenset()) <= MOST_STEPS + 2


@pytest.mark.parametrize(
    "note",
    [
        "$F_0 = 0$ $F_1 = 1$ $F_n = F_{n-1} + F_{n-2}$ " + " ".join(f"$F_{{{k}}} = {k}$" for k in range(2, 40)),
        " ".join(f"$x_{{{k}}} = y_{{{k}}} + x_{{{(k + 1) % 9}}}$ $y_{{{k}}} = x_{{{(k + 4) % 9}}}^2$" for k in range(9)),
    ],
)
def test_notes_full_of_definitions_are_judged_in_time(judged, note: str) -> None:
    before = time.process_time()
    assert judged(note)[-1].verdict.status != "failed"
    assert time.process_time() - before < 20
