"""The watcher: events are hints, stamps on disk decide, and only a note that has been quiet is due."""

from __future__ import annotations

import logging
import os
import threading
import time
from contextlib import suppress
from dataclasses import replace

import pytest

from vault_tools import watch
from vault_tools.model import Outcome, Settings
from vault_tools.state import watch_lock
from vault_tools.watch import EVERYTHING, Ledger, Observed, due_notes

QUIET = Settings(quiet_seconds=5)


class Clock:
    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


class Script:
    """Hints from a list of acts that change the vault; between them the time passes that was asked for."""

    def __init__(self, clock, *acts):
        self.clock, self.acts = clock, list(acts)

    def take(self, seconds):
        self.clock.now += max(seconds, 0.01)
        if not self.acts:
            raise EndOfScript
        act = self.acts.pop(0)
        return act() if act else set()


class EndOfScript(Exception):
    pass


@pytest.fixture
def vault(tmp_path):
    old = time.time() - 3600
    for name in ("a.md", "b.md"):
        path = tmp_path / name
        path.write_text("old")
        os.utime(path, (old, old))
    return tmp_path


def run(vault, *acts, settings=QUIET, after=None):
    """The sets of notes that come due while the script runs."""
    clock = Clock()
    ledger = Ledger(vault, settings)
    sets = []
    with suppress(EndOfScript):
        for due in due_notes(ledger, Script(clock, *acts), clock=clock):
            sets.append({path.name for path in due})
            if after:
                after(ledger, due)
    return sets


def later(vault, *acts, **options):
    """The names that come due after the notes that were there at the start."""
    names = [name for due in run(vault, None, None, *acts, None, None, None, None, **options) for name in sorted(due)]
    assert set(names[:2]) == {"a.md", "b.md"}
    return names[2:]


def save(path, text):
    def act():
        path.write_text(text)
        return {path.name}

    return act


def test_the_notes_that_are_there_come_first(vault):
    assert later(vault) == []


def test_once_ends_when_nothing_waits(vault):
    clock = Clock()
    sets = list(due_notes(Ledger(vault, QUIET), Script(clock, None, None, None, None), once=True, clock=clock))
    assert {path.name for path in set.union(*sets)} == {"a.md", "b.md"}
    assert clock.now < 1000 + QUIET.quiet_seconds + 1  # nor is the next look at everything waited for


def test_a_saved_note_comes_due_after_the_quiet_time_and_only_once(vault):
    assert later(vault, save(vault / "a.md", "new text")) == ["a.md"]


def test_who_keeps_typing_is_not_disturbed(vault):
    clock = Clock()
    ledger = Ledger(vault, QUIET)
    ledger.look({EVERYTHING}, clock())
    note = vault / "a.md"
    clock.now += 10_000
    assert note in ledger.take_due(clock())
    for k in range(10):
        note.write_text("typing " * k)
        ledger.look({note.name}, clock())
        clock.now += 4
        assert note not in ledger.take_due(clock())
    clock.now += 5
    assert note in ledger.take_due(clock())


def test_a_save_that_sends_no_event_is_found_by_the_scan(vault):
    def save_in_silence():
        (vault / "a.md").write_text("new text")
        return set()

    assert later(vault, save_in_silence) == ["a.md"]


def test_a_save_while_a_look_at_everything_is_dear_is_found_later(vault, monkeypatch):
    """A look takes no more than its share of a processor, however large the vault is."""
    monkeypatch.setattr(watch.time, "thread_time", iter(range(0, 1000, 2)).__next__)
    clock = Clock()
    found = {}
    ledger = Ledger(vault, QUIET)

    def save_in_silence():
        (vault / "a.md").write_text("new text")
        return set()

    with suppress(EndOfScript):
        for due in due_notes(ledger, Script(clock, None, save_in_silence, *[None] * 30), clock=clock):
            found |= {path.name: clock.now for path in due}
    assert found["a.md"] >= 1000 + 2 / watch.SCAN_SHARE


def test_a_note_on_a_server_whose_clock_is_behind_has_its_quiet_time_all_the_same(vault, monkeypatch):
    clock = Clock()
    ledger = Ledger(vault, QUIET)
    ledger.look({EVERYTHING}, clock())
    ours = time.time() + 3600
    monkeypatch.setattr(watch.time, "time", lambda: ours)
    (vault / "c.md").write_text("half of the text")
    ledger.look({"c.md"}, clock())
    assert vault / "c.md" not in ledger.take_due(clock() + QUIET.quiet_seconds - 0.1)
    assert vault / "c.md" in ledger.take_due(clock() + QUIET.quiet_seconds)


def test_an_event_without_a_change_is_no_reason_to_look(vault):
    assert later(vault, lambda: {"a.md"}, lambda: {"gone.md"}) == []


def test_a_new_note_and_a_note_in_a_new_folder(vault):
    def make_folder():
        (vault / "deep" / "er").mkdir(parents=True)
        (vault / "deep" / "er" / "c.md").write_text("c")
        return {EVERYTHING}

    assert later(vault, save(vault / "new.md", "text"), make_folder) == ["new.md", "c.md"]


@pytest.mark.parametrize("name", [".a.md.tmp", "a.md~", "image.png", ".trash/x.md", "a.sync-conflict-20230112-003022-FUKIKK4.md"])
def test_what_is_no_note_is_never_due(vault, name):
    (vault / name).parent.mkdir(exist_ok=True)
    (vault / name).write_text("x")
    assert later(vault, lambda: {EVERYTHING}) == []


def test_our_own_write_is_no_change(vault):
    def write(ledger, due):
        for path in due:
            path.write_text("with block")
            ledger.wrote(path, Outcome(path.name, "with block", changed=True))

    assert later(vault, lambda: {EVERYTHING}, after=write) == []


def test_a_save_right_behind_our_write_is_a_change(vault):
    written = []

    def write(ledger, due):
        for path in due:
            if path.name == "a.md" and not written:
                written.append(path)
                path.write_text("the user's text, saved at once")
                ledger.wrote(path, Outcome(path.name, "with block", changed=True))

    assert later(vault, lambda: {EVERYTHING}, after=write) == ["a.md"]


def test_a_long_catch_up_leaves_room_for_what_is_saved_now(vault):
    for k in range(40):
        (vault / f"old-{k}.md").write_text("x")
        os.utime(vault / f"old-{k}.md", (1, 1))
    sets = run(vault, None, None, None, None, None, settings=replace(QUIET, quiet_seconds=0))
    assert max(map(len, sets)) <= watch.AT_A_TIME
    assert set.union(*sets) == {"a.md", "b.md", *(f"old-{k}.md" for k in range(40))}


# ---------------------------------------------------------------- a real observer


@pytest.fixture
def observed(vault):
    said = []
    with Observed(vault, QUIET, said.append) as hints:
        drain(hints)
        yield vault, hints, said


def drain(hints):
    while hints.take(0.2):
        pass


def hints_after(hints, act, wanted, seconds=5):
    act()
    deadline = time.monotonic() + seconds
    found = set()
    while time.monotonic() < deadline and not wanted <= found:
        found |= hints.take(0.1)
    return found


def rename_into_place(path):
    temporary = path.with_name(".saving.tmp")
    temporary.write_text("new")
    temporary.replace(path)


@pytest.mark.parametrize(
    "save",
    [
        lambda path: path.write_text("in place"),
        rename_into_place,
        lambda path: (path.unlink(), path.write_text("again")),
    ],
    ids=["in place", "rename", "delete and create"],
)
def test_the_observer_hints_at_every_style_of_saving(observed, save):
    vault, hints, _ = observed
    assert "a.md" in hints_after(hints, lambda: save(vault / "a.md"), {"a.md"})


def test_a_vault_reached_through_a_link_is_observed(vault, tmp_path_factory):
    link = tmp_path_factory.mktemp("links") / "vault"
    link.symlink_to(vault)
    with Observed(link, QUIET, print) as hints:
        drain(hints)
        assert "linked.md" in hints_after(hints, lambda: rename_into_place(link / "linked.md"), {"linked.md"})


def test_reading_a_note_is_no_event(observed):
    vault, hints, _ = observed
    (vault / "a.md").read_bytes()
    assert hints.take(0.5) == set()


def test_a_folder_that_moves_in_is_a_reason_to_look_at_everything(observed, tmp_path_factory):
    vault, hints, _ = observed
    folder = tmp_path_factory.mktemp("other") / "folder"
    folder.mkdir()
    (folder / "c.md").write_text("c")
    assert EVERYTHING in hints_after(hints, lambda: folder.rename(vault / "folder"), {EVERYTHING})


def test_a_vault_that_goes_and_comes_back_is_observed_again(observed):
    vault, hints, said = observed
    aside = vault.with_name("aside")
    vault.rename(aside)
    watch_poll(hints)
    assert "is not there" in str(said[-1])
    vault.mkdir()
    watch_poll(hints)
    note = vault / "new.md"
    assert note.name in hints_after(hints, lambda: note.write_text("x"), {note.name})
    aside.rename(vault.with_name("aside-2"))


def watch_poll(hints):
    hints.take(0.01)
    hints.take(0.01)


def test_where_the_system_reports_nothing_we_poll_and_say_so_once(vault, monkeypatch):
    def no_more_watches(*_):
        raise OSError(28, "inotify watch limit reached")

    monkeypatch.setattr(watch, "_start_observer", no_more_watches)
    said = []
    with Observed(vault, QUIET, said.append) as hints:
        assert hints.take(0.01) == {EVERYTHING}
        assert hints.take(0.01) == {EVERYTHING}
    assert [("inotify watch limit reached" in str(message)) for message in said] == [True]


def test_lost_events_are_a_reason_to_look_at_everything(observed):
    import logging

    _, hints, _ = observed
    logging.getLogger("watchdog.observers.inotify_buffer").warning("queue overflow")
    assert EVERYTHING in hints.take(1)


# ---------------------------------------------------------------- one watcher a vault


def test_a_second_watcher_is_refused_until_the_first_has_ended(vault, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
    with watch_lock(vault) as first, watch_lock(vault) as second, watch_lock(vault.parent) as other:
        assert (first, second, other) == (True, False, True)
    with watch_lock(vault) as again:
        assert again


def test_two_observers_do_not_share_threads_that_outlive_them(vault):
    before = threading.active_count()
    with Observed(vault, QUIET, print):
        pass
    assert threading.active_count() == before


def test_what_an_observer_logs_while_it_stops_reaches_nobody(vault, monkeypatch):
    """Its threads may log until they are joined; without a handler Python prints that to stderr."""
    heard = []

    class Stopping:
        def stop(self):
            pass

        def join(self):
            heard.append([type(handler).__name__ for handler in logging.getLogger("watchdog").handlers])

    monkeypatch.setattr(watch, "_start_observer", lambda vault, note_event: Stopping())
    with Observed(vault, QUIET, print):
        pass
    assert heard == [["_Alarm"]]
    assert logging.getLogger("watchdog").handlers == []
