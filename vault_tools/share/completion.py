"""The command line's parser -> a completion script for a shell: commands, their options, the choices of these, and files."""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

PROGRAM = "vault-tools"
SHORTCUT = ("verify-note", "verify-note")
"""A program of ours that stands for one command."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command: how it is written, what it is for, what it may be followed by."""

    flags: tuple[str, ...]
    about: str
    choices: tuple[str, ...] = ()
    takes_value: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its options; `words`: what may stand at a place without option, where not files."""

    name: str
    about: str
    options: tuple[Option, ...]
    words: tuple[str, ...] = ()


def script(parser: argparse.ArgumentParser, shell: str) -> str:
    """The script for `bash`, `zsh` or `fish`."""
    return _SHELLS[shell](commands_of(parser))


def commands_of(parser: argparse.ArgumentParser) -> tuple[Command, ...]:
    """What a parser knows. Read from argparse's own lists: it has no other way to ask."""
    found = next(action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    about = {choice.dest: choice.help or "" for choice in found._choices_actions}
    return tuple(_command(name, about.get(name, ""), command._actions) for name, command in found.choices.items())


def _command(name: str, about: str, actions: Iterable[argparse.Action]) -> Command:
    listed = list(actions)
    options = tuple(
        Option(tuple(action.option_strings), _plain(action.help), tuple(map(str, action.choices or ())), action.nargs != 0)
        for action in listed
        if action.option_strings
    )
    words = tuple(str(choice) for action in listed if not action.option_strings for choice in action.choices or ())
    return Command(name, _plain(about), options, words)


def _plain(text: str | None) -> str:
    """Help that may stand in single quotes of every shell, and in zsh's brackets."""
    return re.sub(r"\s+", " ", re.sub(r"['\"\\\[\]:`$]", "", text or "")).strip()


# ---------------------------------------------------------------- bash


def _bash(commands: Iterable[Command]) -> str:
    known = tuple(commands)
    cases = "\n".join(f'        {command.name}) options="{_flags(command)}"; words="{" ".join(command.words)}" ;;' for command in known)
    choices = "\n".join(
        f'        "{command.name} {flag}") COMPREPLY=($(compgen -W "{" ".join(option.choices)}" -- "$current")); return ;;'
        for command in known
        for option in command.options
        if option.choices
        for flag in option.flags
    )
    return f"""_vault_tools() {{
    local current="${{COMP_WORDS[COMP_CWORD]}}" previous="${{COMP_WORDS[COMP_CWORD-1]}}" command options="" words=""
    case "${{COMP_WORDS[0]##*/}}" in
        {SHORTCUT[0]}) command={SHORTCUT[1]} ;;
        *) command="${{COMP_WORDS[1]}}"
           if [ "$COMP_CWORD" -eq 1 ]; then
               COMPREPLY=($(compgen -W "{" ".join(command.name for command in known)}" -- "$current")); return
           fi ;;
    esac
    case "$command $previous" in
{choices}
    esac
    case "$command" in
{cases}
    esac
    case "$current" in
        -*) COMPREPLY=($(compgen -W "$options" -- "$current")) ;;
        *) if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current")); fi ;;
    esac
}}
complete -o default -F _vault_tools {PROGRAM} {SHORTCUT[0]}
"""


def _flags(command: Command) -> str:
    return " ".join(flag for option in command.options for flag in option.flags)


# ---------------------------------------------------------------- zsh


def _zsh(commands: Iterable[Command]) -> str:
    known = tuple(commands)
    described = "\n".join(f"        '{command.name}:{command.about}'" for command in known)
    cases = "\n".join(f"        {command.name})\n            _arguments {_zsh_arguments(command)} ;;" for command in known)
    return f"""#compdef {PROGRAM} {SHORTCUT[0]}
_vault_tools_command() {{
    case "$1" in
{cases}
    esac
}}
_vault_tools() {{
    if [[ "$service" == {SHORTCUT[0]} ]]; then
        _vault_tools_command {SHORTCUT[1]}
        return
    fi
    local -a commands=(
{described}
    )
    if (( CURRENT == 2 )); then
        _describe command commands
    else
        local command="$words[2]"
        shift words
        (( CURRENT-- ))
        _vault_tools_command "$command"
    fi
}}
if [[ "$funcstack[1]" == _{PROGRAM} ]]; then
    _vault_tools "$@"  # a file of that name on the fpath: its first call is a completion
else
    compdef _vault_tools {PROGRAM} {SHORTCUT[0]}
fi
"""


def _zsh_arguments(command: Command) -> str:
    told = [f"'{flag}[{option.about}]{_zsh_value(option)}'" for option in command.options for flag in option.flags]
    places = f"'*:word:({' '.join(command.words)})'" if command.words else "'*:file:_files'"
    return " ".join([*told, places])


def _zsh_value(option: Option) -> str:
    if not option.takes_value:
        return ""
    return f":value:({' '.join(option.choices)})" if option.choices else ":value:_files"


# ---------------------------------------------------------------- fish


def _fish(commands: Iterable[Command]) -> str:
    known = tuple(commands)
    lines = [f"complete -c {PROGRAM} -f -n __fish_use_subcommand -a {command.name} -d '{command.about}'" for command in known]
    for command in known:
        where = f"-c {PROGRAM} -n '__fish_seen_subcommand_from {command.name}'"
        lines += [f"complete {where} {told}" for told in _fish_arguments(command)]
        if command.name == SHORTCUT[1]:
            lines += [f"complete -c {SHORTCUT[0]} {told}" for told in _fish_arguments(command)]
    return "\n".join(lines) + "\n"


def _fish_arguments(command: Command) -> Iterable[str]:
    for option in command.options:
        flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
        value = f" -x -a '{' '.join(option.choices)}'" if option.choices else " -r" if option.takes_value else ""
        yield f"{flags}{value} -d '{option.about}'"
    if command.words:
        yield f"-f -a '{' '.join(command.words)}'"


_SHELLS: Mapping[str, Callable[[Iterable[Command]], str]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
