"""First step of the note side: text -> lines with their places, and the line ending that the note uses."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

LINE_END = re.compile(r"\r\n|\r|\n")
BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True)
class Lines:
    """The lines of a note. Only LF, CRLF and CR end a line: form feed, U+0085 and U+2028 are ordinary characters."""

    texts: tuple[str, ...]
    """Without their line endings; a final line ending gives a last empty line."""
    starts: tuple[int, ...]
    """Offset of each line in the note's text."""
    ending: str
    """The note's first line ending, LF where it has none."""

    @cached_property
    def last_written(self) -> int:
        """1-based number of the last line that is not blank, 0 where all are."""
        return max((number for number, text in enumerate(self.texts, 1) if text.strip()), default=0)

    def line_of(self, offset: int) -> int:
        """1-based number of the line that holds the character at `offset`."""
        return bisect_right(self.starts, offset)


def split_lines(text: str) -> Lines:
    """Cut `text` at its line endings; joining texts and endings gives `text` back."""
    ends = list(LINE_END.finditer(text))
    starts = (0, *(end.end() for end in ends))
    stops = (*(end.start() for end in ends), len(text))
    texts = tuple(text[start:stop] for start, stop in zip(starts, stops, strict=True))
    return Lines(texts, starts, ends[0].group() if ends else "\n")
