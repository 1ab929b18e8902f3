"""Bar 5: no note is missed, whatever happens in the vault and however little the system tells of it."""

from __future__ import annotations

import subprocess
import time

import pytest

from tests.reliability.conftest import FORMULA, QUIET, has_block, wait_until
from tests.reliability.saving import STYLES
from vault_tools import watch as watch_module


def burst(vault, count, formulas):
    """`count` notes at once, `formulas` of them with one."""
    every = count // formulas
    paths = [vault / f"{k}.md" for k in range(count)]
    for k, path in enumerate(paths):
        path.write_text(f"note {k}\n" + (FORMULA if k % every == 0 else ""))
    return paths, paths[::every]


def check_burst(vault, watcher, count, formulas, seconds):
    """Within `seconds` of the last save every note has been looked at, and those with a formula are written."""
    paths, with_formula = burst(vault, count, formulas)
    started = time.monotonic()
    assert wait_until(lambda: all(map(has_block, with_formula)), seconds)
    print(f"{count} notes, {formulas} with a formula: written {time.monotonic() - started - QUIET:.1f} s after the quiet time")
    assert wait_until(lambda: watcher.has_seen(paths), seconds - (time.monotonic() - started))
    assert sorted(watcher.written) == sorted(map(str, with_formula))


def test_a_burst(vault, watch):
    check_burst(vault, watch(), 300, 20, seconds=10)


@pytest.mark.soak
@pytest.mark.timeout(300)
def test_a_burst_of_nine_thousand(vault, watch):
    check_burst(vault, watch(), 9_000, 200, seconds=QUIET + 10)


@pytest.mark.soak
@pytest.mark.timeout(300)
def test_a_burst_of_nine_thousand_with_a_formula_each(vault, watch):
    check_burst(vault, watch(), 9_000, 9_000, seconds=QUIET + 120)


def deaf(monkeypatch, scan_seconds):
    """The system reports nothing at all."""
    monkeypatch.setattr(watch_module.Observed, "_note_event", lambda self, event: None)
    monkeypatch.setattr(watch_module, "SCAN_SECONDS", scan_seconds)


def test_a_burst_of_which_nothing_is_reported(vault, watch, monkeypatch):
    deaf(monkeypatch, 0.5)
    check_burst(vault, watch(), 100, 10, seconds=10)


@pytest.mark.soak
@pytest.mark.timeout(300)
def test_a_burst_of_nine_thousand_of_which_nothing_is_reported(vault, watch, monkeypatch):
    deaf(monkeypatch, watch_module.SCAN_SECONDS)
    check_burst(vault, watch(), 9_000, 200, seconds=QUIET + 10 + 60)


def check_nested_folders(vault, count):
    paths = [vault / f"a{k}" / "b" / "c" / "note.md" for k in range(count)]
    for path in paths:
        path.parent.mkdir(parents=True)
        path.write_text(FORMULA)
    assert wait_until(lambda: all(map(has_block, paths)), 30)


def test_folders_in_folders_made_at_once(vault, watch):
    watch()
    check_nested_folders(vault, 20)


@pytest.mark.soak
@pytest.mark.timeout(120)
def test_three_hundred_folders_in_folders_made_at_once(vault, watch):
    watch()
    check_nested_folders(vault, 300)


@pytest.mark.parametrize("rounds", [2, pytest.param(50, marks=[pytest.mark.soak, pytest.mark.timeout(600)])])
def test_every_style_of_saving(vault, watch, rounds):
    watcher = watch()
    notes = {style: vault / f"{style.__name__}.md" for style in STYLES}
    for number in range(rounds):
        for style, note in notes.items():
            style(note, f"round {number}\n{FORMULA}".encode())
        assert wait_until(lambda: all(map(has_block, notes.values())))
        assert wait_until(lambda: watcher.has_seen(notes.values()))
    assert len(watcher.written) == rounds * len(STYLES)


def test_a_folder_moved_in_within_and_out(vault, watch):
    watch()
    folder = vault.parent / "folder"
    folder.mkdir()
    (folder / "note.md").write_text(FORMULA)
    folder.rename(vault / "one")
    assert wait_until(lambda: has_block(vault / "one" / "note.md"))
    (vault / "one").rename(vault / "two")
    (vault / "two" / "note.md").write_text("anew\n" + FORMULA)
    assert wait_until(lambda: has_block(vault / "two" / "note.md"))
    (vault / "two").rename(folder)
    (folder / "note.md").write_text("out of the vault\n" + FORMULA)
    time.sleep(3 * QUIET)
    assert not has_block(folder / "note.md")


def test_a_checkout_of_another_branch(vault, watch):
    def git(*arguments):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *arguments], cwd=vault, check=True, capture_output=True)

    git("init", "--initial-branch=one")
    for k in range(30):
        (vault / f"{k}.md").write_text("one\n")
    git("add", ".")
    git("commit", "-m", "one")
    git("checkout", "-b", "two")
    for k in range(30):
        (vault / f"{k}.md").write_text("two\n" + FORMULA)
    git("commit", "-am", "two")
    git("checkout", "one")
    watcher = watch()
    assert wait_until(lambda: watcher.has_seen(vault.glob("*.md")))
    git("checkout", "two")
    assert wait_until(lambda: all(map(has_block, vault.glob("*.md"))))


def test_a_vault_removed_and_made_again(vault, watch, monkeypatch):
    monkeypatch.setattr(watch_module, "POLL_SECONDS", 0.2)
    watcher = watch()
    (vault / "old.md").write_text(FORMULA)
    assert wait_until(lambda: has_block(vault / "old.md"))
    vault.rename(vault.with_name("aside"))
    assert wait_until(lambda: any("is not there" in str(said) for said in watcher.said))
    (vault / ".obsidian").mkdir(parents=True)
    (vault / "new.md").write_text(FORMULA)
    assert wait_until(lambda: has_block(vault / "new.md"))
    (vault / "later.md").write_text(FORMULA)
    assert wait_until(lambda: has_block(vault / "later.md"))
