"""The doctor: what it finds good, what it calls a problem, and that the vault stays as it is."""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager

import pytest

from vault_tools import doctor, session
from vault_tools.cli import main
from vault_tools.errors import VaultToolsError


@pytest.fixture(autouse=True)
def words_judge(monkeypatch, judge):
    """Formulas are judged in this process."""

    @contextmanager
    def judging(jobs, *, anew=False):
        yield judge

    monkeypatch.setattr(session, "judging", judging)


def told(findings):
    """Levels and keys."""
    return [(finding.level, finding.told.key) for finding in findings]


def test_all_is_well_and_the_vault_stays_as_it_is(capsys, vault, write):
    write("a.md", "$good$\n")
    before = {path: path.stat().st_mtime_ns for path in vault.rglob("*")}
    assert main(["doctor", str(vault)]) == 0
    out = capsys.readouterr().out
    assert "✗" not in out
    assert "notes to look at: 1" in out
    assert "Handlers from vault_tools: " in out
    assert {path: path.stat().st_mtime_ns for path in vault.rglob("*")} == before


def test_a_problem_is_told_and_the_exit_code_says_so(capsys, vault):
    (vault / "vault-tools.toml").write_text("colour = 1\n")
    assert main(["doctor", str(vault)]) == 1
    assert "✗ vault-tools.toml: unknown key colour" in capsys.readouterr().out


def test_what_is_no_folder_is_wrong_usage(tmp_path):
    assert main(["doctor", str(tmp_path / "none")]) == 2


@pytest.mark.parametrize(
    ("name", "wanted", "finding"),
    [
        ("numpy", "1.0", ("good", "doctor.version")),
        ("numpy", "999.0", ("problem", "doctor.too_old")),
        ("no-such-package", "1.0", ("problem", "doctor.missing")),
    ],
)
def test_packages(name, wanted, finding):
    assert told([doctor._package(name, wanted)]) == [finding]


def test_every_package_that_we_need_is_looked_at():
    named = {finding.told.values["name"] for finding in doctor.installed_versions()}
    assert named >= {"Python", "vault-tools", "sympy", "numpy", "matplotlib", "markdown-it-py", "mpmath", "rich", "watchdog"}


def test_a_judge_that_cannot_start(monkeypatch):
    @contextmanager
    def judging(jobs, *, anew=False):
        raise VaultToolsError("no memory")
        yield

    monkeypatch.setattr(session, "judging", judging)
    assert told(doctor.judging()) == [("problem", "doctor.no_judge")]


@pytest.mark.parametrize(("families", "finding"), [(("DejaVu Sans",), "doctor.no_font"), (("DejaVu Sans", "SimHei"), "doctor.font")])
def test_fonts(monkeypatch, families, finding):
    from vault_tools.verify.plot import style

    monkeypatch.setattr(style, "families", lambda: families)
    assert [key for _, key in told(doctor.fonts())] == [finding]


def test_a_folder_that_is_no_vault(tmp_path):
    assert told(doctor.settings_of(tmp_path)) == [("note", "doctor.no_vault")]


def test_settings_of_obsidian_are_shown(vault):
    (vault / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["old/"], "useMarkdownLinks": true}')
    found = {finding.told.key: str(finding.told) for finding in doctor.settings_of(vault)}
    assert "old/*" in found["doctor.ignored"]
    assert "Markdown" in found["doctor.links"]


def test_a_disk_without_exchange(monkeypatch, vault):
    def refuse(one, other):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(doctor, "exchange", refuse)
    assert told(doctor.disk(vault)) == [("note", "doctor.no_exchange")]


def test_a_vault_that_cannot_be_written(monkeypatch, vault):
    def refuse(**_):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(doctor.tempfile, "TemporaryDirectory", refuse)
    assert told(doctor.disk(vault)) == [("problem", "doctor.read_only")]


@pytest.mark.parametrize(
    ("limit", "finding"),
    [("8192\n", ("good", "doctor.watches")), ("2\n", ("problem", "doctor.few_watches")), (None, ("note", "doctor.no_limit"))],
)
def test_limits_of_watching(vault, tmp_path, limit, finding):
    file = tmp_path / "max_user_watches"
    if limit is not None:
        file.write_text(limit)
    assert told(doctor.watching(vault, file)) == [finding]


def test_an_expression_of_the_editor_that_is_not_run_is_told_with_what_to_do(vault, monkeypatch):
    (vault / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["/(a|b)+/"]}')
    told = {finding.level: str(finding.told) for finding in doctor.settings_of(vault)}
    assert "/(a|b)+/" in told["problem"]
    assert "vault-tools.toml" in told["problem"]
