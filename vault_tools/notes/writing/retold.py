"""What a block does not tell twice: equal formulas, numbers that an earlier callout shows, sentences, and readings that several share."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.model import Exhibit, Judgement, Message

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping, Sequence

SAID_BY: Mapping[str, frozenset[str]] = {
    "reading.softmax_last_axis": frozenset({"family.softmax_over_keys", "family.softmax_over_rows"}),
}
"""Readings that the sentences of a family say with its own words."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A formula with what is left to tell of it."""

    judgement: Judgement
    times: int = 1
    """How often the note has it."""
    like: str = ""
    """Title of an earlier formula with the same inputs, pictures and steps: they are shown there."""


def tellings(judgements: Sequence[Judgement]) -> tuple[list[Telling], tuple[Message, ...]]:
    """Each formula once, in the order of the note, and the readings that several share (taken out of theirs)."""
    times = Counter(map(_identity, judgements))
    fullest: dict[Hashable, Judgement] = {}
    for judgement in judgements:
        known = fullest.setdefault(_identity(judgement), judgement)
        if len(judgement.verdict.checks) > len(known.verdict.checks):
            fullest[_identity(judgement)] = judgement
    once = [_without_said(judgement) for judgement in fullest.values()]
    shared = _shared_readings(once)
    return [Telling(told, times[name], like) for name, (told, like) in zip(fullest, _in_turn(once, shared), strict=True)], shared


def _identity(judgement: Judgement) -> Hashable:
    """Equal for formulas that look the same to the reader: of verified ones what stands beside them in the note does not count."""
    verdict, exhibit = judgement.verdict, judgement.exhibit
    if verdict.status != "verified" or exhibit is None:
        return repr((replace(verdict, line=0, display=False), exhibit))
    return repr((exhibit, verdict.inputs, verdict.value, verdict.readings))


def _without_said(judgement: Judgement) -> Judgement:
    """Without the readings that a sentence of its own says."""
    notes = {note.key for note in judgement.exhibit.notes} if judgement.exhibit else set()
    left = tuple(reading for reading in judgement.verdict.readings if not SAID_BY.get(reading.key, frozenset()) & notes)
    return replace(judgement, verdict=replace(judgement.verdict, readings=left))


def _shared_readings(judgements: Sequence[Judgement]) -> tuple[Message, ...]:
    found = {str(reading): reading for judgement in judgements for reading in judgement.verdict.readings}
    count = Counter(str(reading) for judgement in judgements for reading in judgement.verdict.readings)
    return tuple(reading for text, reading in found.items() if count[text] > 1)


def _in_turn(judgements: Sequence[Judgement], shared: tuple[Message, ...]) -> Iterator[tuple[Judgement, str]]:
    """Each with what was not told before it, and the title under which the rest stands."""
    told: dict[Hashable, str] = {}
    said: set[str] = set()
    drawn: set[str] = set()
    for judgement in judgements:
        verdict, exhibit = judgement.verdict, judgement.exhibit or Exhibit("")
        like = told.get(_numbers(judgement), "")
        told.setdefault(_numbers(judgement), exhibit.title)
        left = replace(
            exhibit,
            notes=tuple(note for note in exhibit.notes if _sentence(note) not in said),
            pictures=tuple(picture for picture in exhibit.pictures if _content(picture.name) not in drawn),
            story=() if like else exhibit.story,
        )
        said |= {_sentence(note) for note in exhibit.notes}
        drawn |= {_content(picture.name) for picture in exhibit.pictures}
        readings = tuple(reading for reading in verdict.readings if reading not in shared)
        told_of = replace(verdict, readings=readings)
        yield replace(judgement, verdict=told_of, exhibit=left if judgement.exhibit else None), like


def _sentence(note: Message) -> str:
    """What tells sentences apart: their words with their numbers."""
    return note.in_language("en")


def _numbers(judgement: Judgement) -> Hashable:
    """Equal for formulas that have arrays as inputs and the same numbers in every step; of its own kind for any other."""
    verdict, exhibit = judgement.verdict, judgement.exhibit
    arrays = any(used.shape for used in verdict.inputs.values())
    if exhibit is None or not arrays or verdict.value is None or verdict.status not in {"verified", "refuted"}:
        return id(judgement)
    steps = [step.value for step in exhibit.story]
    return repr((verdict.handler, verdict.inputs, verdict.value, steps, [picture.name for picture in exhibit.pictures]))


def _content(picture: str) -> str:
    """The part of a file name that tells what is drawn: two families may draw the same."""
    return picture.rsplit("-", 2)[-2] if picture.count("-") >= 2 else picture
