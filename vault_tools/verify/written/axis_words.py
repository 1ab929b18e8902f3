"""The axis of a softmax as the prose beside it says: "column-wise", 按列, spaltenweise, 列ごと."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.messages.phrases import PLACE, axis_in, sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.model import NoteMath, Passage


def said_axes(note: NoteMath) -> dict[int, str]:
    """Position of a formula -> `rows` or `columns`, where the sentence that it stands in, or that leads to it, says so."""
    latex = tuple(formula.latex for formula in note.formulas)
    if not any("softmax" in one.lower() for one in latex):
        return {}
    return {k: axis for passage in note.passages for k, axis in _in_passage(note, passage, latex) if "softmax" in latex[k].lower()}


def _in_passage(note: NoteMath, passage: Passage, latex: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    last: int | None = None
    for sentence in sentences_of(passage.text, latex):
        inside = [int(place[1]) for place in PLACE.finditer(sentence)]
        last = inside[-1] if inside else last
        axis = axis_in(sentence)
        if axis is None:
            continue
        following = _following(note, passage, last) if not inside else None
        yield from ((k, axis) for k in (inside if following is None else [following]))


def _following(note: NoteMath, passage: Passage, last: int | None) -> int | None:
    """The formula that comes next behind a sentence without any: 按列归一化：and then a display."""
    first = last + 1 if last is not None else next((k for k, one in enumerate(note.formulas) if one.line >= passage.line), None)
    return first if first is not None and first < len(note.formulas) else None
