"""First step of the note side: text -> lines with their places, and the line ending that the note uses."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

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
        return next((number for number in range(len(self.texts), 0, -1) if self.texts[number - 1].strip()), 0)

    def line_of(self, offset: int) -> int:
        """1-based number of the line that holds the character at `offset`."""
        return bisect_right(self.starts, offset)


def first_ending(text: str) -> str:
    """The first line ending of a text, LF where it has none."""
    found = LINE_END.search(text) if "\r" in text else None
    return found[0] if found else "\n"


def split_lines(text: str) -> Lines:
    """Cut `text` at its line endings; joining texts and endings gives `text` back."""
    if "\r" not in text:
        texts = tuple(text.split("\n"))
        return Lines(texts, tuple(accumulate((len(line) + 1 for line in texts[:-1]), initial=0)), "\n")
    ends = list(LINE_END.finditer(text))
    starts = (0, *(end.end() for end in ends))
    stops = (*(end.start() for end in ends), len(text))
    texts = tuple(text[start:stop] for start, stop in zip(starts, stops, strict=True))
    return Lines(texts, starts, ends[0].group() if ends else "\n")
