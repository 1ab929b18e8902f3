"""Bar 4: after a save at most one write of ours, then none; a second run writes nothing; two runs at once agree."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.reliability.conftest import FORMULA, QUIET, has_block, wait_until
from tests.reliability.saving import STYLES
from vault_tools.cli import main
from vault_tools.notes.scan import scan
from vault_tools.notes.splice import remove
from vault_tools.watch import Stamp


def check_saves(vault, watcher, rounds, idle):
    note = vault / "note.md"
    for number in range(rounds):
        style, before = STYLES[number % len(STYLES)], len(watcher.written)
        style(note, f"save {number}\n\n{FORMULA}".encode())
        assert wait_until(lambda: has_block(note)), style.__name__
        assert wait_until(lambda: watcher.has_seen([note]))
        assert len(watcher.written) == before + 1, style.__name__
    stamp = Stamp.of(note)
    time.sleep(idle)
    assert Stamp.of(note) == stamp
    assert len(watcher.written) == rounds
    assert note.read_text().startswith(f"save {rounds - 1}\n")


def test_one_write_a_save(vault, watch):
    check_saves(vault, watch(), len(STYLES), idle=3 * QUIET)


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_one_write_a_save_and_none_for_a_minute(vault, watch):
    check_saves(vault, watch(), 20 * len(STYLES), idle=60)


def make_notes(vault, count):
    texts = {vault / f"{k}.md": f"# Note {k}\n\n$$\\mathrm{{softmax}}(X X^T) X$$\n\ntext\n" for k in range(count)}
    for path, text in texts.items():
        path.write_text(text)
    return texts


def start_run(vault):
    return subprocess.Popen([sys.executable, "-m", "vault_tools", "verify-vault", "--yes", "--quiet", str(vault)])


def check_two_runs(vault, count):
    texts = make_notes(vault, count)
    assert [run.wait() for run in (start_run(vault), start_run(vault))] == [0, 0]
    for path, text in texts.items():
        note = scan(path.read_text())
        assert len(note.regions) == 1
        assert remove(note) == text
    stamps = {path: Stamp.of(path) for path in vault.rglob("*") if path.is_file()}
    assert main(["verify-vault", "--yes", "--quiet", str(vault)]) == 0
    assert {path: Stamp.of(path) for path in vault.rglob("*") if path.is_file()} == stamps


def test_two_runs_at_once_agree_and_the_next_writes_nothing(vault):
    (vault / "vault-tools.toml").write_text("pictures = false\n")
    check_two_runs(vault, 2)


@pytest.mark.soak
@pytest.mark.timeout(900)
def test_two_runs_at_once_agree_on_two_hundred_notes(vault):
    check_two_runs(vault, 200)
