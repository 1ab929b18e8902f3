"""The only way for anything into the block: sentences of ours with harmless values, our LaTeX, and fences for what a note says itself.

A note may come from anywhere, and other plugins run what stands in a note (Dataview, Templater). So values put into sentences lose
every character with a meaning in Markdown, and whole texts stand in a fence that they cannot close.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

from vault_tools.messages import render, sentences
from vault_tools.model import Message, message

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 200
"""Characters of a foreign value in a sentence; LaTeX and fences have their own limits."""
_LONGEST_FENCED = 6000

_BROKEN_UP = (
    ("<", "‹"), ("`", "'"), ("$", ""), ("*", "∗"), ("#", "＃"), ("%%", "%"), ("[[", "[ ["), ("]]", "] ]"), ("](", "] ("), ("![", "! ["),
    ("://", ": //"), ("www.", "www ."), ("::", ": :"), ("==", "= ="), ("~~", "~ ~"), ("-->", "→"), ("->", "→"),
)  # fmt: skip
"""Marks of Markdown, Obsidian and its plugins, and what a reader sees instead. Applied until none is left."""
_MARK = re.compile("|".join(re.escape(mark) for mark, _ in _BROKEN_UP))

_SAME_IN_LATEX = (
    ("$", ""), ("`", "'"), ("<", r"\lt "), ("-->", r"--\gt "), ("*", r"\ast "), ("[[", "[ ["), ("]]", "] ]"), ("](", "] ("), ("![", "! ["),
    ("://", ": //"), ("::", ": :"), ("==", "= ="), ("~~", "~ ~"),
)  # fmt: skip

_OUTER_UNDERSCORE = re.compile(r"(?<![^\W_])(?<![\u0300-\u036f])_")
"""It may open emphasis; the one inside `d_k`, or behind the x of `x_(i+1)`, cannot, and without an opening one none closes."""

_BLOCK_ID = re.compile(r" \^([\w-]+)$")

_LATEX = re.compile(r"\\[A-Za-z]|[_^]\{")

_BROKEN_IN_CODE = (("<!", "‹!"), ("-->", "--›"), ("<%", "‹%"), ("%>", "%›"), ("%%", "% "))


def plain(text: str) -> str:
    """One line without control characters, bidirectional controls, private or unassigned characters."""
    if not text.isprintable():  # then some of it is invisible, or a space of another kind
        text = "".join(c if _visible(c) else " " for c in text)
    return " ".join(text.split())


def _visible(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}


def harmless(text: str) -> str:
    """A foreign value for a sentence: `<img src=x>` -> `‹img src=x>`; nothing in it is Markdown any more."""
    return _OUTER_UNDERSCORE.sub("＿", _broken_up(text))


def _broken_up(text: str) -> str:
    shown = plain(text)
    shown = shown if len(shown) <= LONGEST else shown[:LONGEST] + "…"
    while _MARK.search(shown):
        for mark, instead in _BROKEN_UP:
            shown = shown.replace(mark, instead)
    return shown


def _quoted(text: str) -> str:
    """A foreign value in a sentence of ours: LaTeX as code, so that its underscores and backslashes are seen as they are."""
    return f"`{_broken_up(text)}`" if _LATEX.search(text) else harmless(text)


def say(sentence: Message, language: str) -> str:
    """A sentence of ours in `language`, its foreign values made harmless. The sentence itself may use bold and code."""
    return _closed(Message(sentence.key, _harmless_values(sentence.values, language)).in_language(language))


def _harmless_values(values: Mapping[str, Any], language: str) -> dict[str, Any]:
    return {name: _harmless_value(value, language) for name, value in values.items()}


def _harmless_value(value: Any, language: str) -> Any:
    match value:
        case None | bool() | int() | float():
            return value
        case Message():
            return say(value, language)
    return _quoted(str(value))


def _closed(line: str) -> str:
    """What a template and a value may form together: an inline query (`= …`), a block id at the end of the line."""
    shown = plain(line).replace("`=", "`＝").replace("`$", "`")
    return _BLOCK_ID.sub(r" ＾\1", shown) if "^" in shown else shown


def words(key: str, language: str, **values: Any) -> str:
    """Our own words for a key of the message table."""
    return say(message(key, **values), language)


def separator(name: str, language: str) -> str:
    """A mark between items with the space that belongs to it: `, ` in English, `、` in Chinese."""
    return render(f"block.{name}", {}, language)


def term(area: str, name: str, language: str) -> str:
    """The word of the table for a name such as `scores`; the name itself, harmless, where the table has none."""
    return words(f"{area}.{name}", language) if known(area, name) else harmless(name.replace("_", " "))


def known(area: str, name: str) -> bool:
    """Whether the message table has a word for this name."""
    return f"{area}.{name}" in sentences("en")


def math(latex: str) -> str:
    """LaTeX of our own printer on one line; what would end the formula or be Markdown is rewritten to what looks the same."""
    shown = plain(latex)
    for mark, instead in _SAME_IN_LATEX:
        shown = shown.replace(mark, instead)
    return re.sub(r"(?<!\\)%+", r"\%", shown)


def fenced(text: str, info: str) -> list[str]:
    """A fence longer than any run of backticks in the text; line breaks stay, controls go.

    Some readers of notes look for comments and templates in code as well: those marks are broken up, character for character.
    """
    shown = text if len(text) <= _LONGEST_FENCED else text[:_LONGEST_FENCED] + " …"
    for mark, instead in _BROKEN_IN_CODE:
        shown = shown.replace(mark, instead)
    lines = [line if line.isprintable() else _cleared(line) for line in re.split(r"\r\n|\r|\n", shown)]
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{info}", *lines, fence]


def _cleared(line: str) -> str:
    return "".join(c if _visible(c) or c == "\t" else " " for c in line)


def cell(text: str) -> str:
    """Text for a table cell: a bar would end it."""
    return text.replace("|", r"\|")
