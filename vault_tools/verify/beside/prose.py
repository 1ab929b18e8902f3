"""Claims in words right beside a formula: "each row sums to 1", 权重之和为 1, 均值为 0, "between 0 and 1".

Only a plain statement about the formula that stands just before it is a claim: no question, no condition, no wish, no denial.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler.syntax_tree import Display
from vault_tools.messages.phrases import PLACE, phrases_in, sentences_of
from vault_tools.model import Claim, message
from vault_tools.verify.numbers import entries
from vault_tools.verify.written.statements import assignments

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.model import Passage
    from vault_tools.verify.numbers import Printed, Written
    from vault_tools.verify.run import Run
    from vault_tools.verify.scope import NoteScope

_ENDING = re.compile(r"[\s.,:;。，：；、!！)）*_]*")
_CLOSE = 1e-9
SUMS: dict[str, Callable[[Any], Any]] = {
    "rows": lambda a: a.sum(axis=-1),
    "columns": lambda a: a.sum(axis=-2),
    "entries": lambda a: a.sum(axis=-1),
    "mean": lambda a: a.mean(axis=-1),
}
RANKS = {"rows": (2,), "columns": (2,), "entries": (1,), "mean": (1,), "between": (1, 2)}


@dataclass(frozen=True, slots=True)
class Said:
    """A statement in words about the formula at a position of the note."""

    kind: str
    text: str
    about: int


def said_in(passages: tuple[Passage, ...], formulas: tuple[str, ...]) -> tuple[Said, ...]:
    """All plain statements of a note's passages."""
    found: list[Said] = []
    before: int | None = None  # the formula with which the text so far ends
    for passage in passages:
        for sentence in sentences_of(passage.text, formulas):
            found.extend(_said(sentence, before))
            before = _at_end(sentence, before)
    return tuple(found)


def _said(sentence: str, before: int | None) -> Iterator[Said]:
    for kind, match in phrases_in(sentence):
        places = [int(place[1]) for place in PLACE.finditer(sentence, 0, match.start())]
        about = places[-1] if places else before
        if about is not None:
            yield Said(kind, match[0].strip(), about)


def _at_end(sentence: str, before: int | None) -> int | None:
    """The formula that the sentence ends with; an empty one changes nothing."""
    if not sentence.strip():
        return before
    places = list(PLACE.finditer(sentence))
    return int(places[-1][1]) if places and _ENDING.fullmatch(sentence, places[-1].end()) else None


def said(scope: NoteScope, position: int) -> tuple[Said, ...]:
    """What the note says in words about one formula."""
    return tuple(_said_about(scope).get(position, ()))


@lru_cache(maxsize=2)
def _said_about(scope: NoteScope) -> dict[int, list[Said]]:
    found: dict[int, list[Said]] = {}
    for one in said_in(scope.note.passages, tuple(formula.latex for formula in scope.note.formulas)):
        found.setdefault(one.about, []).append(one)
    return found


# ---------------------------------------------------------------- held against the numbers


def prose_claims(scope: NoteScope, position: int, heard: Run | None) -> tuple[Claim, ...]:
    """A claim for each statement in words that can be held against the numbers of its formula: written ones, computed ones, or both."""
    statements = said(scope, position)
    if not statements:
        return ()
    written = _written(scope, position, heard)
    value = None if heard is None or not heard.agreed else np.asarray(heard.value, dtype=float)
    given = heard is not None and not heard.example.invented
    claims = (_claim(one, written, value, given=given) for one in statements)
    return tuple(claim for claim in claims if claim is not None)


def _written(scope: NoteScope, position: int, heard: Run | None) -> Written | None:
    """The numbers that the formula ends with, or that it gives for a name."""
    if heard is not None:
        stated = heard.formula.program.stated
        return entries(stated[-1][1]) if stated else None
    display = scope.displays[position]
    given = tuple(assignments(display, scope.note.formulas[position].latex, scope.vocabulary)) if isinstance(display, Display) else ()
    return entries(given[0][1].result) if len(given) == 1 else None


def _claim(one: Said, written: Written | None, value: Any, *, given: bool) -> Claim | None:
    on_paper = _told(one.kind, *_with_room(written)) if written is not None else None
    computed = _told(one.kind, value, np.full(np.shape(value), _CLOSE)) if value is not None else None
    if on_paper is None and computed is None:
        return None
    right = computed if on_paper is None or (computed is not None and on_paper[0]) else on_paper
    assert right is not None
    target: Any = "0 … 1" if one.kind == "between" else 0.0 if one.kind == "mean" else 1.0
    stated = [target] * len(right[1]) if isinstance(right[1], list) else target
    if on_paper is not None and not on_paper[0]:
        return Claim(one.text, stated, right[1], False, message("claim.in_words", words=one.text))
    if computed is None or computed[0] or given:
        return Claim(one.text, stated, right[1], right[0], message("claim.in_words", words=one.text))
    return Claim(one.text, stated, right[1], None, message("claim.inputs_unknown"))


def _with_room(written: Written) -> tuple[Any, Any]:
    """The numbers as an array, and by how much each may be off because it is rounded."""
    shape, numbers = written
    values, units = ([float(entry) for entry in row] for row in ([n.value for n in numbers], [_rounding(n) for n in numbers]))
    return np.reshape(values, shape), np.reshape(units, shape)


def _rounding(number: Printed) -> Fraction:
    return number.unit / 2 if number.unit < 1 else Fraction(0)


def _told(kind: str, values: Any, room: Any) -> tuple[bool, Any] | None:
    """Whether it is so, and the sums (or the range) as they are; None for an array of another rank."""
    if values.ndim not in RANKS[kind] or not values.size or not np.isfinite(values).all():
        return None
    if kind == "between":
        low, high = float(values.min()), float(values.max())
        return low >= -_CLOSE and high <= 1 + _CLOSE, f"{low:g} … {high:g}"
    found, slack = SUMS[kind](values), SUMS[kind](room)
    target = 0.0 if kind == "mean" else 1.0
    return bool(np.all(np.abs(found - target) <= slack + _CLOSE)), np.round(found, 12).tolist()
