"""Notes on disk: read one and refuse what is not safe to touch, verify it, write block and pictures back, or take them out again."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from vault_tools.atomic import ChangedMeanwhileError, KeptCopyError, read_file, remove_file, replace_file, sweep_once
from vault_tools.config import PREAMBLES, find_vault, load_settings
from vault_tools.errors import NoteError, UnfinishedMergeError, UnwritableNoteError
from vault_tools.model import Outcome, Problem, Settings, message
from vault_tools.notes.mend import mend
from vault_tools.notes.plan import plan_clean, state_of
from vault_tools.notes.reading.frontmatter import INDEX
from vault_tools.notes.scan import scan
from vault_tools.pictures import link_style, listed_pictures, present_pictures, remove_pictures, save_pictures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from vault_tools.handler import Handler
    from vault_tools.notes.writing.links import LinkStyle
    from vault_tools.pipeline import JudgeNote

ATTEMPTS = 4
"""How often a note is read anew because somebody saved it while it was computed."""
LARGEST_NOTE = 4 << 20
LARGEST_PREAMBLE = 64 << 10
CONFLICT = re.compile(
    rb"(?:^|(?<=\r))(?:(?P<ours><{7,}(?=[ \r\n]|\Z)|>{4} (?:ORIGINAL|THEIRS|YOURS) )|(?P<middle>={7}[ \r\n])|(?P<theirs>>{7}[ \r\n]))",
    re.MULTILINE,
)
"""Lines that git, Mercurial, Subversion, Jujutsu, Fossil or Perforce leave in a file that two sides changed."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a note is: `path` is the file itself, links resolved; `root` the vault, or the note's folder outside a vault."""

    path: Path
    root: Path
    in_vault: bool

    @property
    def name(self) -> str:
        """Path from the root, with `/`."""
        return self.path.relative_to(self.root).as_posix()

    @property
    def links(self) -> LinkStyle:
        """How this note embeds pictures."""
        return link_style(self.path, self.root if self.in_vault else None)


@dataclass(frozen=True, slots=True)
class NoteFile:
    """A note as it was read: its bytes are what a write compares with."""

    place: Place
    data: bytes
    text: str


# ---------------------------------------------------------------- reading


def locate(path: str | os.PathLike[str]) -> Place:
    """Find the note and its vault. NoteError: no such file, a folder, or a link that leads out of the vault."""
    absolute = Path(os.path.abspath(path))  # noqa: PTH100  lexical on purpose: the vault is the one the user named the note in
    try:
        real = absolute.resolve(strict=True)
        mode = real.stat().st_mode
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise NoteError(message("note.missing")) from error
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a ring
        raise NoteError(message("note.unreadable", reason=_reason(error))) from error
    if stat.S_ISDIR(mode):
        raise NoteError(message("note.folder" if os.access(real, os.R_OK | os.X_OK) else "note.locked_folder"))
    if not stat.S_ISREG(mode):
        raise NoteError(message("note.no_file"))
    vault = find_vault(absolute)
    root = (vault or absolute.parent).resolve()
    if not real.is_relative_to(root):
        raise NoteError(message("note.outside"))
    return Place(real, root, vault is not None)


def read_note(path: str | os.PathLike[str], *, to_write: bool = True) -> NoteFile:
    """Read a note. NoteError, in one line: what stands against it; UnwritableNoteError: it is only not to be written back."""
    place = locate(path)
    try:
        status = place.path.stat()
        data = read_file(place.path, LARGEST_NOTE)
    except OSError as error:
        raise NoteError(message("note.unreadable", reason=_reason(error))) from error
    if to_write and status.st_nlink > 1:
        raise UnwritableNoteError(message("note.linked", count=status.st_nlink))
    if to_write and (not status.st_mode & 0o222 or not os.access(place.path, os.W_OK)):
        raise UnwritableNoteError(message("note.read_only"))
    return NoteFile(place, data, decode(data))


def may_concern_us(path: Path) -> bool:
    """Whether a note holds a formula or a block: one look at its bytes, for the many that hold neither. What cannot be read may."""
    try:
        data = read_file(path, LARGEST_NOTE)
    except OSError:
        return True
    return b"$" in data or b"vault-tools" in data


def has_block(path: Path) -> bool:
    """Whether a block of ours begins in a note; False where it cannot be read, which is said when its turn comes."""
    try:
        return b"<!-- vault-tools:begin " in read_file(path, LARGEST_NOTE)
    except OSError:
        return False


def vault_preamble(place: Place) -> str:
    """The macro definitions that MathJax plugins load for a whole vault; "" where there are none, or the file is no plain text."""
    for path in (place.root / name for name in PREAMBLES) if place.in_vault else ():
        try:
            data = read_file(path, LARGEST_PREAMBLE)
        except OSError:  # not there, or a link: a note that needs its macros says so
            continue
        return data[:LARGEST_PREAMBLE].decode("utf-8", "replace")
    return ""


def decode(data: bytes) -> str:
    """The text of a note's bytes, a byte order mark kept. NoteError: no UTF-8, NUL bytes, an unfinished merge, or far too long."""
    if len(data) > LARGEST_NOTE:
        raise NoteError(message("note.too_long", most=LARGEST_NOTE >> 20))
    if b"\0" in data:
        raise NoteError(message("note.nul", line=data[: data.index(b"\0")].count(b"\n") + 1))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise NoteError(message("note.not_utf8", line=line), line) from error
    conflict = unfinished_merge(data)
    if conflict is not None:
        line = data[:conflict].count(b"\n") + 1
        raise UnfinishedMergeError(message("note.merge", line=line), line, text)
    return text


def unfinished_merge(data: bytes) -> int | None:
    """Where the marks of a merge begin that somebody still has to finish, also when some of them are gone; None without any.

    A line `=======` alone makes a heading, and seven `>` alone a deep quote: only one after the other are marks.
    """
    middle: int | None = None
    for found in CONFLICT.finditer(data):
        if found["ours"] is not None:
            return found.start()
        if found["theirs"] is not None and middle is not None:
            return middle
        middle = found.start() if found["middle"] is not None and middle is None else middle
    return None


# ---------------------------------------------------------------- verifying and cleaning


def verify_note(
    path: str | os.PathLike[str],
    *,
    settings: Settings | None = None,
    handlers: Iterable[Handler] | None = None,
    check: bool = False,
    force: bool = False,
    trust: bool = False,
    judge: JudgeNote | None = None,
) -> Outcome:
    """Verify the note at `path` and write its block and pictures back; what `verify_text` does, for a file.

    settings: None reads the vault's `vault-tools.toml`. check: compute anew, write nothing. force: replace an edited block, compute anew.
    trust: leave a note with a current block unjudged. An unfinished merge in the note is a problem of the outcome; whatever else
    stands against the note raises NoteError. Either way it is as it was. `.images` are those that were not there yet.
    """
    from vault_tools.pipeline import verify_text

    given = None if handlers is None else tuple(handlers)

    def attempt(note: NoteFile) -> Outcome:
        place = note.place
        holds_formulas = "$" in note.text  # most notes of a vault hold none: they need no look at its settings
        if not holds_formulas and "vault-tools" not in note.text and settings is not None:
            return Outcome(place.name, note.text)
        known = settings if settings is not None else load_settings(place.root if place.in_vault else None)
        return verify_text(
            note.text,
            name=place.name,
            settings=replace(known, drawn=present_pictures(place.root, place.links, note.text)) if holds_formulas else known,
            handlers=given,
            judge=judge,
            links=place.links if holds_formulas else None,
            force=force,
            check=check,
            trust=trust,
            preamble=vault_preamble(place) if holds_formulas else "",
        )

    try:
        return _until_unchanged(path, attempt, write=not check)
    except UnfinishedMergeError as error:
        return Outcome(Path(path).name, error.text, problem=Problem(error.message))


def clean_note(path: str | os.PathLike[str], *, check: bool = False, force: bool = False) -> Outcome:
    """Take the block out of a note and delete the pictures that nothing else names; every other byte stays.

    Of an index, which has nothing but its block, nothing is left.
    """

    def attempt(note: NoteFile) -> Outcome:
        found = scan(note.text)
        decision = plan_clean(scan(mend(found)) if force else found, force=force)
        text = note.text if decision.problem else decision.text
        return Outcome(note.place.name, text, block=state_of(found, ""), changed=text != note.text, problem=decision.problem)

    outcome = _until_unchanged(path, attempt, write=not check)
    if not check and is_empty_index(outcome):
        _remove(locate(path).path)
    return outcome


def is_empty_index(outcome: Outcome) -> bool:
    """Whether nothing is left of an index once its block is out."""
    return outcome.changed and outcome.problem is None and outcome.text == INDEX


def _remove(index: Path) -> None:
    try:
        remove_file(index, INDEX.encode())
    except ChangedMeanwhileError:
        return  # somebody wrote into it meanwhile: it is theirs
    except KeptCopyError as error:
        raise NoteError(message("note.kept_copy", file=error.path.name)) from error
    except OSError as error:
        raise NoteError(message("note.unwritable", reason=_reason(error))) from error


def _until_unchanged(path: str | os.PathLike[str], attempt: Callable[[NoteFile], Outcome], *, write: bool) -> Outcome:
    """Read, compute, write; again from the start when somebody saved in between."""
    for _ in range(ATTEMPTS):
        note = read_note(path, to_write=write)
        if write:
            _tidy(note.place.path.parent)
        outcome = attempt(note)
        if not write or outcome.problem:
            return outcome
        try:
            write_note(note, outcome)
        except ChangedMeanwhileError:
            continue
        return outcome
    raise NoteError(message("note.busy"))


def write_note(note: NoteFile, outcome: Outcome) -> None:
    """Pictures first (those that its text names and that are missing), then the note, then away with our old pictures.

    NoteError: it could not be written, and why. Then, and where the note has changed meanwhile, no new picture stays.
    """
    if not outcome.changed and not outcome.images:
        return  # most notes of a vault: not even a look at where its pictures would go
    place, links = note.place, note.place.links
    named = listed_pictures(outcome.text)
    try:
        place.path.lstat()
        made = save_pictures(place.root, links, {name: data for name, data in outcome.images.items() if name in named})
        if outcome.changed:
            _replace(note, outcome.text.encode("utf-8"), made)
            dropped = listed_pictures(_blocks(note.text)) - named
            remove_pictures(place.root, links, dropped, deep=place.in_vault)
    except FileNotFoundError as error:
        raise ChangedMeanwhileError(str(place.path)) from error
    except KeptCopyError as error:
        raise NoteError(message("note.kept_copy", file=error.path.name)) from error
    except OSError as error:
        raise NoteError(message("note.unwritable", reason=_reason(error))) from error


def _replace(note: NoteFile, data: bytes, made: frozenset[str]) -> None:
    """Replace a note; where that fails, take the pictures away again that were made for it, unless another note names them."""
    try:
        replace_file(note.place.path, note.data, data)
    except (ChangedMeanwhileError, OSError):
        remove_pictures(note.place.root, note.place.links, made, deep=note.place.in_vault)
        raise


def _blocks(text: str) -> str:
    if "vault-tools" not in text:
        return ""
    return "\n".join(text[region.span.start : region.span.end] for region in scan(text).regions)


def _tidy(folder: Path) -> None:
    """Remove what a killed run left there."""
    try:
        sweep_once(folder)
    except OSError as error:
        raise NoteError(message("note.unwritable", reason=_reason(error))) from error


def _reason(error: Exception) -> str:
    return (error.strerror or type(error).__name__) if isinstance(error, OSError) else str(error)
