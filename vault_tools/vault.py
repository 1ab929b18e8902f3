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
    return sorted(path for path, name in _markdown_files(vault) if _is_named_as_note(name, settings))


def is_note(path: Path, vault: Path, settings: Settings) -> bool:
    """Whether a Markdown file in the vault is a note to look at, by its name and the vault's settings; it need not exist."""
    return _is_named_as_note(path.relative_to(vault).as_posix(), settings)


@lru_cache(maxsize=50_000)
def _is_named_as_note(name: str, settings: Settings) -> bool:
    """`name`: the path from the vault's root, with `/`. Remembered, because a watcher asks it of every file once a minute."""
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


def _markdown_files(vault: Path) -> Iterator[tuple[Path, str]]:
    """Each with its path from the vault's root, with `/`."""
    for folder, folders, files in os.walk(vault):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inside = folder[len(str(vault)) :].replace(os.sep, "/").strip("/")
        yield from ((Path(folder, name), f"{inside}/{name}" if inside else name) for name in files if name[-3:].lower() == ".md")
