"""A watcher in a thread of the test: the command's own loop on a real folder with a real observer, and a judge without mathematics."""

from __future__ import annotations

import threading
import time

import pytest

from vault_tools import commands, session
from vault_tools.config import load_settings
from vault_tools.watch import Ledger, Observed, Stamp, due_notes

QUIET = 0.2
FORMULA = "$$good$$\n"


class Stop(Exception):
    """Ends the watcher's loop."""


class Stoppable:
    """Hints of an observer, until the test is over."""

    def __init__(self, hints, stop):
        self.hints, self.stop = hints, stop

    def take(self, seconds):
        end = time.monotonic() + seconds
        while not self.stop.is_set():
            if (found := self.hints.take(min(0.05, max(0.0, end - time.monotonic())))) or time.monotonic() >= end:
                return found
        raise Stop


class Watcher(threading.Thread):
    """Watches a vault; `written` are the notes in the order in which they were written."""

    def __init__(self, vault, judge):
        super().__init__()
        self.vault, self.judge = vault, judge
        self.ledger = Ledger(vault, load_settings(vault))
        self.written, self.problems, self.said = [], [], []
        self._stop_it, self._error = threading.Event(), None

    def run(self):
        try:
            with Observed(self.vault, self.ledger.settings, self.said.append) as hints:
                due = due_notes(self.ledger, Stoppable(hints, self._stop_it))
                for outcome in commands._verify_due(due, self.ledger, self.judge):
                    if outcome.changed:
                        self.written.append(outcome.name)
                    if outcome.problem:
                        self.problems.append(outcome)
        except Stop:
            return
        except Exception as error:  # raised again in the test's own thread
            self._error = error

    def end(self):
        """Stop watching; what went wrong in the thread is raised here."""
        self._stop_it.set()
        self.join()
        if self._error is not None:
            raise self._error

    def has_seen(self, paths):
        """Whether every one of these notes has been looked at as it is now."""
        return all(self.ledger.seen.get(path.relative_to(self.vault).as_posix()) == Stamp.of(path) for path in paths)


@pytest.fixture
def watch(vault, judge):
    """Starts watchers on the vault; they end with the test."""
    started = []

    def start(judge=judge, quiet=QUIET):
        (vault / "vault-tools.toml").write_text(f"quiet_seconds = {quiet}\n")
        session.settings_of.cache_clear()
        watcher = Watcher(vault, judge)
        started.append(watcher)
        watcher.start()
        return watcher

    yield start
    for watcher in started:
        watcher.end()


def wait_until(true, seconds=30):
    """Whether it becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.01)
    return bool(true())


def has_block(path):
    """Whether the note ends in a block of ours."""
    try:
        return b"<!-- vault-tools:end " in path.read_bytes()
    except OSError:
        return False
