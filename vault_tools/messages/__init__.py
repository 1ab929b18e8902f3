"""One table of sentences per language; every module says things by key, never by sentence.

A language is one file with a dictionary ``SENTENCES: dict[str, str]`` of `str.format` templates. English is complete;
a key that another language lacks is shown in English.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from vault_tools.messages.spelling import spelled

if TYPE_CHECKING:
    from collections.abc import Mapping

LANGUAGES = ("en", "zh")


@cache
def sentences(language: str) -> Mapping[str, str]:
    """The table of one language, imported when it is first asked for."""
    table: Mapping[str, str] = import_module(f"vault_tools.messages.{language}").SENTENCES
    return table


def render(key: str, values: Mapping[str, object], language: str = "en") -> str:
    """The sentence for `key` with its values put in, names as the note spells them, in `language` or else in English."""
    template = sentences(language).get(key) or sentences("en")[key]
    return template.format_map({name: spelled(value) if isinstance(value, str) else value for name, value in values.items()})
