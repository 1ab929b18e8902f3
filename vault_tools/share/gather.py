"""A note on disk -> its formulas judged, with all that may be shown of them; nothing is written."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault_tools.atomic import read_file
from vault_tools.errors import NoteError
from vault_tools.files import LARGEST_NOTE, decode, locate, vault_preamble
from vault_tools.model import Judgement, NoteMath, Problem, Settings, message
from vault_tools.notes.scan import scan

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from vault_tools.pipeline import JudgeNote


EMPTY = NoteMath(())


@dataclass(frozen=True, slots=True)
class JudgedNote:
    """A note by its path in the vault (with `/`), its judgements in the order of its formulas, or why there are none."""

    name: str
    math: NoteMath = EMPTY
    judgements: tuple[Judgement, ...] = ()
    problem: Problem | None = None
    language: str = ""


def judged_note(path: Path, judge: JudgeNote, settings: Settings, folder: Path | None = None) -> JudgedNote:
    """Judge every formula of the note at `path`; a note that is turned off has none. A note that cannot be read is one with a problem.

    folder: what notes outside a vault are named from.
    """
    try:
        place = locate(path)
        note = scan(decode(read_file(place.path, LARGEST_NOTE)), preamble=vault_preamble(place))
    except NoteError as error:
        return JudgedNote(path.name, problem=Problem(error.message))
    except OSError as error:
        return JudgedNote(path.name, problem=Problem(message("note.unreadable", reason=error.strerror or type(error).__name__)))
    name = path.relative_to(folder).as_posix() if folder and not place.in_vault else place.name
    if note.off or note.math.options.ignore or not note.math.formulas:
        return JudgedNote(name, problem=note.problem)
    language = settings.language or note.math.options.language or note.math.language
    return JudgedNote(name, note.math, tuple(judge(note.math, settings)), note.problem, language)


def prevailing(notes: Iterable[JudgedNote]) -> str:
    """The language of most notes that have formulas."""
    counts = Counter(note.language for note in notes if note.language)
    return next(iter(counts.most_common(1)), ("en", 0))[0]
