"""What becomes of a note, by the state of its block."""

from __future__ import annotations

import pytest

from vault_tools.notes.fingerprint import fingerprint
from vault_tools.notes.plan import Plan, needs_judging, plan, plan_clean
from vault_tools.notes.scan import scan

NOTE = "# a\n\n$x$\n"
BODY = "one\n\ntwo"


def decide(text: str, body: str | None = BODY, *, force: bool = False) -> Plan:
    note = scan(text)
    return plan(note, body, fingerprint(note.math), force=force)


WRITTEN = decide(NOTE).text
EDITED = WRITTEN.replace("two", "two and mine")
HALF = WRITTEN.replace("<!-- vault-tools:begin 1 -->\n", "")


def test_a_first_run_writes_and_a_second_does_not() -> None:
    assert decide(NOTE).action == "write"
    assert decide(WRITTEN) == Plan("nothing", WRITTEN)


def test_nothing_to_report_writes_nothing_and_takes_an_old_block_out() -> None:
    assert decide(NOTE, None) == Plan("nothing", NOTE)
    assert decide(WRITTEN, None) == Plan("write", NOTE)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (EDITED, "edited by hand"),
        (HALF, "marker"),
        (WRITTEN + "<!-- vault-tools:end", "marker"),
        (NOTE + "\n```\ncode", "Line 5: ``` is opened"),
        (NOTE + "\n$$\ny", "Line 5: $$ is opened"),
        (NOTE + "\n%%", "Line 5: %% is opened"),
        (NOTE + "\n<!-- a", "Line 5: <!-- is opened"),
        (NOTE + "\n<div>\n\na", "Line 5: <div> is opened"),
    ],
)
def test_a_problem_leaves_the_note_alone(text: str, sentence: str) -> None:
    decision = decide(text)

    assert decision.action == "problem"
    assert decision.text == text
    assert decision.problem is not None
    assert sentence in str(decision.problem.message)


def test_an_edited_block_is_replaced_by_force_and_a_damaged_one_never() -> None:
    assert decide(EDITED, force=True) == Plan("write", WRITTEN)
    assert decide(HALF, force=True).action == "problem"


def test_something_open_is_no_news_in_a_note_that_gets_no_block() -> None:
    assert decide("costs $5\n\n```\ncode", None).action == "nothing"
    assert decide("$$\nx", None).action == "problem"


@pytest.mark.parametrize("text", [f"---\nvault-tools: false\n---\n{WRITTEN}", f"```vault-tools\nignore = true\n```\n{EDITED}"])
def test_a_note_that_is_turned_off_stays_as_it_is(text: str) -> None:
    assert decide(text) == Plan("nothing", text)
    assert not needs_judging(scan(text), "", anew=True)


def test_only_a_new_or_stale_note_is_judged() -> None:
    note = scan(WRITTEN)
    made_from = fingerprint(note.math)

    assert not needs_judging(note, made_from)
    assert needs_judging(note, made_from, anew=True)
    assert needs_judging(note, "0" * 16)
    assert needs_judging(scan(NOTE), made_from)
    assert not needs_judging(scan("no formula, $5"), made_from)


def test_clean_takes_the_block_out() -> None:
    assert plan_clean(scan(WRITTEN)) == Plan("write", NOTE)
    assert plan_clean(scan(NOTE)) == Plan("nothing", NOTE)
    assert plan_clean(scan(EDITED)).action == "problem"
    assert plan_clean(scan(EDITED), force=True) == Plan("write", NOTE)
    assert plan_clean(scan(HALF), force=True).action == "problem"
