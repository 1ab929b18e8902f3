"""The pictures of a block on disk: the folder that the vault gives them, the links that it uses, saving new ones, removing our old ones."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any, get_args

from vault_tools.atomic import create_file, read_file, sweep_once
from vault_tools.errors import NoteError
from vault_tools.model import message
from vault_tools.notes.writing.links import LinkForm, LinkStyle
from vault_tools.vault import app_settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

FOLDER = "vault-tools"
OUR_PICTURE = re.compile(r"(?<![\w.-])[a-z0-9][a-z0-9-]*-[0-9a-f]{12}-\d{1,3}\.png(?![\w.-])")
"""A name as verify/plot gives it: family, hash of what is drawn, style number."""


def link_style(note: Path, vault: Path | None) -> LinkStyle:
    """Where the pictures of `note` go and how links to them are written, by the vault's app.json. Paths must be resolved."""
    if vault is None:
        return LinkStyle(FOLDER, "", "relative")
    app = app_settings(vault)
    note_folder = _posix(note.parent, vault)
    form: LinkForm = app["newLinkFormat"] if app.get("newLinkFormat") in get_args(LinkForm) else "shortest"
    attachments = attachment_folder(app, note_folder)
    return LinkStyle(f"{attachments}/{FOLDER}" if attachments else FOLDER, note_folder, form, app.get("useMarkdownLinks") is True)


def attachment_folder(app: Mapping[str, Any], note_folder: str) -> str:
    """The attachment place from the vault's root, "" for the root itself; a value that would lead out of the vault counts as missing.

    Obsidian's four choices: missing or "/" the root, "./" the note's folder, "./sub" a folder below it, "a/b" a folder of the vault.
    """
    value = app.get("attachmentFolderPath")
    if not isinstance(value, str) or "\\" in value or "\0" in value or ".." in PurePosixPath(value).parts:
        return ""
    beside = value == "." or value.startswith("./")
    parts = [note_folder] if beside and note_folder else []
    inside = PurePosixPath(value.strip("/")).as_posix()
    return "/".join([*parts, *([inside] if inside != "." else [])])


def save_pictures(root: Path, style: LinkStyle, images: Mapping[str, bytes]) -> frozenset[str]:
    """Write the pictures that are not there yet; returns their names. NoteError: no name of ours, or the folder leads out of `root`.

    FileNotFoundError: the note's folder has gone meanwhile, and is not made anew.
    """
    if not images:
        return frozenset()
    folder = _folder(root, style)
    if not folder.resolve().is_relative_to(root.resolve()):
        raise NoteError(message("note.pictures_outside", folder=style.folder))
    if unknown := [name for name in images if not OUR_PICTURE.fullmatch(name)]:
        raise NoteError(message("note.picture_name", name=unknown[0]))
    made = _make_folders(folder, _standing(root, style, folder))
    try:
        sweep_once(folder)
        return frozenset(name for name, data in images.items() if create_file(folder / name, data))
    except OSError:
        for empty in reversed(made):  # a full disk: leave no empty folder behind
            with suppress(OSError):
                empty.rmdir()
        raise


def _standing(root: Path, style: LinkStyle, folder: Path) -> Path:
    """The folder above that of the pictures which has to be there: the note's, or the vault's."""
    beside = root.joinpath(*PurePosixPath(style.note_folder).parts)
    return beside if folder.is_relative_to(beside) else root


def _make_folders(folder: Path, standing: Path) -> list[Path]:
    """The folders on the way from the one that has to be there, as far as they had to be made."""
    way = (*reversed([above for above in folder.parents if above != standing and above.is_relative_to(standing)]), folder)
    made = [step for step in way if not step.exists()]
    for step in made:
        step.mkdir(exist_ok=True)
    return made


def present_pictures(root: Path, style: LinkStyle, text: str) -> tuple[str, ...]:
    """The pictures of ours that a text names and that are there."""
    folder = _folder(root, style)
    return tuple(name for name in sorted(listed_pictures(text)) if (folder / name).is_file())


def listed_pictures(text: str) -> frozenset[str]:
    """The pictures of ours that a text names."""
    return frozenset(OUR_PICTURE.findall(text))


def remove_pictures(root: Path, style: LinkStyle, names: Iterable[str], *, deep: bool) -> None:
    """Delete pictures that a block of ours listed and that no note names any more (`deep`: in folders below `root` too).

    A folder that becomes empty goes with them.
    """
    folder = _folder(root, style)
    if not folder.resolve().is_relative_to(root.resolve()):
        return
    present = {name for name in names if OUR_PICTURE.fullmatch(name) and (folder / name).is_file()}
    if not present:
        return
    for name in present - _named_in_notes(root, present, deep=deep):
        (folder / name).unlink(missing_ok=True)
    if not any(folder.iterdir()):
        folder.rmdir()


def _named_in_notes(root: Path, names: set[str], *, deep: bool) -> set[str]:
    """Those of `names` that a note or canvas in the vault (outside a vault: beside the note) holds."""
    found: set[str] = set()
    for file in _texts(root, deep=deep):
        status = file.stat()
        found |= names & _pictures_in(file, (status.st_ino, status.st_size, status.st_mtime_ns))
    return found


@lru_cache(maxsize=20_000)
def _pictures_in(file: Path, _stamp: tuple[int, int, int]) -> frozenset[str]:
    """Our pictures that a file names; it is read again only when its stamp changes, so that cleaning a whole vault stays affordable."""
    return listed_pictures(read_file(file).decode("utf-8", "replace"))


def _texts(root: Path, *, deep: bool) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if deep and not name.startswith(".")]
        paths = (Path(folder, name) for name in files if name.lower().endswith((".md", ".canvas")))
        yield from (path for path in paths if path.is_file() and not path.is_symlink())


def _folder(root: Path, style: LinkStyle) -> Path:
    return root.joinpath(*PurePosixPath(style.folder).parts)


def _posix(folder: Path, vault: Path) -> str:
    inside = folder.relative_to(vault).as_posix()
    return "" if inside == "." else inside
