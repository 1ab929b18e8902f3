"""Many notes at a time: outcomes in order, and an early end that begins nothing more."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import ClassVar

import pytest

from vault_tools import many
from vault_tools.many import verify_many
from vault_tools.model import NoteMath, Outcome, Settings

NOTES = [Path(f"{k}.md") for k in range(20)]


def test_outcomes_come_in_the_order_of_the_notes():
    def verify(path, judge):
        time.sleep(0.01 if path.stem == "0" else 0)
        return Outcome(path.name, "")

    assert [outcome.name for outcome in verify_many(NOTES, verify, 4)] == [path.name for path in NOTES]


class Counted:
    """Stands for the judges: who is at work, and whether anybody was asked while at work."""

    at_work: ClassVar[set[Counted]] = set()
    most = 0
    shared = False

    def __init__(self, nursery, size, bombs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def answer(self, question, more):
        Counted.shared |= self in Counted.at_work
        Counted.at_work.add(self)
        Counted.most = max(Counted.most, len(Counted.at_work))
        time.sleep(0.02)
        Counted.at_work.discard(self)
        return ()


def test_as_many_notes_are_judged_as_there_are_jobs_and_no_two_share_their_children(monkeypatch):
    monkeypatch.setattr(many, "Judges", Counted)
    assert list(verify_many(NOTES, lambda path, judge: judge(NoteMath(()), Settings()), 3)) == [()] * len(NOTES)
    assert Counted.most == 3
    assert not Counted.shared


class Greedy(Counted):
    """Takes all judges that are to be had."""

    helped: ClassVar[list[int]] = []

    def answer(self, question, more):
        Greedy.helped.append(len(list(iter(more, None))))
        return super().answer(question, more)


@pytest.mark.parametrize(("count", "jobs", "helped"), [(1, 3, [2]), (1, 1, [0]), (20, 1, [0] * 20)])
def test_the_last_notes_share_the_children(monkeypatch, count, jobs, helped):
    monkeypatch.setattr(many, "Judges", Greedy)
    monkeypatch.setattr(Greedy, "helped", [])
    list(verify_many(NOTES[:count], lambda path, judge: judge(NoteMath(()), Settings()), jobs))
    assert Greedy.helped == helped


def test_notes_that_are_left_find_judges(monkeypatch):
    monkeypatch.setattr(many, "Judges", Greedy)
    monkeypatch.setattr(Greedy, "helped", [])
    list(verify_many(NOTES, lambda path, judge: judge(NoteMath(()), Settings()), 3))
    assert Greedy.helped[:17] == [0] * 17
    assert max(Greedy.helped) <= 2


def test_one_note_is_read_or_written_while_another_is_judged():
    together = threading.Barrier(2, timeout=10)
    assert len(list(verify_many(NOTES, lambda path, judge: together.wait(), 1))) == len(NOTES)


def test_who_stops_early_begins_no_further_note():
    begun = []

    def verify(path, judge):
        begun.append(path)
        time.sleep(0.02)
        return Outcome(path.name, "")

    outcomes = verify_many(NOTES, verify, 2)
    next(outcomes)
    outcomes.close()
    number = len(begun)
    time.sleep(0.1)
    assert len(begun) == number < len(NOTES)


def test_a_vault_without_notes():
    assert list(verify_many([], lambda path, judge: Outcome("", ""))) == []


def test_threads_take_short_turns_while_children_wait_for_them():
    usual = sys.getswitchinterval()
    assert max(verify_many(NOTES, lambda path, judge: sys.getswitchinterval(), 2)) < usual / 5
    assert sys.getswitchinterval() == usual
