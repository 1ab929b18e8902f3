"""All formulas of a vault -> the text of its index: every distinct formula once, where it stands, how else it is written, what clashes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from vault_tools.model import Exhibit, Judgement, Verdict
from vault_tools.share.gather import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vault_tools.model import Notation, Status
    from vault_tools.share.gather import JudgedNote

_WORST_FIRST: tuple[Status, ...] = ("refuted", "malformed", "failed", "verified", "unsupported")


@dataclass(frozen=True, slots=True)
class Place:
    """A formula in a note (its path in the vault)."""

    note: str
    judgement: Judgement

    @property
    def latex(self) -> str:
        """As our printer writes it, "" where nothing was understood."""
        notation = self.judgement.notation
        return notation.latex if notation else ""


@dataclass(frozen=True, slots=True)
class Clash:
    """One name that stands for several things: `d_k` a size here and a matrix there. `meanings`: each with the notes that have it."""

    name: str
    kind: Literal["shape", "formula"]
    meanings: tuple[tuple[str, tuple[str, ...]], ...]


def slim(note: JudgedNote) -> JudgedNote:
    """A note with only what the index tells of it: all notes of a vault are held at once."""
    return replace(note, math=EMPTY, judgements=tuple(map(_slim, note.judgements)))


def _slim(judgement: Judgement) -> Judgement:
    verdict, exhibit = judgement.verdict, judgement.exhibit
    told = Verdict(verdict.latex, verdict.line, verdict.display, verdict.status, handler=verdict.handler, problem=verdict.problem)
    return Judgement(told, exhibit=Exhibit(exhibit.title, exhibit.latex) if exhibit else None, notation=judgement.notation)


# ---------------------------------------------------------------- what there is


def distinct(notes: Iterable[JudgedNote]) -> tuple[tuple[Place, ...], ...]:
    """The places of each distinct formula, worst first, then the frequent ones; formulas with nothing to compute are left out."""
    groups: dict[tuple[str, str], list[Place]] = {}
    for note in notes:
        for judgement in note.judgements:
            if judgement.verdict.status != "skipped":
                groups.setdefault(_key(judgement), []).append(Place(note.name, judgement))
    return tuple(tuple(places) for _, places in sorted(groups.items(), key=lambda item: (_rank(item[1]), -len(item[1]), item[0])))


def _key(judgement: Judgement) -> tuple[str, str]:
    notation = judgement.notation
    if notation is not None and notation.form and judgement.verdict.status != "malformed":
        return "form", notation.form
    return "text", " ".join(judgement.verdict.latex.split())


def status(places: Sequence[Place]) -> Status:
    """The worst status among the places."""
    return min((place.judgement.verdict.status for place in places), key=_WORST_FIRST.index)


def _rank(places: Sequence[Place]) -> int:
    return _WORST_FIRST.index(status(places))


def variants(places: Sequence[Place]) -> tuple[str, ...]:
    """How the formula is written, the most frequent first."""
    return tuple(latex for latex, _ in Counter(place.latex for place in places if place.latex).most_common())


def clashes(notes: Iterable[JudgedNote]) -> tuple[Clash, ...]:
    """Names of several ranks, with their sizes in another order, or defined by different formulas."""
    shapes: dict[str, dict[str, list[str]]] = {}
    definitions: dict[str, dict[str, tuple[str, list[str]]]] = {}
    for note in notes:
        for notation in (judgement.notation for judgement in note.judgements if judgement.notation):
            for name, shape in _written(notation):
                shapes.setdefault(name, {}).setdefault(_shape(shape), []).append(note.name)
            if notation.name and notation.form and notation.shapes:
                definitions.setdefault(notation.name, {}).setdefault(notation.form, (notation.latex, []))[1].append(note.name)
    found = [_clash(name, "shape", _by_rank(told)) for name, told in shapes.items() if _contradict(list(told))]
    found += [_clash(name, "formula", dict(told.values())) for name, told in definitions.items() if len(told) > 1]
    return tuple(sorted(found, key=lambda clash: (-sum(len(notes) for _, notes in clash.meanings), clash.name)))


def _written(notation: Notation) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    """The names that the formula writes: sizes that only give its inputs their shapes have letters of ours."""
    sizes = {size for shape in notation.shapes.values() for size in shape}
    for name, shape in notation.shapes.items():
        if shape or name not in sizes or re.search(rf"(?<![A-Za-z\\]){re.escape(name[0])}(?![A-Za-z])", notation.latex):
            yield name, shape


def _shape(shape: tuple[str | int, ...]) -> str:
    return "×".join(map(str, shape))


def _contradict(shapes: Sequence[str]) -> bool:
    """Other ranks, or the same sizes in another order; single letters may be ours, and other letters are no contradiction."""
    parts = [tuple(shape.split("×")) if shape else () for shape in shapes]
    if len({len(sizes) for sizes in parts}) > 1:
        return True
    named = [sizes for sizes in parts if all("_" in size for size in sizes)]
    return len(set(named)) > len({tuple(sorted(sizes)) for sizes in named})


def _by_rank(told: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
    """Where the ranks differ one meaning per rank: other letters for the sizes mean nothing then."""
    ranks: dict[int, tuple[str, list[str]]] = {}
    for shape, notes in told.items():
        ranks.setdefault(shape.count("×") + bool(shape), (shape, []))[1].extend(notes)
    return dict(ranks.values()) if len(ranks) > 1 else told


def _clash(name: str, kind: Literal["shape", "formula"], told: Mapping[str, Sequence[str]]) -> Clash:
    return Clash(name, kind, tuple((meaning, tuple(dict.fromkeys(notes))) for meaning, notes in told.items()))
