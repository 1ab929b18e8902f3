"""What a run reports: exit codes and the JSON document."""

from __future__ import annotations

import json
import math

import pytest

from vault_tools.errors import Exit
from vault_tools.model import InputUsed, Outcome, Problem, Verdict, message
from vault_tools.report import Count, DocumentWriter, exit_code

PROBLEM = Problem(message("cli.no_block"))


@pytest.mark.parametrize(
    ("outcome", "written", "code"),
    [
        (Outcome("n", ""), True, Exit.FINE),
        (Outcome("n", "", block="current"), True, Exit.FINE),
        (Outcome("n", "", changed=True), True, Exit.FINE),
        (Outcome("n", "", changed=True), False, Exit.FINDINGS),
        (Outcome("n", "", block="stale", changed=True), True, Exit.FINE),
        (Outcome("n", "", block="stale", changed=True), False, Exit.FINDINGS),
        (Outcome("n", "", block="edited", problem=PROBLEM), True, Exit.FINDINGS),
        (Outcome("n", "", block="edited", changed=True), True, Exit.FINE),
        (Outcome("n", "", block="edited", changed=True), False, Exit.FINDINGS),
        (Outcome("n", "", block="damaged", problem=PROBLEM), True, Exit.FINDINGS),
        (Outcome("n", "", changed=True, unexpected=("refuted",)), True, Exit.FINDINGS),
        (Outcome("n", "", block="current", unexpected=("malformed",)), True, Exit.FINDINGS),
        (Outcome("n", "", problem=PROBLEM), True, Exit.UNPROCESSED),
        (Outcome("n", "", problem=PROBLEM, unexpected=("refuted",)), False, Exit.UNPROCESSED),
    ],
)
def test_what_a_note_contributes_to_the_exit_code(outcome, written, code):
    assert exit_code(outcome, written=written) == code


def document(*outcomes):
    parts = []
    writer = DocumentWriter(parts.append)
    writer.begin()
    for outcome in outcomes:
        writer.add(outcome)
    writer.end()
    return json.loads("".join(parts), parse_constant=pytest.fail)


def formula(value):
    inputs = {"x": InputUsed((2,), value, message("cli.no_block"))}
    verdict = Verdict("x", 1, False, "verified", inputs=inputs, value=value)
    return document(Outcome("n", "", (verdict,)))["notes"][0]["formulas"][0]


@pytest.mark.parametrize("names", [[], ["a"], ["a", "b", "c"]])
def test_the_document_is_whole_with_any_number_of_notes(names):
    assert [note["note"] for note in document(*(Outcome(name, "") for name in names))["notes"]] == names


def test_each_note_is_written_at_once():
    parts = []
    writer = DocumentWriter(parts.append)
    writer.begin()
    writer.add(Outcome("first", ""))
    assert '"first"' in "".join(parts)


def test_a_note_adds_its_formulas_and_findings_to_the_table():
    verdicts = (Verdict("x", 3, False, "refuted"), Verdict("y", 4, False, "verified"), Verdict("z", 5, False, "verified"))
    assert Count.of(Outcome("n", "", verdicts)) == Count({"refuted": 1, "verified": 2}, ((3, "refuted"),))
    assert Count.of(Outcome("n", "", unjudged=4)) == Count({"unchanged": 4})


def test_findings_are_those_of_the_block_less_what_the_note_expects():
    verdicts = tuple(Verdict("x", line, False, status) for line, status in enumerate(("refuted", "malformed", "malformed", "verified"), 3))
    with_block = Outcome("n", "", verdicts, reported=(0, 1, 3), unexpected=("malformed",))
    assert Count.of(with_block).findings == ((4, "malformed"),)
    assert Count.of(with_block).statuses == {"refuted": 1, "malformed": 2, "verified": 1}


def test_numbers_that_json_has_not_are_strings():
    assert formula([1.5, math.nan, [math.inf, -math.inf]])["value"] == [1.5, "nan", ["inf", "-inf"]]


@pytest.mark.parametrize(("count", "shown"), [(400, True), (401, False)])
def test_no_more_than_400_numbers_are_shown(count, shown):
    entry = formula([0.5] * count)
    assert (entry["value"] is not None, entry["inputs"]["x"]["value"] is not None) == (shown, shown)
    assert entry["inputs"]["x"]["shape"] == [2]


def test_a_sentence_is_a_key_with_its_values_and_the_english_text():
    assert formula(1.0)["inputs"]["x"]["origin"] == {"key": "cli.no_block", "values": {}, "text": str(message("cli.no_block"))}


def test_the_document_is_whole_where_an_error_ends_the_run():
    parts: list[str] = []
    with pytest.raises(RuntimeError), DocumentWriter(parts.append).whole():
        raise RuntimeError
    assert json.loads("".join(parts)) == {"notes": []}
