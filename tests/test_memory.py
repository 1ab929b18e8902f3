"""Memory does not grow with the vault: what came of a note is let go of as soon as it is told."""

from __future__ import annotations

import io
import sys
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest

from vault_tools import commands, many
from vault_tools.cli import main
from vault_tools.model import InputUsed, Judgement, Verdict, message

FEW, MANY = 40, 200
LARGE = [[0.5] * 32 for _ in range(32)]


class Nowhere(io.StringIO):
    def write(self, text):
        return len(text)


@pytest.fixture(autouse=True)
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
    commands._settings_of.cache_clear()


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


@pytest.mark.parametrize("options", [(), ("--json", "--sarif", "log.sarif")])
def test_ten_times_the_notes_need_no_more_memory_but_for_their_names(vaults, options, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    few, more = (peak(vaults / str(count), *options, monkeypatch=monkeypatch) for count in (FEW, MANY))
    assert more - few < 12_000 * (MANY - FEW)
