"""What is remembered of notes outside the vault: it spares work, and never changes what a run says or writes."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest

from vault_tools import many, session, settled
from vault_tools.cli import main
from vault_tools.model import Settings
from vault_tools.settled import Settled, circumstances
from vault_tools.state import state_folder

LONG_AGO = 1_000_000_000


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(settled, "_plugins", lambda: False)
    monkeypatch.setattr(settled, "FRESH_SECONDS", -1.0)
    session.settings_of.cache_clear()


@pytest.fixture
def judged(monkeypatch, judge):
    """The formulas that were judged so far; what is in `judged.stop_at` is Ctrl-C."""

    class Judged(list):
        stop_at = ""

    seen = Judged()

    def judging(note, settings):
        latex = [formula.latex for formula in note.formulas]
        if seen.stop_at in latex:
            raise KeyboardInterrupt
        seen.extend(latex)
        return judge(note, settings)

    monkeypatch.setattr(many, "verify_many", lambda notes, verify, jobs, on_problem, bombs: (verify(note, judging) for note in notes))
    return seen


@pytest.fixture
def verify(vault, capsys, judged):
    """Verify the vault; what was judged, what was printed, and the exit code."""

    def run(*options):
        judged.clear()
        code = main(["verify-vault", "--yes", str(vault), *options])
        return list(judged), capsys.readouterr().out, code

    return run


def test_a_note_that_is_as_it_was_is_not_even_read(verify, write, monkeypatch):
    write("a.md", "$x$\n")
    write("b.md", "$good$\n")
    verify()
    monkeypatch.setattr(settled, "FRESH_SECONDS", 0.0)
    verify()  # what was just written is read once more, since its times were too fresh
    read = settled.Path.read_bytes
    monkeypatch.setattr(settled.Path, "read_bytes", lambda path: pytest.fail(f"read {path}") if path.suffix == ".md" else read(path))
    judged, _, code = verify()
    assert (judged, code) == ([], 0)


@pytest.mark.parametrize("text", ["$y$\n", "$x$ more\n"])
def test_a_changed_note_is_verified_whatever_its_times_say(verify, write, text):
    note = write("a.md", "$x$\n")
    os.utime(note, (LONG_AGO, LONG_AGO))
    assert verify()[0] == ["x"]
    assert verify()[0] == []
    note.write_text(text)
    os.utime(note, (LONG_AGO, LONG_AGO))
    assert len(verify()[0]) == 1


def test_a_note_that_was_only_touched_is_told_by_its_bytes(verify, write):
    note = write("a.md", "$x$\n")
    verify()
    os.utime(note, (LONG_AGO, LONG_AGO))
    assert verify()[0] == []


def test_times_that_are_too_fresh_do_not_count(verify, write, monkeypatch):
    monkeypatch.setattr(settled, "FRESH_SECONDS", 3600.0)
    write("a.md", "$x$\n")
    verify()
    assert b"4\t" in next(state_folder().glob("notes-*")).read_bytes()
    assert verify()[0] == []


NOTES = {
    "none.md": "$x$ $good_for_nothing\n",
    "bare.md": "nothing\n",
    "good.md": "$good$ $x$\n",
    "bad.md": "text\n\n$refuted$ and $good$\n\n$$malformed$$\n",
    "expected.md": "```vault-tools\nexpected = ['refuted']\n```\n\n$refuted$\n",
    "broken.md": "$good$\n\n$$ open\n",
    "failed.md": "$failed$\n",
    "off.md": "---\nvault-tools: false\n---\n$good$\n",
}


def test_deleting_it_changes_nothing_that_is_said_or_written(verify, write, vault):
    for name, text in NOTES.items():
        write(name, text)
    verify()
    written = {path.name: path.read_bytes() for path in vault.glob("*.md")}
    first, *others = (verify() for _ in range(3))
    for file in state_folder().glob("notes-*"):
        file.unlink()
    afresh = verify()
    assert {path.name: path.read_bytes() for path in vault.glob("*.md")} == written
    assert {told[1:] for told in (first, *others, afresh)} == {first[1:]}
    assert len(afresh[0]) > len(others[-1][0])
    assert f"{vault}/bad.md:3: refuted\n{vault}/bad.md:5: malformed\n" in first[1]


def test_an_interrupted_run_is_resumed(verify, judged, write):
    for number in range(6):
        write(f"{number}.md", f"$x_{number}$\n")
    judged.stop_at = "x_4"
    assert verify()[2] == 130
    judged.stop_at = ""
    assert verify()[0] == ["x_4", "x_5"]


def test_a_run_that_computes_anew_trusts_nothing(verify, write):
    write("a.md", "$x$\n")
    verify()
    for option in ("--check", "--force", "--json"):
        assert verify(option)[0] == ["x"]


@pytest.mark.parametrize("file", ["vault-tools.toml", "preamble.sty"])
def test_what_a_verdict_depends_on_makes_it_forget(verify, write, file):
    write("a.md", "$x$\n")
    verify()
    write(file, "language = 'zh'\n" if file.endswith("toml") else r"\newcommand{\x}{y}")
    session.settings_of.cache_clear()
    assert verify()[0] == ["x"]
    assert verify()[0] == []


def test_trusted_handlers_and_limits_count(vault, tmp_path, monkeypatch):
    usual = circumstances(vault, Settings())
    assert circumstances(vault, replace(Settings(), exclude=("x",))) == usual
    assert circumstances(vault, replace(Settings(), formula_seconds=9.0)) != usual
    monkeypatch.setattr(settled, "trusted_files", lambda: ((("h.py", b""),), ()))
    assert circumstances(vault, Settings()) != usual


def test_the_folder_one_stands_in_does_not_count(vault, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "")
    monkeypatch.chdir(vault)
    usual = circumstances(vault, Settings())
    os.utime(vault, (LONG_AGO, LONG_AGO))
    assert circumstances(vault, Settings()) == usual


def test_with_installed_handlers_only_blocks_are_trusted(verify, write, monkeypatch):
    monkeypatch.setattr(settled, "_plugins", lambda: True)
    write("a.md", "$x$\n")
    write("b.md", "$good$\n")
    verify()
    assert verify()[0] == ["x"]


def test_a_formula_that_failed_is_tried_again(verify, write):
    write("a.md", "$failed$\n")
    verify()
    assert verify()[0] == ["failed"]


def test_links_and_vaults_inside_are_looked_at_each_time(verify, write, vault, tmp_path):
    write("inner/.obsidian/app.json", "{}")
    write("inner/a.md", "$x$\n")
    (vault / "link.md").symlink_to(write("b.md", "$y$\n"))
    verify()
    assert sorted(verify()[0]) == ["x", "y"]


def test_notes_that_are_gone_are_forgotten_unless_only_some_were_looked_for(verify, write, vault):
    write("a.md", "$x$\n")
    write("b.md", "$y$\n").unlink()
    write("c.md", "$z$\n")
    verify()
    (vault / "c.md").unlink()
    verify("--include", "a.md")
    assert set(remembered(vault)) == {b"a.md", b"c.md"}
    verify()
    assert set(remembered(vault)) == {b"a.md"}


@pytest.mark.parametrize("spoilt", [b"", b"\xff\n\n", b"junk\n1\t2\n"])
def test_the_file_may_hold_anything(verify, write, spoilt):
    write("a.md", "$x$\n")
    verify()
    (file,) = state_folder().glob("notes-*")
    file.write_bytes(spoilt)
    assert verify()[0] == ["x"]


def test_a_line_that_was_cut_off_counts_for_nothing(verify, write, vault):
    write("a.md", "$x$\n")
    write("b.md", "$y$\n")
    verify()
    (file,) = state_folder().glob("notes-*")
    file.write_bytes(file.read_bytes()[:-4])
    assert len(verify()[0]) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes everywhere")
def test_where_nothing_can_be_written_every_note_is_verified(verify, write):
    write("a.md", "$x$\n")
    state_folder().chmod(0o500)
    assert verify()[2] == verify()[2] == 0


@contextmanager
def opened(vault):
    memory = Settled(vault, circumstances(vault, Settings()))
    yield memory
    memory.close()


def remembered(vault):
    with opened(vault) as memory:
        return memory._lines


def test_looking_at_ten_thousand_lines_takes_no_time(vault, state):
    with opened(vault) as memory:
        head = memory._head
    lines = [b'8 1 2 %d\t%032d\t["current",[],{"unchanged":5},[]]\tnote %d.md' % (k, k, k) for k in range(10_000)]
    (state_folder() / memory.name).write_bytes(b"\n".join([head, *lines]) + b"\n")
    started = time.process_time()
    assert len(remembered(vault)) == 10_000
    assert time.process_time() - started < 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_macros_that_never_end_are_not_waited_for(vault, verify, write):
    write("a.md", "$good$\n")
    os.mkfifo(vault / "preamble.sty")
    assert verify()[2] == 0
