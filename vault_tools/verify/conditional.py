"""What a note says only under a condition in words: the numbers that it gives elsewhere do not contradict it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.messages.phrases import is_conditional, sentences_of

if TYPE_CHECKING:
    from vault_tools.model import NoteMath

VALUE = re.compile(r"(?P<left>[^=<>]+)=\s*(?P<number>-?[\d.]+)\s*[.,;。]?")
"""A formula that only says which number something is."""


def says_under_condition(note: NoteMath, position: int) -> bool:
    """Whether a formula stands behind a condition in words ("If all members are positive, $H(S) = 0$"), or says one of several numbers
    that the note gives for the same left side.
    """
    return _stands_behind_condition(note, position) or _is_one_of_several(note, position)


def _stands_behind_condition(note: NoteMath, position: int) -> bool:
    latex, place = [formula.latex for formula in note.formulas], f"${position}$"
    sentences = (one for passage in note.passages if place in passage.text for one in sentences_of(passage.text, latex))
    return any(is_conditional(sentence.partition(place)[0]) for sentence in sentences if place in sentence)


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
