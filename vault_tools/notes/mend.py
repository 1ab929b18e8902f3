"""Take the remains of a damaged block out of a note, on the user's word (`--force`): only what is ours for certain.

A marker line that lost its partner is ours. So is the text before an end line when its checksum fits: then the whole block goes.
Everything else stays, for the user to look at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.model import Span
from vault_tools.notes.lines import Lines, split_lines
from vault_tools.notes.markers import END, LONE, MOST_NEWLINES, Region, checksum
from vault_tools.notes.splice import cut

if TYPE_CHECKING:
    from vault_tools.notes.scan import Note

LONGEST_BLOCK = 2_000
"""Lines of a block that are looked for above an end line."""


def mend(note: Note) -> str:
    """The note's text without marker lines that have no partner; markers that somebody indented or quoted are his."""
    lines = split_lines(note.text)
    text = note.text
    for span in reversed(note.halves):
        number = lines.line_of(span.start) - 1
        if LONE.fullmatch(lines.texts[number]):
            text = cut(text, _lost_region(lines, number) or Region(span, 0, "", intact=False))
    return text


def _lost_region(lines: Lines, end: int) -> Region | None:
    """The block above the end line number `end` that only lacks its begin line: the lines whose checksum stands in the end line."""
    found = END.fullmatch(lines.texts[end])
    if found is None:
        return None
    for start in range(end - 1, max(-1, end - LONGEST_BLOCK), -1):
        if lines.texts[start]:
            continue
        for newlines in range(MOST_NEWLINES + 1):
            if checksum([f"<!-- vault-tools:begin {newlines} -->", *lines.texts[start:end]]) == found[1]:
                span = Span(lines.starts[start], lines.starts[end] + len(lines.texts[end]))
                return Region(span, newlines, found[2], intact=True)
    return None
