"""What a whole vault costs, measured side by side in one run of less than five minutes on an idle machine with two cores.

Not part of the test suite: `pytest tests/benchmarks/bench_vault.py`; the figures and their bars stand at the end of what it prints.
Figures are medians, ratios those of pairs measured one after the other. Costs are processor time, all processes together, so that other
work on the machine counts little; only two cores against one is told by the clock, on the cores that the run is given. Beside it stands
what two plain loops, which have nothing to do with each other, gain by a second core of this machine at the same time.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import time
from functools import partial
from statistics import median

import pytest
from markdown_it import MarkdownIt

from tests.benchmarks.conftest import Figure, environment
from tests.benchmarks.synthetic import FORMULAS, make_vault, note_text
from vault_tools import commands
from vault_tools.cli import main
from vault_tools.model import Outcome
from vault_tools.notes.scan import scan

pytestmark = pytest.mark.timeout(300)
ROUNDS = 5
UNCHANGED_TO_READING = 3.0
SCAN_TO_PARSER = 1.5
BARE_TO_PARSER = 0.02
HELP_TO_PYTHON = 5.0
FORMULAS_A_SECOND = 60.0
TWO_CORES_TO_ONE = 1.7
FIRST_RUN_NOTES = 240
"""Enough that what a start costs, which is taken off, is a small part: its noise would be that of the ratio."""
FIRST_RUNS = 5
LOOPS = 20_000_000
"""Steps of a plain loop: about a second."""


def spent(command, cores=None):
    """Processor time of a process and its children, in seconds; `cores`: the only ones that they may use."""
    bound = partial(os.sched_setaffinity, 0, cores) if cores else None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment(), preexec_fn=bound)
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
    """A vault that a run has been through; that nothing was judged in it makes no difference to the next run."""
    paths = make_vault(tmp_path, request.param)
    monkeypatch.setattr(commands, "_verify", lambda path, judge, manner: Outcome(str(path), path.read_bytes().decode()))
    assert main(["verify-vault", "--yes", "--quiet", str(tmp_path)]) == 0
    return tmp_path, paths


@pytest.mark.parametrize("settled_vault", [1_000, 10_000], indirect=True)
def test_unchanged_vault(settled_vault, hold):
    vault, paths = settled_vault
    verify = command("verify-vault", "--yes", vault)
    spent(verify)  # notes that were written less than two seconds before are read once more
    rounds = [(spent(verify), spent(command("--help")), taken(stat_and_read, paths)) for _ in range(ROUNDS)]
    whole, start, reading = (median(column) for column in zip(*rounds, strict=True))
    count = f"{len(paths):,} unchanged notes"
    bar = UNCHANGED_TO_READING if len(paths) >= 10_000 else None  # what a start costs beyond --help is spread over few notes below
    hold(
        Figure(count, 1000 * whole, "ms"),
        Figure(f"{count}: --help", 1000 * start, "ms"),
        Figure(f"{count}: only stat and read", 1000 * reading, "ms"),
        Figure(f"{count} less --help, against stat and read", median((a - b) / c for a, b, c in rounds), most=bar),
    )


# ---------------------------------------------------------------- scanning


@pytest.mark.parametrize(("formulas", "allowed"), [(True, SCAN_TO_PARSER), (False, BARE_TO_PARSER)])
def test_scanning(formulas, allowed, hold):
    texts = [text for number in range(120) if ("$" in (text := note_text(number))) == formulas]
    parse = MarkdownIt("commonmark").enable("table").parse

    def each(function):
        for text in texts:
            function(text)

    pairs = [(taken(each, scan), taken(each, parse)) for _ in range(ROUNDS + 1)][1:]
    ours, parser = (1000 * median(column) / len(texts) for column in zip(*pairs, strict=True))
    kind = "a note with five formulas" if formulas else "a note without a dollar"
    hold(
        Figure(f"scanning {kind}", ours, "ms"),
        Figure(f"markdown-it-py on {kind}", parser, "ms"),
        Figure(f"scanning {kind} against markdown-it-py", median(a / b for a, b in pairs), most=allowed),
    )


# ---------------------------------------------------------------- starting


def test_help(hold):
    spent(command("--help"))
    rounds = [(spent(command("--help")), spent([sys.executable, "-c", "pass"])) for _ in range(2 * ROUNDS)]
    hold(
        Figure("--help", 1000 * median(ours for ours, _ in rounds), "ms"),
        Figure("a bare Python", 1000 * median(bare for _, bare in rounds), "ms"),
        Figure("--help against a bare Python", median(a / b for a, b in rounds), most=HELP_TO_PYTHON),
    )


# ---------------------------------------------------------------- the first run


def first_run(vault, cores):
    """Seconds by the clock and of processor time, with as many jobs as cores, and no other core for anything that it starts."""
    work = vault.with_name("at work")
    shutil.copytree(vault, work)
    started = time.perf_counter()
    seconds = spent(command("verify-vault", "--yes", "--jobs", len(cores), work), cores)
    clock = time.perf_counter() - started
    shutil.rmtree(work)
    return clock, seconds


def two_loops(cores):
    """Seconds by the clock that two plain loops take side by side."""
    bound = partial(os.sched_setaffinity, 0, cores)
    started = time.perf_counter()
    loops = [subprocess.Popen([sys.executable, "-c", f"for _ in range({LOOPS}): pass"], preexec_fn=bound) for _ in range(2)]
    assert [loop.wait() for loop in loops] == [0, 0]
    return time.perf_counter() - started


def in_turn(number, measure, *cases):
    """What is measured of each case, in their order; the last first in every other round, so that a drift of the machine cancels out."""
    found = {id(case): measure(case) for case in (cases if number % 2 else reversed(cases))}
    return [found[id(case)] for case in cases]


@pytest.mark.timeout(900)
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no way to give a process one core")
def test_first_run(tmp_path, hold):
    one_note, vault = tmp_path / "one note", tmp_path / "vault"
    for folder, count in ((one_note, 1), (vault, FIRST_RUN_NOTES)):
        make_vault(folder, count)
        (folder / "vault-tools.toml").write_text("pictures = false\n")
    formulas = FORMULAS * sum("$" in note_text(number) for number in range(1, FIRST_RUN_NOTES))
    first, *more = sorted(os.sched_getaffinity(0))
    cores = {first}, {first, *more[:1]}
    rounds = [
        [in_turn(number, measure, *cores) for measure in (partial(first_run, one_note), partial(first_run, vault), two_loops)]
        for number in range(FIRST_RUNS)
    ]
    starts, wholes, loops = zip(*rounds, strict=True)
    (start, begun), (start_of_two, _) = [map(median, zip(*column, strict=True)) for column in zip(*starts, strict=True)]
    pairs = [(one - start, two - start_of_two) for (one, _), (two, _) in wholes]
    one, two = map(median, zip(*pairs, strict=True))
    work = median(seconds for (_, seconds), _ in wholes) - begun
    hold(
        Figure("until the first note is written", start, "s"),
        Figure("formulas a second of processor time", formulas / work, least=FORMULAS_A_SECOND),
        Figure("formulas a second by the clock, one core", formulas / one),
        Figure("formulas a second by the clock, two cores", formulas / two),
        Figure("two plain loops: two cores against one", median(a / b for a, b in loops)),
        Figure("two cores against one", median(a / b for a, b in pairs), least=TWO_CORES_TO_ONE if more else None),
    )
