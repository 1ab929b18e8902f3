"""A handler package, installed beside vault_tools, is used by every command: nothing has to be registered or configured."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent / "data" / "example_handler"
FORMULA = r"\mathrm{squash}(x)"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Environment of a process that has the example package."""
    target = tmp_path_factory.mktemp("site")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target", target, EXAMPLE]
    subprocess.run(install, check=True, capture_output=True)
    return {**os.environ, "PYTHONPATH": str(target)}


def vault_tools(*arguments, env=None):
    return subprocess.run([sys.executable, "-m", "vault_tools", *map(str, arguments)], capture_output=True, text=True, env=env)


def test_its_function_is_computed_and_checked(installed):
    run = vault_tools("run", FORMULA, "--set", "x=[3,4]", "--json", env=installed)
    verdict = json.loads(run.stdout)
    assert (run.returncode, verdict["status"], verdict["handler"]) == (0, "verified", "squashing")
    assert verdict["value"] == pytest.approx([15 / 26, 20 / 26])


def test_its_family_is_reported_in_a_note(installed, tmp_path):
    note = tmp_path / "note.md"
    note.write_text(f"$${FORMULA}$$\n", encoding="utf-8")
    assert vault_tools("verify-note", note, env=installed).returncode == 0
    assert "def squash(" in note.read_text(encoding="utf-8")


def test_it_is_listed(installed):
    assert "squashing" in vault_tools("handlers", env=installed).stdout


def test_without_it_the_formula_is_not_guessed():
    verdict = json.loads(vault_tools("run", FORMULA, "--set", "x=[3,4]", "--json").stdout)
    assert verdict["status"] == "unsupported"
    assert verdict["value"] is None


def test_a_broken_package_is_reported_and_the_rest_still_works(tmp_path):
    (tmp_path / "broken_handler.py").write_text("raise ImportError('needs torch')\n")
    (tmp_path / "broken_handler-1.dist-info").mkdir()
    (tmp_path / "broken_handler-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: broken_handler\nVersion: 1\n")
    (tmp_path / "broken_handler-1.dist-info" / "entry_points.txt").write_text("[vault_tools.handlers]\nbroken = broken_handler:H\n")
    run = vault_tools("run", r"\mathrm{softmax}(x)", env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert run.returncode == 0
    assert "needs torch" in run.stderr
    assert "verified" in run.stdout


def test_a_name_that_two_packages_claim_is_an_error_that_names_both(installed, tmp_path):
    (tmp_path / "again.py").write_text("from squash_handler import HANDLERS\n")
    (tmp_path / "again-1.dist-info").mkdir()
    (tmp_path / "again-1.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: again\nVersion: 1\n")
    (tmp_path / "again-1.dist-info" / "entry_points.txt").write_text("[vault_tools.handlers]\nagain = again:HANDLERS\n")
    paths = os.pathsep.join((str(tmp_path), installed["PYTHONPATH"]))
    run = vault_tools("run", FORMULA, env={**installed, "PYTHONPATH": paths})
    assert run.returncode == 3
    assert "again:HANDLERS" in run.stderr
    assert "squash_handler:HANDLERS" in run.stderr
