"""Trains of thought: a paragraph that is only a displayed formula belongs to the text before it and the text behind it."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from vault_tools.messages.phrases import CLAUSE, PLACE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.model import Passage

ALONE = re.compile(r"(?:\$\d+\$|[\s.,;:。，；：])+")
"""A passage of formulas without words."""


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


def thought_of_each(passages: tuple[Passage, ...]) -> Mapping[int, str]:
    """The train of thought in which each formula stands."""
    return {int(place[1]): text for text in reversed(thoughts(passages)) for place in PLACE.finditer(text)}


def given_behind(passages: tuple[Passage, ...]) -> Mapping[int, Clause]:
    """The clause right behind a formula that gives its numbers, up to the end of the sentence: "with $a = 4$ and $b = 5$"."""
    return {
        int(clause["formula"]): Clause(_places(clause["given"]), _places(text[: clause.start()]))
        for text in thoughts(passages)
        for clause in _clauses().finditer(text)
    }


class Clause(NamedTuple):
    """The formulas of a clause, and those before it in its train of thought, which have given their numbers already."""

    given: tuple[int, ...]
    before: tuple[int, ...]


def _places(text: str) -> tuple[int, ...]:
    return tuple(int(place[1]) for place in PLACE.finditer(text))


@cache
def _clauses() -> re.Pattern[str]:
    """A clause that ends with a colon gives the numbers of what follows."""
    return re.compile(
        rf"\$(?P<formula>\d+)\$[\s,，(（]*(?:{CLAUSE})(?P<given>[^.。!?！？;；:：]*\$\d+\$)(?![^.。!?！？;；\n]*[:：])", re.IGNORECASE
    )
