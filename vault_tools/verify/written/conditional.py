"""What a note asks, denies, or says only under a condition in words: that it is wrong on the note's numbers is no mistake of the note."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.messages.phrases import (
    PLACE,
    has_other_arithmetic,
    has_other_digits,
    is_asked_or_denied,
    is_called_wrong,
    is_conditional,
    sentences_of,
    without_emphasis,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import NoteMath

VALUE = re.compile(r"(?P<left>[^=<>]+)=\s*(?P<number>-?[\d.]+)\s*[.,;。]?")
"""A formula that only says which number something is."""


def why_open(note: NoteMath, position: int, *, depends: bool) -> str | None:
    """Why a formula that is wrong on the note's numbers is not claimed by the note; None where it is.

    The note asks or denies it, calculates otherwise than with ordinary numbers ("modulo 7"), says it behind a condition in words
    ("If all members are positive, $H(S) = 0$"), or as one of several numbers for the same left side. `depends`: it depends on numbers
    given elsewhere, which a condition may change.
    """
    around = tuple(_around(note, position))
    if any(is_asked_or_denied(before, behind) or is_called_wrong(behind, following) for before, behind, following in around):
        return "claim.asked"
    if has_other_arithmetic(_said_around(note, position), note.formulas[position].latex):
        return "claim.other_arithmetic"
    conditional = depends and (any(is_conditional(before) for before, *_ in around) or _is_one_of_several(note, position))
    return "claim.conditional" if conditional else None


def is_in_other_digits(note: NoteMath, position: int) -> bool:
    """Whether the sentence of a formula, or the one before it, says that its digits do not stand for tens."""
    return has_other_digits(_said_around(note, position))


def _said_around(note: NoteMath, position: int) -> str:
    """The sentences with a formula and the one before each, formulas of theirs as they are written."""
    latex, place = [formula.latex for formula in note.formulas], f"${position}$"
    said: list[str] = []
    for passage in note.passages:
        sentences = sentences_of(passage.text, latex) if place in passage.text else []
        said += [" ".join(pair) for pair in zip(["", *sentences], sentences, strict=False) if place in pair[1]]
    return PLACE.sub(lambda found: latex[int(found[1])] if int(found[1]) != position else "", without_emphasis(" ".join(said)))


def _around(note: NoteMath, position: int) -> Iterator[tuple[str, str, str]]:
    """What stands before a formula in its sentence, behind it, and the sentence that follows."""
    latex, place = [formula.latex for formula in note.formulas], f"${position}$"
    for passage in note.passages:
        sentences = sentences_of(passage.text, latex) if place in passage.text else []
        for sentence, following in zip(sentences, [*sentences[1:], ""], strict=False):
            before, found, behind = sentence.partition(place)
            if found:
                yield without_emphasis(before), without_emphasis(behind), without_emphasis(following)
    yield from _in_cells(note, position)


def _in_cells(note: NoteMath, position: int) -> Iterator[tuple[str, str, str]]:
    """The same in the cell of a table, where the head of the column may say what its formulas are."""
    formula = note.formulas[position]
    for table in note.tables:
        rows = table.rows if table.line <= formula.line <= table.line + len(table.rows) + 1 else ()
        for head, cell in ((head, cell) for row in rows for head, cell in zip(table.header, row, strict=False)):
            before, found, behind = cell.partition(f"${formula.latex}$")
            if found:
                yield (without_emphasis(before) if before.strip() else f"{without_emphasis(head)}: "), without_emphasis(behind), ""


def _is_one_of_several(note: NoteMath, position: int) -> bool:
    own = _value(note.formulas[position].latex)
    others = (_value(formula.latex) for formula in note.formulas)
    return own is not None and any(other is not None and other[0] == own[0] and other[1] != own[1] for other in others)


def _value(latex: str) -> tuple[str, float] | None:
    """The left side without blanks, and its number."""
    found = VALUE.fullmatch(latex.strip())
    try:
        return ("".join(found["left"].split()), float(found["number"])) if found is not None else None
    except ValueError:  # `1.2.3`
        return None
