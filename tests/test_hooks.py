"""What pre-commit runs: the entries of our hooks are commands that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from vault_tools.cli import build_parser

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
