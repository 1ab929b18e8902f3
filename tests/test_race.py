"""An editor saves while we write: whatever it saved last is in the note or in a copy beside it, and whole."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from vault_tools.atomic import ChangedMeanwhileError, KeptCopyError, read_file, replace_file
from vault_tools.notes.scan import scan
from vault_tools.notes.splice import insert

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs an exchange of two files")

STYLES = ("rename", "in place", "slow in place", "append")

EDITOR = r"""
import os, sys, time

def save(style, note, token):
    text = f"begin {token}\n$x$\nend {token}\n".encode()
    if style == "rename":
        with open(note + ".editor", "wb") as file:
            file.write(text)
        os.replace(note + ".editor", note)
    elif style == "append":
        with open(note, "ab") as file:
            file.write(b"\n" + text)
    else:
        with open(note, "wb", buffering=0) as file:
            for start in range(0, len(text), 8 if style.startswith("slow") else 1000):
                file.write(text[start : start + (8 if style.startswith("slow") else 1000)])
                time.sleep(0.0002 if style.startswith("slow") else 0)

for line in sys.stdin:
    style, note, token, delay = line.rstrip("\n").split("\t")
    until = time.perf_counter() + float(delay)
    while time.perf_counter() < until:
        pass
    save(style, note, token)
    print(token, flush=True)
"""


def our_write(note: Path, chance: random.Random, number: int) -> None:
    """What a run does: read, compute, write."""
    base = read_file(note)
    time.sleep(chance.random() * 0.0015)
    text = insert(scan(base.decode()), f"result {number}", f"{number:016x}")
    try:
        replace_file(note, base, text.encode())
    except (ChangedMeanwhileError, KeptCopyError):
        return


def race(folder: Path, style: str, rounds: int) -> None:
    chance = random.Random(style)
    with subprocess.Popen([sys.executable, "-c", EDITOR], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as editor:
        assert editor.stdin is not None
        assert editor.stdout is not None
        for number in range(rounds):
            note = folder / f"{number % 50}.md"
            if not note.exists() or style == "append":
                note.write_bytes(b"begin\n$x$\nend\n")
            print(style, note, f"token-{number}", chance.random() * 0.004, sep="\t", file=editor.stdin, flush=True)
            our_write(note, chance, number)
            assert editor.stdout.readline() == f"token-{number}\n"
            candidates = [note, *folder.glob("*conflicted copy*")]
            assert any(f"begin token-{number}\n$x$\nend token-{number}\n" in path.read_text() for path in candidates), number
            assert not list(folder.glob(".vault-tools-*"))
            for path in candidates[1:]:
                path.unlink()
        editor.stdin.close()


@pytest.mark.parametrize("style", STYLES)
def test_no_save_is_lost(tmp_path: Path, style: str) -> None:
    race(tmp_path, style, 40)


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("style", STYLES)
def test_no_save_is_lost_in_ten_thousand(tmp_path: Path, style: str) -> None:
    race(tmp_path, style, 2_500)
