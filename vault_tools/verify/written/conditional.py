"""What a note asks, denies, or says only under a condition in words: that it is wrong on the note's numbers is no mistake of the note."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.messages.phrases import is_asked_or_denied, is_called_wrong, is_conditional, sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import NoteMath

VALUE = re.compile(r"(?P<left>[^=<>]+)=\s*(?P<number>-?[\d.]+)\s*[.,;。]?")
"""A formula that only says which number something is."""


def why_open(note: NoteMath, position: int, *, depends: bool) -> str | None:
    """Why a formula that is wrong on the note's numbers is not claimed by the note; None where it is.

    The note asks or denies it, says it behind a condition in words ("If all members are positive, $H(S) = 0$"), or as one of several
    numbers for the same left side. `depends`: it depends on numbers given elsewhere, which a condition may change.
    """
    around = tuple(_around(note, position))
    if any(is_asked_or_denied(before, behind) or is_called_wrong(behind, following) for before, behind, following in around):
        return "claim.asked"
    conditional = depends and (any(is_conditional(before) for before, *_ in around) or _is_one_of_several(note, position))
    return "claim.conditional" if conditional else None


def _around(note: NoteMath, position: int) -> Iterator[tuple[str, str, str]]:
    """What stands before a formula in its sentence, behind it, and the sentence that follows."""
    latex, place = [formula.latex for formula in note.formulas], f"${position}$"
    for passage in note.passages:
        sentences = sentences_of(passage.text, latex) if place in passage.text else []
        for sentence, following in zip(sentences, [*sentences[1:], ""], strict=False):
            before, found, behind = sentence.partition(place)
            if found:
                yield before, behind, following


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
