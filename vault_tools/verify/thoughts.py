"""Trains of thought: a paragraph that is only a displayed formula belongs to the text before it and the text behind it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_tools.model import NoteMath, Passage

ALONE = re.compile(r"(?:\$\d+\$|[\s.,;:。，；：])+")
"""A passage of formulas without words."""


@lru_cache(maxsize=2)
def thoughts(passages: tuple[Passage, ...]) -> tuple[str, ...]:
    """The text of each train of thought; headings and list items stand by themselves."""
    found: list[str] = []
    before = ""
    for passage in passages:
        is_prose, is_alone = passage.kind == "paragraph", ALONE.fullmatch(passage.text) is not None
        if found and is_prose and (before == "display" or (is_alone and before)):
            found[-1] += "\n\n" + passage.text
        else:
            found.append(passage.text)
        before = ("display" if is_alone else "text") if is_prose else ""
    return tuple(found)


def thought_with(note: NoteMath, position: int) -> str:
    """The train of thought in which a formula stands."""
    mark = f"${position}$"
    return next((text for text in thoughts(note.passages) if mark in text), "")
