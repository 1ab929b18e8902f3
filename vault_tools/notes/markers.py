"""Our two marker lines, the checksum between them, and what they say about the state of a note's block."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from vault_tools.model import Span
from vault_tools.notes.lines import LINE_END

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.model import BlockState

BEGIN = re.compile(r"<!-- vault-tools:begin (0|[1-9]\d?) -->[ \t]*")
END = re.compile(r"<!-- vault-tools:end ([0-9a-f]{16}) ([0-9a-f]{16}) -->[ \t]*")
LONE = re.compile(r"<!--+\s*vault-tools:\s*(?:begin|end)\b[^<>]*-->[ \t]*")
"""A line that is nothing but a marker, well spelt or not."""
MOST_NEWLINES = 2
"""Largest N that a block of ours begins with."""
TRACE = re.compile(r"<!--+\s*vault-tools:\s*(?:begin|end)\b")
"""What is left of a marker after it was moved, indented, quoted or retyped."""


@dataclass(frozen=True, slots=True)
class Region:
    """One region of ours, from the first character of its begin line to the last of its end line."""

    span: Span
    newlines: int
    """How many line endings before it are ours (N)."""
    made_from: str
    """Fingerprint of what it was made from (FROM)."""
    intact: bool
    """Whether its text still has the checksum in its end line (SUM)."""


def region_end(lines: Sequence[str], begin: int) -> int:
    """Index of the end line of the region that begins in line `begin`; `begin` itself when another marker comes first, or none."""
    if BEGIN.fullmatch(lines[begin]):
        following = (number for number in range(begin + 1, len(lines)) if TRACE.search(lines[number]))
        end = next(following, begin)
        if END.fullmatch(lines[end]):
            return end
    return begin


def read_region(text: str, span: Span) -> Region | None:
    """The region in `text[span]`, or None when its first and last line are no pair of markers."""
    lines = LINE_END.split(text[span.start : span.end])
    begin, end = BEGIN.fullmatch(lines[0]), END.fullmatch(lines[-1])
    if begin is None or end is None:
        return None
    return Region(span, int(begin[1]), end[2], checksum(lines[:-1]) == end[1])


def write_region(body: str, newlines: int, made_from: str) -> str:
    """The lines of a region around `body`, joined by LF, without a line ending behind."""
    lines = [f"<!-- vault-tools:begin {newlines} -->", "", *body.strip("\n").split("\n"), ""]
    if any(TRACE.search(line) for line in lines[1:]):
        raise ValueError("the text of a block may hold no marker of ours")
    return "\n".join([*lines, f"<!-- vault-tools:end {checksum(lines)} {made_from} -->"])


def checksum(lines: Sequence[str]) -> str:
    """16 hex digits over the lines of a region but its last; blanks at the ends of lines do not count."""
    return sha256("\n".join(line.rstrip(" \t") for line in lines).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def block_state(regions: Sequence[Region], damaged: bool, made_from: str) -> BlockState:
    """State of a note's block, given its whole regions, whether half ones are about, and the fingerprint of the note as it is now."""
    if damaged:
        return "damaged"
    if not regions:
        return "none"
    if not all(region.intact for region in regions):
        return "edited"
    return "current" if len(regions) == 1 and regions[0].made_from == made_from else "stale"
