"""Handler files that the user trusts, by path and content; what is loaded from them runs in the children that judge, and nowhere else.

The list lies in the state folder, outside every vault. As with direnv and VS Code's workspace trust, opening somebody's folder runs
nothing: a file counts only after `vault-tools trust FILE`, and one changed byte, another place or a link in its path ends that.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vault_tools.errors import ConfigError
from vault_tools.model import Message, message
from vault_tools.state import read_state, replace_state, state_folder, unwritable

if TYPE_CHECKING:
    from vault_tools.pipeline import ChildJudge

FILE = "trusted.json"


class HandlerFile(NamedTuple):
    """A trusted file as it was read: what is run is what was compared with the list."""

    path: str
    source: bytes


def trust(path: Path) -> Path:
    """Trust a file as it is now. Returns its full path. ConfigError: no ordinary file, or a link on the way to it."""
    full = _full(path)
    if not full.is_file():
        raise ConfigError(str(message("trust.missing", path=full)))
    if full.resolve() != full:
        raise ConfigError(str(message("trust.link", path=full, target=full.resolve())))
    _save({**_load(), str(full): _mark(full, full.read_bytes())})
    return full


def revoke(path: Path) -> Path:
    """Trust a file no more. Returns its full path. ConfigError: it was not trusted."""
    full, table = _full(path), _load()
    if table.pop(str(full), None) is None:
        raise ConfigError(str(message("trust.unknown", path=full)))
    _save(table)
    return full


def trusted_files() -> tuple[tuple[HandlerFile, ...], tuple[Message, ...]]:
    """The files that are still what the user trusted, in the order of their paths, and one problem for each that is not."""
    files: list[HandlerFile] = []
    problems: list[Message] = []
    for name, mark in sorted(_load().items()):
        path = Path(name)
        try:
            source = path.read_bytes()
        except OSError:
            problems.append(message("trust.gone", path=name))
            continue
        if path.resolve() == path and _mark(path, source) == mark:
            files.append(HandlerFile(name, source))
        else:
            problems.append(message("trust.changed", path=name))
    return tuple(files), tuple(problems)


def prepare_judge() -> tuple[ChildJudge, tuple[Message, ...]]:
    """For the nursery (worker.py): what judges with built-in, installed and trusted handlers, and what is wrong with any of them."""
    from vault_tools import pipeline

    files, unusable = trusted_files()
    judge, problems = pipeline.prepare_judge(files)
    return judge, (*unusable, *problems)


def _full(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100  lexical on purpose: a link on the way must show


def _mark(path: Path, source: bytes) -> str:
    return hashlib.sha256(os.fsencode(path) + b"\0" + source).hexdigest()


def _load() -> dict[str, str]:
    """The list; where there is none nothing is trusted. ConfigError: it is unreadable."""
    try:
        data = read_state(FILE)
        table = {} if data is None else json.loads(data)
    except (OSError, ValueError, RecursionError) as error:
        raise ConfigError(str(message("trust.unreadable", path=state_folder() / FILE))) from error
    return {str(path): str(mark) for path, mark in table.items()} if isinstance(table, dict) else {}


def _save(table: dict[str, str]) -> None:
    try:
        replace_state(FILE, json.dumps(table, indent=1).encode())
    except OSError as error:
        raise unwritable(error) from error
