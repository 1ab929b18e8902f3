"""The commands that take something out of a vault: what they write, print and exit with. Judged in this process."""

from __future__ import annotations

from contextlib import contextmanager

import pytest

from vault_tools import many, session
from vault_tools.cli import main


@pytest.fixture(autouse=True)
def words_judge(monkeypatch, judge):
    """The commands judge with `judge`, in this process."""

    @contextmanager
    def judging(jobs, *, anew=False):
        yield judge

    monkeypatch.setattr(session, "judging", judging)
    monkeypatch.setattr(many, "verify_many", lambda notes, verify, jobs, on_problem, bombs=None: (verify(path, judge) for path in notes))
    session.settings_of.cache_clear()


def run(capsys, *arguments):
    """Exit code, standard output, standard error."""
    code = main([str(argument) for argument in arguments])
    out, err = capsys.readouterr()
    return code, out, err


# ---------------------------------------------------------------- export


def test_export_prints_a_module_and_says_beside_it_what_it_took(capsys, write):
    code, out, err = run(capsys, "export", write("a.md", "$good$ $failed$\n"))
    assert code == 0
    compile(out, "a.py", "exec")
    assert err == "Functions written: 0 (formulas verified: 1 of 2, notation counted).\n"


def test_export_leaves_the_note_as_it_is(capsys, write):
    note = write("a.md", "$good$\n")
    run(capsys, "export", note)
    assert note.read_text() == "$good$\n"


def test_export_overwrites_a_file_only_when_told_to(capsys, write, tmp_path):
    note, output = write("a.md", "$good$\n"), tmp_path / "a.py"
    output.write_text("mine")
    code, _, err = run(capsys, "export", note, "-o", output)
    assert (code, output.read_text()) == (2, "mine")
    assert "--replace" in err
    assert run(capsys, "export", note, "-o", output, "--replace")[0] == 0
    assert "import numpy" in output.read_text()


@pytest.mark.parametrize(("data", "code"), [(b"\xff\xfe$x$", 3), (b"$$\nx\n", 3), (b"plain\n", 0)])
def test_export_of_a_note_that_cannot_be_read(capsys, write, data, code):
    assert run(capsys, "export", write("a.md", data))[0] == code


def test_export_to_a_folder_that_is_not_there(capsys, write, tmp_path):
    code, _, err = run(capsys, "export", write("a.md", "$good$\n"), "-o", tmp_path / "none" / "a.py")
    assert code == 2
    assert "cannot be written" in err


# ---------------------------------------------------------------- report


def test_report_writes_a_page_and_leaves_the_vault_as_it_is(capsys, write, vault, tmp_path):
    write("a.md", "$drawn$ and $failed$\n")
    before = sorted((path, path.stat().st_mtime_ns) for path in vault.rglob("*"))
    code, out, err = run(capsys, "report", vault, "-o", tmp_path / "site")
    assert (code, err) == (0, "")
    assert out.endswith(": 2.\n")
    assert sorted((path, path.stat().st_mtime_ns) for path in vault.rglob("*")) == before
    assert (tmp_path / "site" / "pictures").is_dir()
    assert 'class="card"' in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_report_goes_on_behind_a_note_that_cannot_be_read(capsys, write, vault, tmp_path):
    write("a.md", b"\xff$x$")
    write("b.md", "$good$\n")
    code, out, _ = run(capsys, "report", vault, "-o", tmp_path / "site")
    assert code == 0
    assert out.endswith(": 1.\n")
    assert "UTF-8" in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")


def test_report_leaves_a_page_of_somebody_else_alone(capsys, vault, tmp_path):
    (tmp_path / "index.html").write_text("mine")
    assert run(capsys, "report", vault, "-o", tmp_path)[0] == 2
    assert (tmp_path / "index.html").read_text() == "mine"


# ---------------------------------------------------------------- index


def test_index_writes_one_note_once(capsys, write, vault):
    write("a/n.md", "$good$\n")
    write("off.md", "---\nvault-tools: false\n---\n$good$\n")
    code, out, err = run(capsys, "index", vault)
    assert (code, err) == (0, "")
    index = vault / "Formula index.md"
    text = index.read_text(encoding="utf-8")
    assert "- [[n]]" in text
    assert "[[off]]" not in text
    code, out, _ = run(capsys, "index", vault)
    assert (code, index.read_text(encoding="utf-8")) == (0, text)
    assert "up to date" in out


def test_index_says_with_check_what_it_would_do(capsys, write, vault):
    write("n.md", "$good$\n")
    assert run(capsys, "index", vault, "--check")[0] == 1
    assert not (vault / "Formula index.md").exists()


def test_index_leaves_an_edited_index_alone_until_forced(capsys, write, vault):
    write("n.md", "$good$\n")
    run(capsys, "index", vault)
    index = vault / "Formula index.md"
    edited = index.read_text(encoding="utf-8").replace("[[n]]", "[[mine]]")
    index.write_text(edited, encoding="utf-8")
    code, _, _ = run(capsys, "index", vault)
    assert (code, index.read_text(encoding="utf-8")) == (1, edited)
    assert run(capsys, "index", vault, "--force")[0] == 0
    assert "[[mine]]" not in index.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["index.txt", "index", "../index.md", "/index.md"])
def test_the_index_is_a_note_of_the_vault(name, capsys, write, vault):
    code, out, err = run(capsys, "index", vault, "-o", name)
    assert (code, out) == (2, "")
    assert "ends in .md" in err


def test_an_index_that_cannot_be_written(capsys, write, vault):
    write("vault/a.md", "$good$\n")
    code, out, err = run(capsys, "index", vault, "-o", "no such folder/index.md")
    assert (code, out) == (2, "")
    assert err == f"vault-tools: {vault}/no such folder/index.md cannot be written: No such file or directory\n"


@pytest.mark.parametrize("command", ["verify-vault", "index", "report"])
def test_a_folder_without_notes_is_said_to_be_one(command, capsys, tmp_path):
    (tmp_path / "empty").mkdir()
    code, _, err = run(capsys, command, tmp_path / "empty", *(["-o", tmp_path / "page"] if command == "report" else []))
    assert code == 0
    assert err.startswith(f"vault-tools: No notes in {tmp_path / 'empty'}: ")


def test_index_leaves_a_note_of_the_user_alone(capsys, write, vault):
    mine = write("Formula index.md", "# Mine\n")
    code, out, _ = run(capsys, "index", vault)
    assert (code, mine.read_text()) == (1, "# Mine\n")
    assert "-o" in out


def test_verify_vault_and_clean_know_the_index(capsys, write, vault):
    write("n.md", "$good$\n")
    run(capsys, "index", vault)
    index = vault / "Formula index.md"
    before = index.read_bytes()
    assert run(capsys, "verify-note", index)[0] == 0
    assert index.read_bytes() == before
    assert run(capsys, "clean", index)[0] == 0
    assert not index.exists()


# ---------------------------------------------------------------- completion, SARIF


def test_completion_prints_a_script(capsys):
    code, out, _ = run(capsys, "completion", "bash")
    assert code == 0
    assert "complete -o default -F _vault_tools vault-tools verify-note" in out


def test_sarif_tells_findings_also_of_notes_that_are_up_to_date(capsys, write, tmp_path):
    note, log = write("n.md", "$refuted$\n"), tmp_path / "log.sarif"
    for _ in range(2):
        assert run(capsys, "verify-note", note, "--sarif", log)[0] == 1
        assert '"ruleId": "refuted"' in log.read_text()


def test_sarif_goes_with_json(capsys, write, tmp_path):
    log = tmp_path / "log.sarif"
    code, out, _ = run(capsys, "verify-note", write("n.md", "$good$\n"), "--json", "--sarif", log)
    assert (code, out.startswith("{"), log.exists()) == (0, True, True)


def test_a_sarif_file_that_cannot_be_written_is_wrong_usage(capsys, write, tmp_path):
    code, _, err = run(capsys, "verify-note", write("n.md", "$good$\n"), "--sarif", tmp_path / "none" / "log")
    assert code == 2
    assert "cannot be written" in err
