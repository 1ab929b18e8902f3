"""The commands: what they print, write and exit with. Most run here with a judge without mathematics, some as processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from vault_tools import cli, commands, many, session
from vault_tools.cli import main


@pytest.fixture(autouse=True)
def words_judge(monkeypatch, judge):
    """The commands judge with `judge`, in this process."""

    @contextmanager
    def judging(jobs, *, anew=False):
        yield judge

    monkeypatch.setattr(session, "judging", judging)
    monkeypatch.setattr(many, "verify_many", lambda notes, verify, jobs, on_problem, bombs: (verify(path, judge) for path in notes))
    session.settings_of.cache_clear()


def run(capsys, *arguments):
    """Exit code, standard output, standard error."""
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


# ---------------------------------------------------------------- verify-note


def test_a_note_gets_its_block_and_a_second_run_writes_nothing(capsys, write):
    note = write("注意力.md", "说明 $drawn$ 和 $x$\n")
    code, out, err = run(capsys, "verify-note", note)
    assert (code, err) == (0, "")
    assert "1 verified · 1 skipped" in out
    assert "✓ line 1" in out
    assert "block written, pictures: 1" in out
    written = note.read_bytes()
    before = note.stat()
    code, out, _ = run(capsys, "verify-note", note)
    assert code == 0
    assert "up to date" in out
    assert (note.read_bytes(), note.stat().st_mtime_ns) == (written, before.st_mtime_ns)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("plain text, $5\n", 0),
        ("$x$\n", 0),
        ("$good$\n", 0),
        ("$failed$\n", 0),
        ("$refuted$\n", 1),
        ("$malformed$\n", 1),
        ("```vault-tools\nexpected = ['refuted']\n```\n\n$refuted$\n", 0),
        ("```vault-tools\nexpected = ['refuted']\n```\n\n$refuted$ $malformed$\n", 1),
        ("```vault-tools\ncausal = maybe\n```\n\n$good$\n", 3),
        (b"\xff\xfe$good$", 3),
        (b"$good$\0", 3),
    ],
)
def test_exit_codes_and_the_same_again_when_the_block_is_there(capsys, write, text, code):
    note = write("n.md", text)
    assert run(capsys, "verify-note", note)[0] == code
    assert run(capsys, "verify-note", note)[0] == code
    assert run(capsys, "verify-note", "--check", note)[0] == code


def test_the_highest_exit_code_wins_and_the_other_notes_go_on(capsys, write, vault):
    fine, refuted = write("fine.md", "$good$\n"), write("refuted.md", "$refuted$\n")
    code, out, _ = run(capsys, "verify-note", refuted, vault / "missing.md", vault, fine)
    assert code == 3
    assert "vault-tools:begin" in fine.read_text()
    assert out.count("missing.md") == 1


def test_check_writes_nothing_and_says_what_is_missing_or_stale(capsys, write):
    note = write("n.md", "$good$\n")
    code, out, _ = run(capsys, "verify-note", "--check", note)
    assert (code, note.read_text()) == (1, "$good$\n")
    assert "missing" in out
    run(capsys, "verify-note", note)
    assert run(capsys, "verify-note", "--check", note)[0] == 0
    note.write_text(note.read_text().replace("$good$\n", "$good$ $good 2$\n", 1))
    code, out, _ = run(capsys, "verify-note", "--check", note)
    assert code == 1
    assert "not up to date" in out


def test_diff_prints_the_change_and_writes_nothing(capsys, write):
    note = write("n.md", "$good$\n")
    code, out, err = run(capsys, "verify-note", "--diff", note)
    assert (code, note.read_text()) == (1, "$good$\n")
    assert "\n+<!-- vault-tools:begin 1 -->" in out
    assert out.startswith(f"--- a{note}\n")
    assert "run without --diff" in err


def test_an_edited_block_is_kept_until_forced(capsys, write):
    note = write("n.md", "$good$\n")
    run(capsys, "verify-note", note)
    whole = note.read_text()
    note.write_text(whole.replace("1 verified", "9 verified"))
    edited = note.read_text()
    assert run(capsys, "verify-note", note)[0] == 1
    assert run(capsys, "clean", note)[0] == 1
    assert note.read_text() == edited
    assert run(capsys, "verify-note", "--force", note)[0] == 0
    assert note.read_text() == whole


def test_a_current_block_that_reports_something_is_no_silent_1(capsys, write):
    note = write("n.md", "$refuted$ $malformed$\n")
    run(capsys, "verify-note", note)
    code, out, _ = run(capsys, "verify-note", "--quiet", note)
    assert code == 1
    assert "up to date; it reports: 1 refuted · 1 malformed" in out


def test_quiet_says_only_what_needs_a_look(capsys, write):
    good, refuted = write("good.md", "$good$\n"), write("refuted.md", "$refuted$\n")
    _, out, _ = run(capsys, "verify-note", "--quiet", good, refuted)
    assert "good.md" not in out
    assert "refuted.md" in out


def test_quiet_names_the_formulas_that_need_a_look(capsys, write):
    note = write("mixed.md", "$good$ and $refuted$\n")
    _, out, _ = run(capsys, "verify-note", "--quiet", note)
    assert "✗ line 1     title of refuted" in out
    assert "✓" not in out


def test_the_broken_place_is_underlined(capsys, write):
    note = write("n.md", "$$\n注意 malformed\n$$\n")
    _, out, _ = run(capsys, "verify-note", note)
    formula, carets = out.splitlines()[2:4]
    assert formula == "      注意 malformed"
    assert carets == "      " + " " * 5 + "^" * 9  # 注意 is four columns wide


def test_nothing_from_a_note_controls_the_terminal(capsys, write):
    note = write("n.md", "$malformed \x1b[31m \u202e$\n")
    _, out, _ = run(capsys, "verify-note", note)
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_a_file_name_that_is_no_text(capsys, vault):
    path = os.fsencode(vault) + b"/caf\xe9.md"
    Path(os.fsdecode(path)).write_bytes(b"$good$\n")
    assert run(capsys, "verify-note", os.fsdecode(path))[0] == 0
    assert json.loads(run(capsys, "verify-note", "--json", os.fsdecode(path))[1])["notes"][0]["formulas"]


# ---------------------------------------------------------------- --json


def test_the_json_document(capsys, write):
    note = write("n.md", "text $good$ and\n\n$$\nrefuted\n$$\n")
    code, out, err = run(capsys, "verify-note", "--json", note)
    assert (code, err) == (1, "")
    document = json.loads(out, parse_constant=pytest.fail)
    assert list(document) == ["notes"]
    (entry,) = document["notes"]
    assert {key: entry[key] for key in ("note", "changed", "block", "problem")} == {
        "note": str(note),
        "changed": True,
        "block": "none",
        "problem": None,
    }
    assert [(f["latex"], f["line"], f["display"], f["status"]) for f in entry["formulas"]] == [
        ("good", 1, False, "verified"),
        ("\nrefuted\n", 3, True, "refuted"),
    ]
    keys = "latex line display status handler inputs shape value source readings checks claims problem images"
    assert set(entry["formulas"][0]) == set(keys.split())
    assert entry["formulas"][0]["checks"][0]["passed"] is True


def test_a_current_note_still_has_all_its_formulas_in_the_json(capsys, write):
    note = write("n.md", "$good$ $x$\n")
    run(capsys, "verify-note", note)
    (entry,) = json.loads(run(capsys, "verify-note", "--json", note)[1])["notes"]
    assert (entry["changed"], entry["block"]) == (False, "current")
    assert [formula["status"] for formula in entry["formulas"]] == ["verified", "skipped"]


def test_a_note_that_cannot_be_processed_is_in_the_json_with_its_problem(capsys, vault):
    code, out, _ = run(capsys, "verify-note", "--json", vault / "missing.md")
    (entry,) = json.loads(out)["notes"]
    assert code == 3
    assert entry["formulas"] == []
    assert set(entry["problem"]) == {"message", "hint", "span"}


# ---------------------------------------------------------------- verify-vault


def test_every_note_and_a_summary(capsys, write, vault):
    write("a.md", "$good$\n")
    write("b/b.md", "$refuted$\n")
    write("c.md", "nothing\n")
    write("bad.md", b"\xff")
    code, out, _ = run(capsys, "verify-vault", vault)
    assert code == 3
    assert f"{vault}/b/b.md:1: refuted" in out
    assert "Notes: 4 (2 written, 1 unchanged, 1 with a problem)" in out
    assert out.splitlines()[-5:] == ["  1 verified", "  1 refuted", "  0 malformed", "  0 unsupported", "  0 failed"]


def test_the_vaults_settings_hold(capsys, write, vault):
    write("vault-tools.toml", 'exclude = ["templates/*"]\n')
    template, note = write("templates/t.md", "$good$\n"), write("n.md", "$good$\n")
    assert run(capsys, "verify-vault", vault)[0] == 0
    assert template.read_text() == "$good$\n"
    assert note.read_text() != "$good$\n"


def test_globs_narrow_the_run(capsys, write, vault):
    notes = [write(name, "$good$\n") for name in ("lectures/a.md", "lectures/old/b.md", "c.md")]
    assert run(capsys, "verify-vault", vault, "--include", "lectures/*", "--exclude", "lectures/old")[0] == 0
    assert ["vault-tools:begin" in note.read_text() for note in notes] == [True, False, False]


def test_the_editors_excluded_files_are_left_alone(capsys, write, vault):
    write(".obsidian/app.json", '{"userIgnoreFilters": ["Templates/"]}')
    template, note = write("Templates/t.md", "$good$\n"), write("n.md", "$good$\n")
    assert run(capsys, "verify-vault", vault)[0] == 0
    assert template.read_text() == "$good$\n"
    assert note.read_text() != "$good$\n"


def test_what_is_wrong_is_listed_each_time_at_its_line(capsys, write, vault):
    write("a.md", "text\n\n$refuted$ $x$\n")
    for _ in range(3):
        code, out, _ = run(capsys, "verify-vault", vault)
        assert code == 1
        assert f"\n{vault}/a.md:3: refuted\n" in out
    assert "1 refuted\n  0 malformed\n  0 unsupported\n  0 failed\n  1 unchanged" in out


def test_a_quiet_run_says_nothing_where_all_is_well(capsys, write, vault):
    write("a.md", "$good$\n")
    assert run(capsys, "verify-vault", "--quiet", vault) == (0, "", "")


@pytest.mark.parametrize(("answer", "written"), [("y", True), ("n", False), ("", False)])
def test_in_a_vault_without_a_block_a_person_is_asked_first(capsys, monkeypatch, write, vault, answer, written):
    note = write("a.md", "$good$\n")
    write("b.md", "$x$\n")
    monkeypatch.setattr("builtins.input", lambda question: answer)
    monkeypatch.setattr(commands, "_can_answer", lambda: True)
    code, out, _ = run(capsys, "verify-vault", vault)
    assert code == 0
    assert "1 of 2 notes would get one" in out
    assert (note.read_text() != "$good$\n") == written


def test_the_look_before_the_question_draws_no_pictures(capsys, monkeypatch, write, vault):
    from vault_tools import files

    write("a.md", "$good$\n")
    drawing, verify_note = [], files.verify_note
    monkeypatch.setattr(
        files, "verify_note", lambda path, **manner: (drawing.append(manner["settings"].pictures), verify_note(path, **manner))[1]
    )
    monkeypatch.setattr("builtins.input", lambda question: "y")
    monkeypatch.setattr(commands, "_can_answer", lambda: True)
    run(capsys, "verify-vault", vault)
    assert drawing == [False, True]


def test_nobody_is_asked_with_yes_or_when_a_block_is_there(capsys, monkeypatch, write, vault):
    write("a.md", "$good$\n")
    monkeypatch.setattr(commands, "_can_answer", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: pytest.fail("asked"))
    assert run(capsys, "verify-vault", "--yes", vault)[0] == 0
    write("b.md", "$good$\n")
    assert run(capsys, "verify-vault", vault)[0] == 0


# ---------------------------------------------------------------- clean


def test_clean_gives_back_every_byte(capsys, write, vault):
    texts = {"a.md": b"$good$", "b.md": b"\xef\xbb\xbf$drawn$\r\n", "c.md": b"nothing\n"}
    notes = {write(name, text): text for name, text in texts.items()}
    run(capsys, "verify-vault", vault)
    assert any(path.suffix == ".png" for path in vault.rglob("*"))
    assert run(capsys, "clean", vault)[0] == 0
    assert {note: note.read_bytes() for note in notes} == notes
    assert not any(path.suffix == ".png" for path in vault.rglob("*"))


def test_clean_leaves_no_index_behind(capsys, write, vault):
    note = write("a.md", "$good$")
    before = sorted(vault.rglob("*"))
    run(capsys, "index", vault)
    assert (vault / "Formula index.md").exists()
    assert run(capsys, "clean", "--check", vault)[0] == 1
    assert (vault / "Formula index.md").exists()
    run(capsys, "clean", vault)
    assert sorted(vault.rglob("*")) == before
    assert note.read_bytes() == b"$good$"


def test_clean_leaves_what_was_written_into_an_index(capsys, write, vault):
    write("a.md", "$good$")
    run(capsys, "index", vault)
    index = vault / "Formula index.md"
    index.write_text(index.read_text(encoding="utf-8").replace("---\n\n", "---\nMy own words.\n\n", 1), encoding="utf-8")
    run(capsys, "clean", vault)
    assert "My own words." in index.read_text(encoding="utf-8")


def test_clean_says_what_it_takes_out(capsys, write):
    note = write("n.md", "$good$")
    assert "no block of ours" in run(capsys, "clean", note)[1]
    run(capsys, "verify-note", note)
    assert "run without --check to remove it" in run(capsys, "clean", "--check", note)[1]
    assert "block and pictures removed" in run(capsys, "clean", note)[1]


# ---------------------------------------------------------------- run


@pytest.mark.parametrize(
    ("latex", "code", "said"),
    [
        ("$good$", 0, "verified"),
        ("-good", 0, "verified"),
        ("x", 0, "nothing to compute"),
        ("malformed", 1, "^^^^^^^^^"),
    ],
)
def test_one_formula(capsys, latex, code, said):
    got, out, err = run(capsys, "run", latex)
    assert (got, err) == (code, "")
    assert said in out


def test_one_formula_as_json(capsys):
    code, out, _ = run(capsys, "run", "--json", "$$good$$")
    assert (code, json.loads(out)["latex"], json.loads(out)["value"]) == (0, "good", 1.5)


def test_an_input_that_the_formula_does_not_have():
    with start("run", "XX^T", "--set", "Y=[[1]]") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert err == "vault-tools: The formula has no input called Y. Its inputs: X.\n"


def test_the_value_of_one_formula():
    with start("run", "XX^T", "--set", "X=[[1,2],[3,4]]") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert "    return X @ np.swapaxes(X, -1, -2)\n" in out
    assert out.endswith("value: [[5, 11],\n       [11, 25]]\n")


# ---------------------------------------------------------------- wrong usage


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["verify"],
        ["verify-note"],
        ["verify-note", "--colour", "n.md"],
        ["verify-note", "--jobs", "0", "n.md"],
        ["verify-note", "--jobs", "many", "n.md"],
        ["verify-vault", "/no/such/folder"],
        ["watch", "/no/such/folder"],
        ["run"],
        ["run", "x", "--set", "X"],
        ["run", "x", "--set", "X="],
        ["run", "x", "--set", "X=[[1,2],[3]]"],
        ["run", "x", "--set", "X=['a']"],
        ["run", "x", "--set", "X=__import__('os')"],
        ["run", "x", "--set", "X=[]"],
        ["run", "x", "--set", "1X=2"],
        ["run", "x", "--set", "X=" + "[" * 5000],
        ["handlers", "no-such-handler"],
    ],
)
def test_wrong_usage_is_2_and_says_why(capsys, arguments):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err


def test_a_bad_settings_file_is_wrong_usage(capsys, write):
    note = write("n.md", "$good$\n")
    write("vault-tools.toml", "langauge = 'zh'\n")
    code, _, err = run(capsys, "verify-note", note)
    assert (code, note.read_text()) == (2, "$good$\n")
    assert "langauge" in err


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("X=[[1,2],[3,4]]", ("X", [[1, 2], [3, 4]])),
        ("d_k=64", ("d_k", 64)),
        ("x=(1, -2.5e-3)", ("x", (1, -2.5e-3))),
    ],
)
def test_assignments(text, value):
    assert cli.assignment(text) == value


# ---------------------------------------------------------------- as processes


@contextmanager
def start(*arguments, **options):
    """A process of ours; it does not outlive the test."""
    command = [sys.executable, "-m", "vault_tools", *map(str, arguments)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options) as process:
        try:
            yield process
        finally:
            process.kill()


def test_watching_a_vault_until_it_is_told_to_end(write, vault):
    write("vault-tools.toml", "quiet_seconds = 0.2\n")
    note = write("n.md", "$$XX^T$$ and $$softmax(XX^T)X$$\n")
    with start("watch", vault) as watcher:
        wait_for(lambda: "vault-tools:begin" in note.read_text())
        with start("watch", vault) as second:
            _, err = second.communicate(timeout=20)
            assert (second.returncode, err) == (2, f"Another process is watching {vault} already. This one ends.\n")
        other = write("other.md", "$$softmax(AA^T)A$$\n")
        wait_for(lambda: "vault-tools:begin" in other.read_text())
        watcher.send_signal(signal.SIGTERM)
        out, err = watcher.communicate(timeout=20)
    assert (watcher.returncode, err) == (0, "")
    assert out.endswith("Ended. Every note is whole.\n")
    assert not list(vault.rglob("*.tmp"))


def wait_for(condition, seconds=40):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen")


def test_once_brings_the_vault_up_to_date_and_ends(write, vault):
    write("vault-tools.toml", "quiet_seconds = 0\n")
    note = write("n.md", "$$softmax(XX^T)X$$\n")
    with start("watch", "--once", vault) as watcher:
        _, err = watcher.communicate(timeout=60)
    assert (watcher.returncode, err) == (0, "")
    assert "vault-tools:begin" in note.read_text()


def test_a_vault_is_no_source_of_code(write, vault):
    """The current folder is a vault with modules named like those that we import."""
    for name in ("json", "numpy", "sympy", "mpmath", "argparse", "markdown_it", "matplotlib", "tomllib", "socket", "conftest"):
        write(f"{name}.py", "open('canary', 'w').close()\n")
    write("matplotlibrc", "backend: module://json\n")
    note = write("n.md", "$$softmax(XX^T)X$$\n")
    with start("verify-note", note.name, cwd=vault) as run:
        _, err = run.communicate(timeout=60)
    assert (run.returncode, err) == (0, "")
    assert "vault-tools:begin" in note.read_text()
    assert not (vault / "canary").exists()


# ---------------------------------------------------------------- odd places to be started from

posix_only = pytest.mark.skipif(os.name != "posix", reason="needs /bin/sh")


@posix_only
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_hindrance(write, closed):
    note = write("n.md", "$$softmax(XX^T)X$$\n")
    command = f'exec {closed}; exec "$@"'
    done = subprocess.run(
        ["/bin/sh", "-c", command, "sh", sys.executable, "-P", "-m", "vault_tools", "verify-note", str(note)], timeout=100
    )
    assert done.returncode == 0
    assert note.read_text().startswith("$$softmax(XX^T)X$$\n")
    assert "vault-tools:end" in note.read_text()


@posix_only
def test_a_current_folder_that_is_gone_is_said(tmp_path):
    command = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    gone = tmp_path / "gone"
    gone.mkdir()
    run = ["/bin/sh", "-c", command, "sh", str(gone), sys.executable, "-P", "-m", "vault_tools", "verify-note", "n.md"]
    done = subprocess.run(run, capture_output=True, text=True, timeout=100)
    assert (done.returncode, done.stderr) == (2, "vault-tools: The current folder is gone. Change to one that is there.\n")


@pytest.mark.parametrize(("columns", "fewest", "most"), [("60", 40, 58), ("200", 90, 198), ("wide", 60, 78), ("0", 60, 78)])
def test_help_is_as_wide_as_the_terminal(columns, fewest, most, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "__stdout__", None)
    code, out, _ = run(capsys, "verify-vault", "--help")
    assert code == 0
    assert fewest <= max(map(len, out.splitlines())) <= most
