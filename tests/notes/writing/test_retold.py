"""What a block does not tell twice, and what it does tell again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vault_tools.model import Check, Exhibit, InputUsed, Judgement, Message, Picture, Step, Verdict, message
from vault_tools.notes.block import render
from vault_tools.notes.writing.retold import tellings

ROW = [1.0, 2.0]
LOG = message("reading.natural_log")
ROWS = message("reading.softmax_last_axis")
GENERAL = message("family.softmax_only_differences")
AGREES = Check("second_evaluation", True, message("check.agrees", digits=15, worst_error=0.0))
HELD = Check("claim", True, message("check.claims_hold", count=1))


def formula(title: str, **changes: object) -> Judgement:
    verdict = Verdict(
        title, 1, True, "verified", "softmax", {"z": InputUsed((2,), ROW, message("cli.number"))}, (2,), ROW, checks=(AGREES,)
    )
    exhibit = Exhibit(
        title, title, (Step("weights", "", (2,), (2,), ROW),), (), (Picture("softmax-0123456789ab-1.png", message("cli.number")),)
    )
    parts = {name: value for name, value in changes.items() if name in {"notes", "pictures", "story"}}
    rest = {name: value for name, value in changes.items() if name not in parts}
    return Judgement(replace(verdict, **rest), True, replace(exhibit, **parts))


def test_an_equal_formula_is_told_once_with_the_results_that_the_note_states() -> None:
    first, second = formula("p"), formula("p", latex="p = (1, 2)", checks=(AGREES, HELD))
    told, _ = tellings([first, second])
    assert [(one.times, one.judgement.verdict.checks) for one in told] == [(2, (AGREES, HELD))]


@pytest.mark.parametrize("other", [formula("q"), formula("p", value=[3.0, 4.0]), formula("p", status="refuted")])
def test_another_formula_value_or_outcome_is_told(other: Judgement) -> None:
    assert len(tellings([formula("p"), other])[0]) == 2


def test_the_same_numbers_under_another_name_are_shown_above() -> None:
    text = "\n".join(render([formula("p"), formula("q")]))
    assert text.count("![[softmax-0123456789ab-1.png") == 1
    assert text.count("Step by step") == 1
    assert "Inputs and result are those of p above" in text


def test_other_inputs_are_shown() -> None:
    other = {"z": InputUsed((2,), [5.0, 6.0], message("cli.number"))}
    assert [one.like for one in tellings([formula("p"), formula("q", inputs=other)])[0]] == ["", ""]


def test_a_picture_that_two_families_draw_is_shown_once() -> None:
    picture = Picture("cosine-0123456789ab-1.png", message("cli.number"))
    told, _ = tellings([formula("p"), formula("q", value=[7.0, 8.0], pictures=(picture,))])
    assert [len(one.judgement.exhibit.pictures) for one in told] == [1, 0]


def test_a_sentence_is_said_where_it_first_belongs() -> None:
    told, _ = tellings([formula("p", notes=(GENERAL,)), formula("q", notes=(GENERAL,))])
    assert [one.judgement.exhibit.notes for one in told] == [(GENERAL,), ()]


def test_a_sentence_with_other_numbers_is_another() -> None:
    first, second = (Message("family.temperature", {"n": n}) for n in (1, 2))
    by_hand = [Message("family.by_hand", {"entry": entry, "sum": "1·2", "value": "2"}) for entry in ("A(1, 2)", "B(1, 2)")]
    told, _ = tellings([formula("p", notes=(by_hand[0], first)), formula("q", notes=(by_hand[1], second))])
    assert [one.judgement.exhibit.notes for one in told] == [(by_hand[0], first), (by_hand[1],)]


def test_readings_that_several_share_stand_once_below() -> None:
    text = "\n".join(render([formula("p", readings=(LOG,)), formula("q", readings=(LOG, message("reading.degrees")))]))
    assert text.count(str(LOG)) == 1
    assert text.endswith(f"> [!info]- How these formulas were read\n> - {LOG}")
    assert f"> - **Read as** {message('reading.degrees')}" in text


def test_a_reading_of_one_formula_stays_there() -> None:
    assert "[!info]" not in "\n".join(render([formula("p", readings=(LOG,)), formula("q")]))


def test_a_reading_that_the_family_says_in_its_own_words_is_not_said_again() -> None:
    said = formula("p", readings=(ROWS,), notes=(message("family.softmax_over_keys"),))
    assert tellings([said])[0][0].judgement.verdict.readings == ()
    assert tellings([formula("p", readings=(ROWS,))])[0][0].judgement.verdict.readings == (ROWS,)
