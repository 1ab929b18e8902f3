"""What a whole vault costs, as ratios of medians measured side by side in one run.

Not part of the test suite: `pytest tests/benchmarks/bench_vault.py -s` (minutes, on an idle machine).
Costs are processor time, so that other work on the machine counts little; only two cores against one is told by the clock.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from statistics import median

import pytest
from markdown_it import MarkdownIt

from tests.benchmarks.synthetic import FORMULAS, make_vault, note_text
from vault_tools import many
from vault_tools.cli import main
from vault_tools.model import Judgement, Verdict
from vault_tools.notes.scan import scan

pytestmark = pytest.mark.timeout(900)
ROUNDS = 7
UNCHANGED_TO_READING = 3.0
SCAN_TO_PARSER = 1.5
BARE_TO_PARSER = 0.02
HELP_TO_PYTHON = 5.0
FORMULAS_A_SECOND = 60.0
TWO_CORES_TO_ONE = 1.7
FIRST_RUN_NOTES = 60


def spent(command):
    """Processor time of a process and its children, in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def command(*arguments):
    return [sys.executable, "-m", "vault_tools", *map(str, arguments)]


def taken(function, *arguments):
    started = time.process_time()
    function(*arguments)
    return time.process_time() - started


# ---------------------------------------------------------------- an unchanged vault


def stat_and_read(paths):
    for path in paths:
        path.stat()
        path.read_bytes()


@pytest.fixture
def settled_vault(request, tmp_path, monkeypatch):
    """A vault that a run has been through; what judged it knows no mathematics, which makes no difference to the next run."""

    def judge(note, settings):
        return [Judgement(Verdict(formula.latex, formula.line, formula.display, "skipped")) for formula in note.formulas]

    paths = make_vault(tmp_path, request.param)
    monkeypatch.setattr(many, "verify_many", lambda notes, verify, jobs, on_problem, bombs: (verify(note, judge) for note in notes))
    assert main(["verify-vault", "--yes", "--quiet", str(tmp_path)]) == 0
    return tmp_path, paths


@pytest.mark.parametrize("settled_vault", [1_000, 10_000], indirect=True)
def test_unchanged_vault(settled_vault):
    vault, paths = settled_vault
    verify = command("verify-vault", "--yes", vault)
    spent(verify)  # notes that were written less than two seconds before are read once more
    rounds = [(spent(verify), spent(command("--help")), taken(stat_and_read, paths)) for _ in range(ROUNDS)]
    whole, start, reading = (median(column) for column in zip(*rounds, strict=True))
    ratio = median((a - b) / c for a, b, c in rounds)
    print(f"\n{len(paths)} notes: {1000 * whole:.0f} ms, --help {1000 * start:.0f} ms, stat and read {1000 * reading:.0f} ms, {ratio:.2f}")
    assert len(paths) < 10_000 or ratio <= UNCHANGED_TO_READING  # what a start costs beyond --help is spread over few notes below


# ---------------------------------------------------------------- scanning


@pytest.mark.parametrize(("formulas", "allowed"), [(True, SCAN_TO_PARSER), (False, BARE_TO_PARSER)])
def test_scanning(formulas, allowed):
    texts = [text for number in range(120) if ("$" in (text := note_text(number))) == formulas]
    parse = MarkdownIt("commonmark").enable("table").parse

    def each(function):
        for text in texts:
            function(text)

    pairs = [(taken(each, scan), taken(each, parse)) for _ in range(ROUNDS + 1)][1:]
    ours, parser = (1000 * median(column) / len(texts) for column in zip(*pairs, strict=True))
    ratio = median(a / b for a, b in pairs)
    print(f"\n{len(texts)} notes: {ours:.3f} ms each, markdown-it-py {parser:.3f} ms, ratio {ratio:.3f}")
    assert ratio <= allowed


# ---------------------------------------------------------------- starting


def test_help():
    rounds = [(spent(command("--help")), spent([sys.executable, "-c", "pass"])) for _ in range(2 * ROUNDS)]
    ratio = median(a / b for a, b in rounds)
    print(f"\n--help: {1000 * median(a for a, _ in rounds):.0f} ms, ratio to a bare Python {ratio:.2f}")
    assert ratio < HELP_TO_PYTHON


# ---------------------------------------------------------------- the first run


def seconds_for(vault, jobs):
    """Time by the clock of a first run without pictures, less that of a vault with one note (the start of the judges)."""
    make_vault(vault, FIRST_RUN_NOTES)
    (vault / "vault-tools.toml").write_text("pictures = false\n")
    one = vault.with_name(f"{vault.name}-one")
    make_vault(one, 1)
    times = []
    for folder in (one, vault):
        started = time.perf_counter()
        subprocess.run(command("verify-vault", "--yes", "--jobs", jobs, folder), check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - started)
    return times[1] - times[0]


def test_first_run(tmp_path):
    one, two = seconds_for(tmp_path / "one core", 1), seconds_for(tmp_path / "two cores", 2)
    formulas = FORMULAS * sum("$" in note_text(number) for number in range(1, FIRST_RUN_NOTES))
    print(f"\nfirst run: {formulas / one:.1f} formulas a second on one core, {formulas / two:.1f} on two, {one / two:.2f} times")
    assert formulas / one >= FORMULAS_A_SECOND
    assert (os.cpu_count() or 1) < 2 or one / two >= TWO_CORES_TO_ONE
