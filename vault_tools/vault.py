"""Which files of a vault are notes: everything that ends in `.md`, less what editors, sync tools and drawing plugins leave there."""

from __future__ import annotations

import json
import os
import re
import stat
from fnmatch import translate
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vault_tools.model import Settings

# Copies that a sync tool made of a note when two machines had changed it. They are somebody's to sort out, not ours to write into.
_CONFLICT_COPY = re.compile(
    r"""\.sync-conflict-\d{8}-\d{6}                 # Syncthing
      | \((?:.*\s)?conflicted\ copy\b.*\)           # Obsidian Sync, Dropbox, Nextcloud
      | \((?:.*\s)?(?:case|sync|encoding)\ conflict\b.*\)  # Dropbox: two spellings of a name, a folder that it leaves out
      | _conflict-\d{8}-\d{6}                       # ownCloud
      | \(sfconflict\b.*\)                         # Seafile
      | \[conflict(?:ed)?\b.*\]                    # Google Drive, pCloud
    """,
    re.VERBOSE | re.IGNORECASE,
)
LARGEST_SETTINGS = 4 << 20
TEMPLATES = (("templates.json", "folder"), ("plugins/templater-obsidian/data.json", "templates_folder"))
"""Files in Obsidian's settings folder, and their keys, that name a folder of templates."""
_NOT_NOTES = (".excalidraw.md",)
_HARMLESS = re.compile(r"(?:[^\\.^$*+?{}\[\]|()]|\\[^\w\s]|\.\*?|[\^$])*")
"""A regular expression that cannot take long: letters, escaped signs, `.`, `.*` and anchors."""


class Found(NamedTuple):
    """A note as its folder lists it. `name`: its path from the folder that was searched, with `/`."""

    name: str
    entry: os.DirEntry[str]


def find_notes(vault: Path, settings: Settings) -> list[Path]:
    """The notes of a vault in the order of their paths; folders that are links are not followed."""
    return [Path(entry.path) for _, entry in sorted_notes(vault, settings)]


def sorted_notes(vault: Path, settings: Settings) -> list[Found]:
    """`list_notes` in the order of the parts of their paths."""
    return sorted(list_notes(vault, settings), key=lambda note: note.name.split("/"))


def list_notes(vault: Path, settings: Settings) -> Iterator[Found]:
    """The notes as their folders list them, in no order; the entries have their stamps.

    A folder that must not be read stands for the notes in it: whoever opens it learns why.
    """
    folders: list[tuple[str, os.DirEntry[str] | None]] = [("", None)]
    while folders:
        inside, folder = folders.pop()
        try:
            entries = _entries(folder or vault)
        except PermissionError:
            if folder is not None:
                yield Found(inside.rstrip("/"), folder)
            continue
        for entry in entries:
            if not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False):
                folders.append((f"{inside}{entry.name}/", entry))
            elif entry.name[-3:].lower() == ".md" and is_note(inside + entry.name, settings) and not _links_to_folder(entry):
                yield Found(inside + entry.name, entry)


def _entries(folder: Path | os.DirEntry[str]) -> list[os.DirEntry[str]]:
    """What a folder holds; nothing where it is gone by now. PermissionError: it must not be read."""
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except PermissionError:
        raise
    except OSError:
        return []


def _links_to_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_symlink() and Path(entry.path).is_dir()


@lru_cache(maxsize=50_000)
def is_note(name: str, settings: Settings) -> bool:
    """Whether a file is a note to look at, by its path from the vault's root, with `/`; it need not exist.

    Remembered, because a watcher asks it of every file once a minute.
    """
    written = name.lower()
    if not written.endswith(".md") or written.endswith(_NOT_NOTES) or written.startswith(".") or "/." in written:
        return False
    if "conflict" in written and _CONFLICT_COPY.search(name.rpartition("/")[2]):
        return False
    if settings.include and not _any_of(settings.include).match(name):
        return False
    return not (settings.exclude and _any_of(settings.exclude).match(name))


@lru_cache(maxsize=64)
def _any_of(globs: tuple[str, ...]) -> re.Pattern[str]:
    """All globs as one pattern."""
    return re.compile("|".join(form for glob in globs for form in _forms(glob)))


def _forms(glob: str) -> Iterator[str]:
    """A glob as patterns. `*` reaches over `/`; `templates` and `templates/` mean what is in that folder, too; `**/` may be nothing."""
    yield translate(glob)
    yield translate(glob.rstrip("/") + "/*")
    if glob.startswith("**/"):
        yield from _forms(glob.removeprefix("**/"))


# ---------------------------------------------------------------- Obsidian's own settings


def ignored_folders(vault: Path) -> tuple[str, ...]:
    """Obsidian's own "Excluded files" as globs (beginnings of paths, and regular expressions that are no more), and folders of templates.

    A block in a template would come back in every note that is made from it.
    """
    return (*(glob for entry in _ignore_filters(vault) for glob in _globs_of(entry)), *_template_folders(vault))


def _template_folders(vault: Path) -> Iterator[str]:
    """The folders that Obsidian's templates and the Templater plugin are set to."""
    for file, key in TEMPLATES:
        folder = _read_json(vault / ".obsidian" / file).get(key)
        inside = folder.strip().strip("/") if isinstance(folder, str) else ""
        if inside and not inside.startswith("."):
            yield _literal(inside) + "/*"


def ignored_in_vain(vault: Path) -> tuple[str, ...]:
    """Its regular expressions that we do not run: a stranger's pattern may never end."""
    return tuple(entry for entry in _ignore_filters(vault) if not _globs_of(entry))


def _ignore_filters(vault: Path) -> Sequence[str]:
    filters = app_settings(vault).get("userIgnoreFilters")
    return [entry for entry in filters if isinstance(entry, str) and entry] if isinstance(filters, list) else []


def _globs_of(entry: str) -> tuple[str, ...]:
    """Nothing for a regular expression that a glob cannot say."""
    if not (len(entry) > 2 and entry.startswith("/") and entry.endswith("/")):
        return (_literal(entry) + "*",)
    expression = entry[1:-1]
    if not _HARMLESS.fullmatch(expression) or re.search(r"(?<!\\)[\^$]", expression[1:-1]):
        return ()
    begins, ends = expression.startswith("^"), expression.endswith("$") and not expression.endswith("\\$")
    inside = expression[begins : len(expression) - ends]
    glob = "".join(_GLOB_OF.get(piece, _literal(piece[-1])) for piece in re.findall(r"\\.|\.\*|.", inside))
    return (("" if begins else "*") + glob + ("" if ends else "*"),)


_GLOB_OF = {".*": "*", ".": "?"}


def _literal(text: str) -> str:
    """`text` as a glob that matches it and nothing else (fnmatch)."""
    return re.sub(r"([*?[])", r"[\1]", text)


def app_settings(vault: Path) -> dict[str, Any]:
    """Obsidian's own settings of a vault: `.obsidian/app.json`, else the first `.obsidian*/app.json` that says anything."""
    usual = vault / ".obsidian" / "app.json"
    if usual.is_file():
        return _read_json(usual)
    tables = (_read_json(file) for file in sorted(vault.glob(".obsidian*/app.json")))
    return next((table for table in tables if table), {})


def _read_json(file: Path) -> dict[str, Any]:
    """Obsidian may be writing it just now: what cannot be read says nothing, nor does what is no file or endless."""
    try:
        status = file.stat()
        if not stat.S_ISREG(status.st_mode) or status.st_size > LARGEST_SETTINGS:
            return {}
        table = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        return {}
    return table if isinstance(table, dict) else {}
