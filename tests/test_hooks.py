"""What pre-commit runs: the entries of our hooks are commands that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from vault_tools.cli import build_parser, main

HOOKS = (Path(__file__).parents[1] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", re.findall(r"^  entry: (.*)$", HOOKS, re.MULTILINE))
def test_an_entry_is_a_command_of_ours(entry):
    program, *options = shlex.split(entry)
    assert program == "verify-note"
    assert build_parser().parse_args([program, *options, "a.md"]).notes == [Path("a.md")]


def test_only_the_first_hook_leaves_notes_alone():
    check, write = re.split(r"^- id: ", HOOKS, flags=re.MULTILINE)[1:]
    assert "--check" in check
    assert "--check" not in write


@pytest.mark.parametrize("entry", re.findall(r"^  entry: (.*)$", HOOKS, re.MULTILINE))
@pytest.mark.parametrize(
    ("name", "looked_at"), [("a.md", True), ("templates/a.md", False), ("drafts/a.md", False), ("a.excalidraw.md", False)]
)
def test_a_hook_leaves_out_what_the_vault_leaves_out(capsys, write, vault, entry, name, looked_at):
    (vault / "vault-tools.toml").write_text('exclude = ["templates"]\n')
    (vault / ".obsidian" / "app.json").write_text('{"userIgnoreFilters": ["drafts/"]}')
    note = write(name, "$2 + 2 = 5$\n")
    program, *options = shlex.split(entry)
    assert main([program, *options, str(note)]) == int(looked_at)
    assert ("2 + 2 = 5" in capsys.readouterr().out) == looked_at
    assert (note.read_text() != "$2 + 2 = 5$\n") == (looked_at and "--check" not in options)


def test_who_names_a_note_means_it(vault, write):
    (vault / "vault-tools.toml").write_text('exclude = ["templates"]\n')
    assert main(["verify-note", "--check", str(write("templates/a.md", "$2 + 2 = 5$\n"))]) == 1
