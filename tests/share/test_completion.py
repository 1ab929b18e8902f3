"""Completion scripts: every command and option is in them, and the shells that are installed read them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from vault_tools.cli import build_parser
from vault_tools.share.completion import commands_of, script

SHELLS = ("bash", "zsh", "fish")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_is_known(shell):
    text = script(build_parser(), shell)
    for command in commands_of(build_parser()):
        assert command.name in text
        for option in command.options:
            assert all(flag.lstrip("-") in text for flag in option.flags)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_that_is_installed_reads_the_script(shell, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    file = tmp_path / "completion"
    file.write_text(script(build_parser(), shell))
    check = subprocess.run([shell, "-n", file], capture_output=True, text=True)
    assert (check.returncode, check.stderr) == (0, "")


def completed(*words, tmp_path):
    """What bash offers for the last of `words`."""
    file = tmp_path / "completion"
    file.write_text(script(build_parser(), "bash"))
    line = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _vault_tools; printf "%s\\n" "${COMPREPLY[@]}"'
    run = subprocess.run(["bash", "-c", line, "bash", file, *words], capture_output=True, text=True)
    assert run.stderr == ""
    return run.stdout.split()


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (("vault-tools", "exp"), ["export"]),
        (("vault-tools", "verify-"), ["verify-note", "verify-vault"]),
        (("vault-tools", "export", "--to", ""), ["py", "ipynb"]),
        (("vault-tools", "export", "--out"), ["--output"]),
        (("/usr/bin/verify-note", "--sar"), ["--sarif"]),
        (("vault-tools", "completion", ""), ["bash", "zsh", "fish"]),
        (("vault-tools", "verify-note", "a"), []),
        (("vault-tools", "unknown", "--"), []),
    ],
)
def test_what_bash_offers(words, offered, tmp_path):
    assert completed(*words, tmp_path=tmp_path) == offered


@pytest.mark.parametrize("shell", SHELLS)
def test_quotes_in_help_do_not_end_a_string(shell):
    for command in commands_of(build_parser()):
        assert not set("'\"`$[]:\\") & set(command.about)


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("vault-tools exp", {"export"}),
        ("vault-tools export --to ", {"py", "ipynb"}),
        ("vault-tools verify-vault --in", {"--include"}),
        ("verify-note --sa", {"--sarif"}),
    ],
)
def test_what_fish_offers(line, offered, tmp_path):
    file = tmp_path / "completion"
    file.write_text(script(build_parser(), "fish"))
    run = subprocess.run(["fish", "-c", 'source $argv[1]; complete -C "$argv[2]"', file, line], capture_output=True, text=True)
    assert {told.split("\t")[0] for told in run.stdout.splitlines()} == offered


ZSH = """
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT='> '; autoload -U compinit; compinit -u -D; $1; echo RE''ADY"
zpty -r -m shell out '*READY*'
zpty -w -n shell $2
zpty -r -m shell out "*$3*" && print -r -- found
"""


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
@pytest.mark.parametrize("way", ["source", "fpath"])
@pytest.mark.parametrize(("line", "shown"), [("vault-tools expo", "export"), ("vault-tools export --to ipy", "ipynb")])
def test_what_zsh_completes(way, line, shown, tmp_path):
    file = tmp_path / "_vault-tools"
    file.write_text(script(build_parser(), "zsh"))
    setup = f"source {file}" if way == "source" else f"fpath=({tmp_path} $fpath); compinit -u -D"
    run = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", setup, f"{line}\t", shown], capture_output=True, text=True, timeout=60)
    assert run.stdout == "found\n"
