"""Which files of a vault are notes: everything that ends in `.md`, less what editors, sync tools and drawing plugins leave there."""

from __future__ import annotations

import json
import os
import re
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import Settings

# Copies that a sync tool made of a note when two machines had changed it. They are somebody's to sort out, not ours to write into.
_CONFLICT_COPY = re.compile(
    r"""\.sync-conflict-\d{8}-\d{6}                 # Syncthing
      | \((?:.*\s)?conflicted\ copy\b.*\)           # Obsidian Sync, Dropbox, Nextcloud
    """,
    re.VERBOSE | re.IGNORECASE,
)
_NOT_NOTES = (".excalidraw.md",)


def find_notes(vault: Path, settings: Settings) -> list[Path]:
    """The notes of a vault in the order of their paths; folders that are links are not followed."""
    return sorted(Path(entry.path) for _, entry in list_notes(vault, settings))


def list_notes(vault: Path, settings: Settings) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """The notes as their folders list them, in no order: the path from the vault's root, with `/`, and the entry with its stamps."""
    folders = [("", os.fspath(vault))]
    while folders:
        inside, folder = folders.pop()
        for entry in _entries(folder):
            if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                folders.append((f"{inside}{entry.name}/", entry.path))
            elif entry.name[-3:].lower() == ".md" and is_note(inside + entry.name, settings) and not _links_to_folder(entry):
                yield inside + entry.name, entry


def _entries(folder: str) -> list[os.DirEntry[str]]:
    """What a folder holds; nothing where it is gone by now or must not be read."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _links_to_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_symlink() and Path(entry.path).is_dir()


@lru_cache(maxsize=50_000)
def is_note(name: str, settings: Settings) -> bool:
    """Whether a file is a note to look at, by its path from the vault's root, with `/`; it need not exist.

    Remembered, because a watcher asks it of every file once a minute.
    """
    *_, file = parts = name.split("/")
    if not name.lower().endswith(".md") or name.lower().endswith(_NOT_NOTES) or _CONFLICT_COPY.search(file):
        return False
    if any(part.startswith(".") for part in parts):
        return False
    if settings.include and not any(fnmatchcase(name, glob) for glob in settings.include):
        return False
    return not any(fnmatchcase(name, glob) for glob in settings.exclude)


def ignored_folders(vault: Path) -> tuple[str, ...]:
    """Obsidian's own "Excluded files" as globs. Its `/regular expressions/` are left out: a stranger's pattern may never end."""
    filters = app_settings(vault).get("userIgnoreFilters")
    if not isinstance(filters, list):
        return ()
    return tuple(f"{entry}*" for entry in filters if isinstance(entry, str) and entry and not entry.startswith("/"))


def app_settings(vault: Path) -> dict[str, Any]:
    """Obsidian's own settings of a vault: `.obsidian/app.json`, else the first `.obsidian*/app.json` that says anything."""
    usual = vault / ".obsidian" / "app.json"
    if usual.is_file():
        return _read_json(usual)
    tables = (_read_json(file) for file in sorted(vault.glob(".obsidian*/app.json")))
    return next((table for table in tables if table), {})


def _read_json(file: Path) -> dict[str, Any]:
    """Obsidian may be writing it just now: what cannot be read says nothing."""
    try:
        table = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return table if isinstance(table, dict) else {}
