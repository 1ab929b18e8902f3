"""The SARIF log: findings at their lines, and nothing that the note expects."""

from __future__ import annotations

import json
from functools import partial

import pytest

from vault_tools.errors import ConfigError
from vault_tools.model import Claim, Outcome, Problem, Span, Verdict, message
from vault_tools.sarif import RULES, SarifLog


@pytest.fixture
def results(tmp_path):
    """What the log of some outcomes tells."""
    return partial(_results, tmp_path / "log.sarif")


def _results(file, *outcomes, written=True):
    with SarifLog(file, written=written) as sarif:
        for outcome in outcomes:
            sarif.add(outcome)
        sarif.save()
    log = json.loads(file.read_text(encoding="utf-8"))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(RULES)
    assert all(RULES[result["ruleIndex"]] == result["ruleId"] for result in run["results"])
    return [(result["ruleId"], result["level"], *_place(result)) for result in run["results"]]


def _place(result):
    place = result["locations"][0]["physicalLocation"]
    return place["artifactLocation"]["uri"], place["region"]["startLine"]


def outcome(verdict, *, unexpected=None, **more):
    unexpected = (verdict.status,) if unexpected is None else unexpected
    return Outcome("a b/注.md", "", formulas=(verdict,), reported=(0,), unexpected=unexpected, **more)


REFUTED = Verdict("x = 2", 7, True, "refuted", claims=(Claim("= 2", 2.0, 3.0, False),))
BROKEN = Verdict("\na\n\\frac{", 3, True, "malformed", problem=Problem(message("note.nul", line=1), None, Span(3, 9)))
ADDRESS = "a%20b/%E6%B3%A8.md"


def test_a_refuted_formula_stands_at_its_dollars(results):
    assert results(outcome(REFUTED)) == [("refuted", "error", ADDRESS, 7)]


def test_a_malformed_formula_stands_at_its_broken_line(results):
    assert results(outcome(BROKEN)) == [("malformed", "error", ADDRESS, 5)]


@pytest.mark.parametrize(
    "quiet",
    [
        outcome(REFUTED, unexpected=()),
        outcome(Verdict("x", 1, True, "verified"), unexpected=()),
        Outcome("n.md", "", formulas=(REFUTED,), unexpected=()),
        Outcome("n.md", "", changed=True),
    ],
    ids=["expected", "verified", "not reported", "written"],
)
def test_what_needs_no_look_is_not_told(results, quiet):
    assert results(quiet) == []


def test_a_block_that_is_missing_is_told_where_nothing_was_written(results):
    assert results(Outcome("n.md", "", changed=True), written=False) == [("block", "warning", "n.md", 1)]


@pytest.mark.parametrize(("block", "rule"), [("none", "note"), ("edited", "block"), ("damaged", "block")])
def test_a_note_with_a_problem(results, block, rule):
    note = Outcome("/v/n.md", "", block=block, problem=Problem(message("note.nul", line=1)))
    assert results(note) == [(rule, "error", "file:///v/n.md", 1)]


def test_several_results_and_none(results):
    assert results() == []
    assert len(results(outcome(REFUTED), outcome(BROKEN), outcome(REFUTED))) == 3


def test_an_earlier_log_stays_until_the_new_one_is_whole(tmp_path):
    file = tmp_path / "log.sarif"
    file.write_text("earlier")
    with SarifLog(file, written=True) as log:
        log.add(outcome(REFUTED))
        assert file.read_text() == "earlier"
        log.save()
    assert json.loads(file.read_text())["runs"]


def test_a_missing_folder_is_said_before_the_work(tmp_path):
    with pytest.raises(ConfigError, match="nowhere"):
        SarifLog(tmp_path / "nowhere" / "log.sarif", written=True)
