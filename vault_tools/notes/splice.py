"""Put a block into a note's text, or take it out: every character outside our own region and its line endings stays."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.notes.lines import BYTE_ORDER_MARK, LINE_END
from vault_tools.notes.markers import Region, write_region

if TYPE_CHECKING:
    from vault_tools.notes.scan import Note

LAST_LINE = re.compile(r"[^\r\n]*\Z")
LAST_ENDING = re.compile(r"(?:\r\n|\r|\n)\Z")


def insert(note: Note, body: str, made_from: str) -> str:
    """The note's text with `body` as its block: in place of the first region, whose later copies go, else appended at the end."""
    if note.regions:
        region = note.regions[0]
        text = note.text
        for copy in reversed(note.regions[1:]):
            text = cut(text, copy)
        written = _with_ending(write_region(body, region.newlines, made_from), note.ending)
        return text[: region.span.start] + written + text[region.span.end :]
    newlines = missing_newlines(note.text)
    written = _with_ending(write_region(body, newlines, made_from), note.ending)
    return note.text + note.ending * newlines + written + note.ending


def remove(note: Note) -> str:
    """The note's text without its regions: byte for byte what it was before `insert`, if nobody wrote behind the block."""
    text = note.text
    for region in reversed(note.regions):
        text = cut(text, region)
    return text


def cut(text: str, region: Region) -> str:
    """`text` without one region, its N line endings before and the one behind it.

    Where text of the user's follows on the block, one line ending stays, so that his two lines do not become one.
    """
    before, behind = text[: region.span.start], text[region.span.end :]
    endings = 0
    while endings < region.newlines and LAST_ENDING.search(before):
        before, endings = LAST_ENDING.sub("", before), endings + 1
    following = LINE_END.match(behind)
    rest = behind[following.end() :] if following else behind
    if rest and LAST_LINE.search(before)[0].strip() and endings:  # type: ignore[index]
        before = text[: len(before) + len(LINE_END.match(text, len(before))[0])]  # type: ignore[index]
    return before + rest


def missing_newlines(text: str) -> int:
    """How many line endings must follow `text` so that the next line stands behind a blank one (0 for an empty text)."""
    *above, last = LINE_END.split(text)
    if last == BYTE_ORDER_MARK:
        return 1
    if last.strip(" \t"):
        return 2
    if last:
        return 1
    return 1 if above and above[-1].strip(" \t") else 0


def _with_ending(region: str, ending: str) -> str:
    return region.replace("\n", ending)
