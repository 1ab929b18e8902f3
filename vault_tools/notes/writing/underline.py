"""A broken formula with its place marked, as compilers do it: the line, and carets below what is meant."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault_tools.model import Span

_WIDEST = 66
"""Columns of a line before only the surroundings of the place are shown."""
_AROUND = 26


def underlined(latex: str, span: Span | None) -> str:
    """The text with a line of `^` under the part of the span that stands on its first line; as it is without a span."""
    text = re.sub(r"\r\n?", "\n", latex)
    if span is None or latex != text:
        return text.strip("\n")
    start = max(0, min(span.start, len(text)))
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    last = len(text) if last < 0 else last
    stop = max(start + 1, min(span.end, last))
    line, start, stop = _surroundings(text[first:last], start - first, stop - first)
    marks = " " * _columns(line[:start]) + "^" * max(1, _columns(line[start:stop]))
    return "\n".join([*([text[: first - 1]] if first else []), line, marks, *([text[last + 1 :]] if last < len(text) else [])])


def _surroundings(line: str, start: int, stop: int) -> tuple[str, int, int]:
    """A long line cut down to what stands around the place."""
    if _columns(line) <= _WIDEST:
        return line, start, stop
    stop = min(stop, start + _AROUND)
    left, right = max(0, start - _AROUND), min(len(line), stop + _AROUND)
    head, tail = "… " if left else "", " …" if right < len(line) else ""
    shift = len(head) - left
    return head + line[left:right] + tail, start + shift, stop + shift


def _columns(text: str) -> int:
    """Width in a monospaced font: East Asian wide characters take two columns."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
