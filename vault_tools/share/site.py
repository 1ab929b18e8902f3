"""The page of a vault on disk: notes are written as they come, so that memory does not grow with the vault."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from vault_tools.errors import ConfigError
from vault_tools.model import Status, message
from vault_tools.pictures import OUR_PICTURE
from vault_tools.share.card import PICTURES
from vault_tools.share.page import GENERATOR, head, section, tail
from vault_tools.terminal import clean

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from vault_tools.share.gather import JudgedNote

PAGE = "index.html"
_LOOKED_AT = 2000
"""Characters at the start of a page in which our generator line stands."""


def write_site(folder: Path, title: str, notes: Iterable[JudgedNote], language: str) -> Counter[Status]:
    """Write the page and its pictures into `folder`; how many formulas have which status.

    language: of the words round the notes, "" for that of most notes.
    ConfigError: the folder holds a page of somebody else, or cannot be written.
    """
    demand_ours(folder)
    try:
        return _write(folder, title, notes, language)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ConfigError(str(message("share.unwritable", path=clean(str(folder)), reason=reason))) from error


def demand_ours(folder: Path) -> None:
    """ConfigError where writing the page would replace a file that is not ours."""
    page = folder / PAGE
    if not page.exists():
        return
    with suppress(OSError, UnicodeDecodeError), page.open(encoding="utf-8") as file:
        if GENERATOR in file.read(_LOOKED_AT):
            return
    raise ConfigError(str(message("share.not_ours", path=clean(str(page)))))


def _write(folder: Path, title: str, notes: Iterable[JudgedNote], language: str) -> Counter[Status]:
    pictures, body = folder / PICTURES, folder / f"{PAGE}.part"
    pictures.mkdir(parents=True, exist_ok=True)
    statuses: Counter[Status] = Counter()
    families: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    named, count = set(), 0
    with body.open("w", encoding="utf-8", newline="\n") as file:
        for note in notes:
            file.write(section(note, language or "en"))
            count += 1
            statuses.update(judgement.verdict.status for judgement in note.judgements)
            families.update(judgement.verdict.handler for judgement in note.judgements if judgement.verdict.handler)
            languages.update([note.language] if note.language else [])
            named |= _save_pictures(pictures, note)
    chosen = language or next(iter(languages.most_common(1)), ("en", 0))[0]
    _assemble(folder / PAGE, head(title, chosen, statuses, families, count), body)
    _remove_others(pictures, named)
    return statuses


def _save_pictures(folder: Path, note: JudgedNote) -> set[str]:
    images = {name: data for judgement in note.judgements for name, data in judgement.images.items() if OUR_PICTURE.fullmatch(name)}
    for name, data in images.items():
        (folder / name).write_bytes(data)
    return set(images)


def _assemble(page: Path, beginning: str, body: Path) -> None:
    """The page in one step: it is the old one until the new one is whole."""
    new = page.with_suffix(".new")
    with new.open("w", encoding="utf-8", newline="\n") as out, body.open(encoding="utf-8", newline="\n") as sections:
        out.write(beginning)
        while chunk := sections.read(1 << 20):
            out.write(chunk)
        out.write(tail())
    new.replace(page)
    body.unlink()


def _remove_others(folder: Path, named: set[str]) -> None:
    """Pictures of ours that the page showed before and shows no more."""
    for path in folder.iterdir():
        if OUR_PICTURE.fullmatch(path.name) and path.name not in named:
            path.unlink()
