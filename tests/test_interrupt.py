"""Ctrl-C at any moment: every note whole, no temporary file, no process left, no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import uuid
from pathlib import Path

import pytest

NOTE = "# Note {k}\n\n$$\\mathrm{{softmax}}(XX^T)X$$\n\nand $XX^T$\n"


@pytest.mark.parametrize("seconds", [0.05, 1.2, 2.5])
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_whole_notes_and_nothing_else(write, vault, seconds, stop):
    notes = {write(f"{k}.md", NOTE.format(k=k)): NOTE.format(k=k) for k in range(12)}
    mark = uuid.uuid4().hex
    command = [sys.executable, "-m", "vault_tools", "verify-vault", str(vault)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "MARK": mark}, text=True) as run:
        time.sleep(seconds)
        run.send_signal(stop)
        _, err = run.communicate(timeout=20)
    if seconds > 1:  # before our first line it is Python that answers: with a traceback, or by the signal itself
        assert (run.returncode, err) in [(0, ""), (130, ""), (-stop, "")]
    for note, text in notes.items():
        whole = note.read_text(encoding="utf-8")
        assert whole == text or (whole.startswith(text) and whole.endswith(" -->\n") and whole.count("vault-tools:end") == 1)
    assert {path.suffix for path in vault.rglob("*.*") if path.is_file()} <= {".md", ".png", ".json"}
    assert none_left(mark)


def none_left(mark, seconds=30):
    """Whether all processes with this mark in their environment end within a few seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if not any(mark.encode() in environment(path) for path in Path("/proc").glob("[0-9]*/environ")):
            return True
        time.sleep(0.05)
    return False


def environment(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""
