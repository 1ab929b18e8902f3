"""Note text in, note text with block out: the stages joined, without I/O."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vault_tools.errors import NoteError
from vault_tools.model import Settings, message
from vault_tools.notes.scan import scan
from vault_tools.pipeline import MOST_FORMULAS, compile_formula, failed, prepare_judge, verify_text


def verify(text, judge, **options):
    return verify_text(text, judge=judge, **options)


def never(note, settings):
    raise AssertionError("nothing had to be judged")


NOTE = "# Title\n\nA formula $good$ and one that is $drawn$.\n\n| $refuted$ | $x$ |\n|---|---|\n"


def test_what_is_reported_gets_a_block_behind_the_note(judge):
    outcome = verify(NOTE, judge, name="n.md")
    assert outcome.name == "n.md"
    assert outcome.text.startswith(NOTE)
    assert "<!-- vault-tools:begin" in outcome.text
    assert outcome.changed
    assert outcome.block == "none"
    assert [verdict.status for verdict in outcome.formulas] == ["verified", "verified", "refuted", "skipped"]
    assert outcome.reported == (0, 1, 2)
    assert outcome.titles[1] == "drawn"
    assert list(outcome.images.values()) == [b"PNG"]


@pytest.mark.parametrize("text", ["", "no formulas, $5 and $6", "$x$ and $y$\n", "`$good$`\n"])
def test_where_nothing_is_reported_the_text_stays_as_it_was(judge, text):
    outcome = verify(text, judge)
    assert (outcome.text, outcome.changed, outcome.block) == (text, False, "none")


def test_a_second_run_changes_nothing(judge):
    first = verify(NOTE, judge)
    second = verify(first.text, judge)
    assert (second.text, second.changed, second.block) == (first.text, False, "current")
    assert second.formulas == first.formulas


def test_a_trusted_current_block_needs_no_judging(judge):
    first = verify(NOTE, judge)
    outcome = verify(first.text, never, trust=True)
    assert (outcome.text, outcome.changed, outcome.block, outcome.formulas) == (first.text, False, "current", ())
    assert outcome.unexpected == ("refuted",)


def test_a_changed_formula_makes_the_block_stale_and_prose_does_not(judge):
    first = verify(NOTE, judge)
    assert verify(first.text.replace("A formula", "Any formula"), never, trust=True).block == "current"
    changed = verify(first.text.replace("$x$", "$good$"), judge, trust=True)
    assert (changed.block, changed.changed) == ("stale", True)


def test_a_block_that_is_not_wanted_any_more_goes(judge):
    first = verify("$good$\n", judge)
    outcome = verify(first.text.replace("$good$\n", "$x$\n", 1), judge)
    assert outcome.text == "$x$\n"


def test_an_edited_block_is_left_alone_unless_forced(judge):
    edited = verify(NOTE, judge).text.replace("1 refuted", "0 refuted")
    kept = verify(edited, judge, trust=True)
    assert (kept.text, kept.block, kept.changed) == (edited, "edited", False)
    assert kept.problem is not None
    assert verify(edited, judge, force=True).text == verify(NOTE, judge).text


def test_a_check_finds_a_forged_block(judge):
    """Its checksum and fingerprint are right, but nobody computed what it says."""
    honest = verify("$refuted$\n", judge)
    forged = verify(
        "$refuted$\n", lambda note, settings: judge(replace(note, formulas=(replace(note.formulas[0], latex="good"),)), settings)
    )
    assert forged.text != honest.text
    assert not verify(forged.text, judge, trust=True).changed
    checked = verify(forged.text, judge, check=True)
    assert (checked.changed, checked.text) == (True, honest.text)


@pytest.mark.parametrize("options", [{"check": True}, {"force": True}])
def test_a_block_is_not_replaced_by_one_that_lacks_what_was_stopped_this_time(judge, options):
    written = verify(NOTE, judge).text

    def hurried(note, settings):
        return [failed(note, 0, message("failed.limits", seconds=2.0)), *judge(note, settings)[1:]]

    outcome = verify(written, hurried, **options)
    assert (outcome.text, outcome.changed) == (written, False)
    assert outcome.problem is not None
    assert outcome.problem.message.key == "note.ran_out"
    assert outcome.formulas[0].status == "failed"


@pytest.mark.parametrize(("limit", "kept"), [("note_time", True), ("limits", False)])
def test_a_stale_block_goes_only_if_not_the_clock_alone_stopped_its_formulas(judge, limit, kept):
    stale = verify("$good$\n", judge).text.replace("$good$\n", "$good 2$\n", 1)
    outcome = verify(stale, lambda note, settings: [failed(note, 0, message(f"failed.{limit}", seconds=2.0))])
    assert ("vault-tools:begin" in outcome.text) == kept
    assert (outcome.problem is not None) == kept


@pytest.mark.parametrize("off", ["---\nvault-tools: false\n---\n", "```vault-tools\nignore = true\n```\n"])
def test_a_note_that_is_turned_off_is_not_judged(off):
    outcome = verify(f"{off}\n$good$\n", never)
    assert [verdict.status for verdict in outcome.formulas] == ["skipped"]
    assert not outcome.changed


def test_what_the_note_expects_is_not_unexpected(judge):
    text = "```vault-tools\nexpected = ['refuted']\n```\n\n$refuted$ $malformed$\n"
    first = verify(text, judge)
    assert first.unexpected == ("malformed",)
    assert verify(first.text, never, trust=True).unexpected == ("malformed",)


@pytest.mark.parametrize(
    ("text", "settings", "said"),
    [
        ("$good$\n", Settings(), "verified"),
        ("$good$\n", Settings(language="zh"), "已验证"),
        ("注意力公式 $good$ 的中文说明文字。\n", Settings(), "已验证"),
        ("注意力公式 $good$ 的中文说明文字。\n", Settings(language="en"), "verified"),
        ("```vault-tools\nlanguage = 'zh'\n```\n\n$good$\n", Settings(), "已验证"),
    ],
)
def test_the_language_is_the_setting_else_the_notes_option_else_that_of_its_prose(judge, text, settings, said):
    assert said in verify(text, judge, settings=settings).text.removeprefix(text)


def test_without_pictures(judge):
    outcome = verify(NOTE, judge, settings=Settings(pictures=False))
    assert outcome.images == {}
    assert ".png" not in outcome.text


def test_options_that_are_not_understood_are_the_notes_problem(judge):
    with pytest.raises(NoteError) as caught:
        verify("text\n\n```vault-tools\ncausal = maybe\n```\n", judge)
    assert caught.value.line == 4


def test_an_error_in_one_formula_leaves_the_others(monkeypatch):
    from vault_tools.verify import judge as judging

    honest = judging.judge

    def sometimes(note, position, vocabulary, **options):
        if position == 0:
            raise ZeroDivisionError("a bug")
        return honest(note, position, vocabulary, **options)

    monkeypatch.setattr(judging, "judge", sometimes)
    broken, fine = verify_text(r"$$\mathrm{softmax}(XX^T)X$$ and $$XX^T$$").formulas
    assert (broken.status, fine.status) == ("failed", "verified")
    assert "ZeroDivisionError: a bug" in str(broken.problem.message)


def test_compile_formula_knows_the_built_in_functions():
    f = compile_formula(r"\mathrm{softmax}(\frac{QK^T}{\sqrt{d_k}})V")
    assert set(f.inputs) == {"Q", "K", "V"}


def test_handlers_can_be_replaced(judge):
    from vault_tools import UnsupportedError

    with pytest.raises(UnsupportedError):
        compile_formula(r"\mathrm{softmax}(x)", handlers=())


def test_what_was_not_tried_is_a_finding(judge):
    def hurried(note, settings):
        return [*judge(note, settings)[:-1], failed(note, len(note.formulas) - 1, message("failed.note_time", seconds=45.0))]

    outcome = verify(NOTE, hurried)
    assert "failed" in outcome.unexpected
    assert "vault-tools:begin" in outcome.text  # what was judged is told
    assert "failed" not in verify(NOTE, judge).unexpected


def test_a_note_with_too_many_formulas_is_left_alone():
    text = "$x$ " * (MOST_FORMULAS + 1)
    outcome = verify(text, never)
    assert (outcome.text, outcome.problem.message.key) == (text, "note.too_many_formulas")


def test_a_child_that_cannot_draw_answers_where_all_pictures_are_there():
    text = "$$\\mathrm{softmax}(XX^\\top)X$$\n"
    shown = verify_text(text)
    child, _ = prepare_judge()
    drawn = tuple(shown.images)
    assert child.judge(scan(text).math, 0, Settings()) is None
    assert child.judge(scan(text).math, 0, Settings(drawn=drawn[1:])) is None
    answer = child.judge(scan(text).math, 0, Settings(drawn=drawn))
    assert (answer.verdict, dict(answer.images)) == (shown.formulas[0], {})
