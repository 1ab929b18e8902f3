"""Memory does not grow with the vault: what came of a note is let go of as soon as it is told."""

from __future__ import annotations

import io
import subprocess
import sys
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vault_tools import many, session
from vault_tools.cli import main
from vault_tools.model import InputUsed, Judgement, Verdict, message

FEW, MANY = 40, 200
LARGE = [[0.5] * 32 for _ in range(32)]


class Nowhere(io.StringIO):
    def write(self, text):
        return len(text)


@pytest.fixture
def judge(monkeypatch):
    """Verdicts of more than 25,000 bytes each, by threads that run ahead as those of verify_many do."""

    def judging(note, settings):
        used = {name: InputUsed((32, 32), [list(row) for row in LARGE], message("input.note")) for name in "QKV"}
        return [
            Judgement(Verdict(formula.latex, formula.line, formula.display, "verified", inputs=used, value=LARGE, source="x" * 3000))
            for formula in note.formulas
        ]

    def verify_many(notes, verify, jobs, on_problem, bombs):
        with ThreadPoolExecutor(2) as executor:
            begin = (lambda note=note: executor.submit(verify, note, judging) for note in notes)
            yield from many._in_order(begin, many.AHEAD)

    monkeypatch.setattr(many, "verify_many", verify_many)
    session.settings_of.cache_clear()


def peak(vault, *options, monkeypatch):
    """Most bytes that were in use at a time."""
    monkeypatch.setattr(sys, "stdout", Nowhere())
    tracemalloc.start()
    try:
        assert main(["verify-vault", "--yes", str(vault), *map(str, options)]) == 0
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.fixture
def vaults(tmp_path):
    for count in (FEW, MANY):
        (tmp_path / str(count)).mkdir()
        for number in range(count):
            (tmp_path / str(count) / f"{number}.md").write_text(f"$x_{number}$\n")
    return tmp_path


@pytest.mark.usefixtures("judge")
@pytest.mark.parametrize("options", [(), ("--json", "--sarif", "log.sarif")])
def test_ten_times_the_notes_need_no_more_memory_but_for_their_names(vaults, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few, more = (peak(vaults / str(count), *options, monkeypatch=monkeypatch) for count in (FEW, MANY))
    assert more - few < 12_000 * (MANY - FEW)


# ---------------------------------------------------------------- at full size, with all processes

HUNDREDS = (3, 30)
MOST_GROWTH = 40 << 20
"""What its name, its verdict's memory and the pages that an allocator keeps may come to, over 2,700 notes more."""


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read the peaks from")
def test_three_thousand_notes_need_as_much_memory_as_three_hundred(tmp_path):
    peaks = [peaks_of_a_run(tmp_path / str(count), 100 * count) for count in HUNDREDS]
    for count, found in zip(HUNDREDS, peaks, strict=True):
        print(f"\n{100 * count} notes: {', '.join(f'{part} {size >> 20} MiB' for part, size in found.items())}")
    assert peaks[1]["parent"] - peaks[0]["parent"] < MOST_GROWTH
    assert peaks[1]["largest child"] - peaks[0]["largest child"] < MOST_GROWTH


def peaks_of_a_run(vault, count):
    """The most memory that was resident, in the process that reads and writes and in the largest of those that judge."""
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "vault-tools.toml").write_text("pictures = false\n")
    for number in range(1, count + 1):
        (vault / f"{number}.md").write_text(
            f"# {number}\n\n${number} \\cdot {number + 1} = {number * (number + 1)}$ and $f_{{{number}}}(x) = {number}x^2 + \\sqrt{{x}}$\n"
        )
    peaks = dict.fromkeys(("parent", "largest child"), 0)
    with subprocess.Popen([sys.executable, "-m", "vault_tools", "verify-vault", "--yes", "--quiet", vault]) as process:
        while process.poll() is None:
            for name, processes in (("parent", {process.pid}), ("largest child", below(process.pid))):
                peaks[name] = max([peaks[name], *map(resident_peak, processes)])
            time.sleep(0.2)
    assert process.returncode == 0
    return peaks


def below(process):
    """The numbers of all processes that descend from one."""
    parents = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(entry.parent.name)] = int(entry.read_text().rpartition(") ")[2].split()[1])
        except OSError:  # it has ended
            continue
    found, waiting = set(), [process]
    while waiting:
        parent = waiting.pop()
        waiting += (children := [child for child, its_parent in parents.items() if its_parent == parent])
        found.update(children)
    return found


def resident_peak(process):
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM:")), 0)
