"""The text of a service: what systemd and launchd would start is exactly the watcher on that vault, whatever the folder is called."""

from __future__ import annotations

import os
import plistlib
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from vault_tools.cli import main
from vault_tools.service import service_text

NAMES = ("vault", "my notes", "笔记 100%", "a$HOME", 'quo"te', "back\\slash", "line\nbreak", "-rf", "%h", "<&>", "'")


def wanted(vault):
    return [sys.executable, "-P", "-m", "vault_tools", "watch", "--yes", "--", str(vault)]


def started_by_systemd(text):
    """Undo systemd.syntax(7): words, escapes, then %% and $$."""
    line = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    words = shlex.split(line.removeprefix("ExecStart="))
    return [word.replace("\\n", "\n").replace("%%", "%").replace("$$", "$") for word in words]


@pytest.mark.parametrize("name", NAMES)
def test_systemd_starts_the_watcher(tmp_path, name):
    assert started_by_systemd(service_text(tmp_path / name, "systemd")) == wanted(tmp_path / name)


@pytest.mark.parametrize("name", NAMES)
def test_launchd_starts_the_watcher(tmp_path, name):
    table = plistlib.loads(service_text(tmp_path / name, "launchd").encode())
    assert table["ProgramArguments"] == wanted(tmp_path / name)
    assert table["RunAtLoad"] is True


def test_the_watcher_has_no_network_there(tmp_path):
    assert "RestrictAddressFamilies=AF_UNIX" in service_text(tmp_path, "systemd")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")
def test_systemd_accepts_it(tmp_path):
    unit = tmp_path / "vault-tools.service"
    unit.write_text(service_text(tmp_path, "systemd"))
    subprocess.run(["systemd-analyze", "verify", unit], check=True)


@pytest.mark.parametrize(("kind", "starts"), [("systemd", "[Unit]"), ("launchd", "<?xml")])
def test_only_the_text_is_on_standard_output(vault, capsys, monkeypatch, kind, starts):
    monkeypatch.chdir(vault.parent)
    assert main(["service", vault.name, "--kind", kind]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(starts)
    assert str(vault) in said.out
    assert "Save this as" in said.err


def test_a_folder_that_is_not_there(tmp_path):
    assert main(["service", str(tmp_path / "no")]) == 2


@pytest.mark.skipif(os.name != "posix", reason="names are bytes")
def test_a_path_that_is_no_text_is_refused(tmp_path):
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9"))
    folder.mkdir()
    assert main(["service", str(folder)]) == 2
