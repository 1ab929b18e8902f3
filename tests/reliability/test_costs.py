"""What watching costs: nothing while nothing happens, little memory however often one saves, and a block at once after the quiet time."""

from __future__ import annotations

import os
import re
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.reliability.conftest import has_block, wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")

FORMULA = "$$\n\\mathrm{softmax}\\left(\\frac{QK^T}{\\sqrt{d_k}}\\right)V\n$$\n"
QUIET = 0.5


class Watching:
    """The real command in a process of its own, seen through /proc."""

    def __init__(self, vault):
        command = [sys.executable, "-P", "-m", "vault_tools", "watch", "--yes", str(vault)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        self._proc = Path("/proc", str(self.process.pid))

    def processor_seconds(self):
        fields = (self._proc / "stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def mebibytes(self):
        return int(re.search(r"VmRSS:\s+(\d+) kB", (self._proc / "status").read_text())[1]) / 1024

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(30) == 0

    def is_idle(self):
        """Whether it has used nothing for two seconds."""
        before = self.processor_seconds()
        time.sleep(2)
        return self.processor_seconds() - before <= 0.02


@pytest.fixture
def watching(vault):
    """Starts the watcher on a vault of so many notes, a hundredth of them with a formula, and waits until it has caught up."""
    started = []

    def start(notes, quiet=QUIET):
        (vault / "vault-tools.toml").write_text(f"quiet_seconds = {quiet}\npictures = false\n")
        for k in range(notes):
            folder = vault / f"folder {k % 50}"
            folder.mkdir(exist_ok=True)
            (folder / f"{k}.md").write_text(f"# Note {k}\n\n" + "some text of a note\n" * 20 + (FORMULA if k % 100 == 0 else ""))
        started.append(Watching(vault))
        assert wait_until(lambda: all(has_block(note) for note in vault.rglob("*00.md")), 300)
        assert wait_until(started[-1].is_idle, 60)
        return started[-1]

    yield start
    for watcher in started:
        watcher.end()


def check_idle(watcher, seconds):
    before = watcher.processor_seconds()
    time.sleep(seconds)
    share = (watcher.processor_seconds() - before) / seconds
    print(f"idle: {100 * share:.2f} % of a core over {seconds} s, {watcher.mebibytes():.0f} MiB")
    assert watcher.mebibytes() < 60
    return share


def test_an_idle_watcher_needs_little(watching):
    assert check_idle(watching(100), 3) < 0.05


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_an_idle_watcher_of_five_thousand_notes_needs_next_to_nothing(watching):
    """Two looks at all notes are in these 110 seconds."""
    assert check_idle(watching(5_000), 110) < 0.005


def save_and_wait(note, text, quiet=QUIET):
    """Seconds from the end of the quiet time to the block on disk."""
    note.write_text(text)
    due = time.monotonic() + quiet
    time.sleep(quiet * 0.9)
    while note.stat().st_size == len(text):
        time.sleep(0.001)
        assert time.monotonic() < due + 60
    late = time.monotonic() - due
    assert has_block(note)
    return late


@pytest.mark.soak
@pytest.mark.timeout(300)
def test_a_block_is_written_at_once_after_the_quiet_time(watching, vault):
    watching(5_000)
    save_and_wait(vault / "note.md", FORMULA)
    late = [save_and_wait(vault / "note.md", f"save {number}\n\n" + FORMULA.replace("d_k", f"d_{{{number}}}")) for number in range(30)]
    print(f"quiet to block: median {1000 * statistics.median(late):.0f} ms, best {1000 * min(late):.0f}, worst {1000 * max(late):.0f}")
    assert statistics.median(late) <= 0.15


@pytest.mark.soak
@pytest.mark.timeout(3000)
def test_memory_is_flat_over_a_thousand_saves(watching, vault):
    watcher = watching(1_000, quiet=0.05)
    sizes = []
    for number in range(1_000):
        save_and_wait(vault / "note.md", f"save {number}\n\n" + FORMULA.replace("d_k", f"d_{{{number % 7}}}"), quiet=0.05)
        sizes.append(watcher.mebibytes())
    print(f"memory: {sizes[0]:.1f} MiB after the first save, {sizes[99]:.1f} after 100, {sizes[-1]:.1f} after 1,000")
    assert sizes[-1] - sizes[99] < 3
    assert sizes[-1] < 60
