"""The words in pictures in the note's language: what a figure says in English is looked up in the message table, as gettext does."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from vault_tools.messages import render, sentences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.handler import Figure

_PREFIX = "picture."
_PLACE = re.compile(r"\\\{(\w+)\\\}")


def in_language(figure: Figure, language: str) -> Figure:
    """The figure with its titles and subtitles in `language`; symbols, and words that the table does not have, stay."""
    if language == "en":
        return figure
    panels = (replace(p, title=translated(p.title, language), subtitle=translated(p.subtitle, language)) for p in figure.panels)
    return replace(figure, panels=tuple(panels))


def translated(text: str, language: str) -> str:
    """`entropy 1.27 nats` by the template `entropy {value} nats`."""
    for key, pattern in _patterns().items():
        found = pattern.fullmatch(text)
        if found is not None:
            return render(key, found.groupdict(), language)
    return text


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    """Of each English template, what it looks like with its values put in."""
    templates = {key: re.escape(template) for key, template in sentences("en").items() if key.startswith(_PREFIX)}
    return {key: re.compile(_PLACE.sub(r"(?P<\1>\\S+)", template)) for key, template in templates.items()}
