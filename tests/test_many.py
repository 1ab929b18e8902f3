"""Many notes at a time: outcomes in order, and an early end that begins nothing more."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from vault_tools.many import verify_many
from vault_tools.model import Outcome

NOTES = [Path(f"{k}.md") for k in range(20)]


def test_outcomes_come_in_the_order_of_the_notes():
    def verify(path, judge):
        time.sleep(0.01 if path.stem == "0" else 0)
        return Outcome(path.name, "")

    assert [outcome.name for outcome in verify_many(NOTES, verify, 4)] == [path.name for path in NOTES]


def test_notes_are_worked_on_side_by_side_and_no_two_share_their_children():
    together = threading.Barrier(3, timeout=10)
    at_work, shared = set(), []

    def verify(path, judge):
        shared.extend({judge} & at_work)
        at_work.add(judge)
        together.wait()
        at_work.discard(judge)
        return Outcome(path.name, "")

    assert len(list(verify_many(NOTES[:18], verify, 3))) == 18
    assert shared == []


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
