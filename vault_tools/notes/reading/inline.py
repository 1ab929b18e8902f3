"""Inside one leaf of the note (a paragraph, a heading, a table cell): which characters are formulas, which are hidden, what stays open."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from vault_tools.model import Span
from vault_tools.notes.reading.dollars import bracketed, closing_double, closing_single

if TYPE_CHECKING:
    from collections.abc import Callable

Opener = Literal["", "$$", "%%", "<!--"]

SPECIAL = re.compile(r"\\.|``*|\$\$*|%%|<|!\[\[?|\[\[?|\]|https?://|www\.", re.DOTALL)
"""Each branch begins with a character of its own, so that a search passes over prose quickly."""
CODE_RUN = re.compile(r"`+")
AUTOLINK = re.compile(r"<[A-Za-z][A-Za-z0-9+.\-]{1,31}:[^<>\s]*>")
WIKILINK = re.compile(r"\[\[[^\[\]\n]+\]\]")
IMAGE = re.compile(r"!\[[^\[\]\n]*\](?=\()")
LINK_TARGET = re.compile(r"""\(\s*(?:<[^<>\n]*>|[^\s()<]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)""")
LINK_DEFINITION = re.compile(r"[ ]{0,3}\[(?!\^)[^\[\]]+\]:[ \t]*\S[^\n]*")
URL = re.compile(r"(?:https?://|www\.)[!-~]*")
LONGEST_TAG = 1_000
TAG_NAME = re.compile(r"<([A-Za-z][A-Za-z0-9\-]*)")
SENTENCE_SIGN = re.compile(r"[,.;:!?)\]}\"'”’」，。；：！？）、]")
VOID_TAGS = frozenset(("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"))


@cache
def tag() -> re.Pattern[str]:
    """An HTML tag. A function, because a note that is up to date needs no Markdown parser, whose import takes a while."""
    from markdown_it.common.html_re import close_tag, open_tag

    return re.compile(f"{open_tag}|{close_tag}")


class Piece(NamedTuple):
    """A formula: its span with dollars, and the length of its delimiter (1 inline, 2 display)."""

    span: Span
    width: int


@dataclass(frozen=True, slots=True)
class Inline:
    """What a leaf holds. `hidden`: what a reader does not see (comments, HTML); `unclosed`: what is open at its end, since `at`."""

    pieces: tuple[Piece, ...] = ()
    hidden: tuple[Span, ...] = ()
    unclosed: Opener = ""
    at: int = 0


@dataclass(slots=True)
class _Scanner:
    """One pass from left to right; every step returns the offset at which the next one begins."""

    text: str
    pieces: list[Piece] = field(default_factory=list)
    hidden: list[Span] = field(default_factory=list)
    unclosed: Opener = ""
    at: int = 0
    brackets: int = 0
    missing: set[str] = field(default_factory=set)
    """Closing marks that do not come any more: each is looked for once, so that hostile text stays linear."""

    def run(self, position: int) -> None:
        while (found := SPECIAL.search(self.text, position)) is not None:
            step = STEPS.get(found[0][0], _Scanner.address)
            position = step(self, found[0], found.start())
            if self.unclosed:
                return

    def open_for_good(self, what: Opener, start: int) -> int:
        self.unclosed, self.at = what, start
        self.hidden.append(Span(start, len(self.text)))
        return len(self.text)

    def hide_until(self, what: Opener, closing: str, start: int) -> int:
        end = self.text.find(closing, start + len(what))
        if end < 0:
            return self.open_for_good(what, start)
        self.hidden.append(Span(start, end + len(closing)))
        return end + len(closing)

    def escape(self, mark: str, start: int) -> int:
        return start + len(mark)

    def code(self, mark: str, start: int) -> int:
        after = start + len(mark)
        closing = (run for run in CODE_RUN.finditer(self.text, after) if len(run[0]) == len(mark))
        return next((run.end() for run in closing), after)

    def dollars(self, mark: str, start: int) -> int:
        if len(mark) == 1:
            return self.formula(closing_single(self.text, start + 1), 1, start)
        if len(mark) != 2 or bracketed(self.text, start):
            return start + len(mark)
        end = closing_double(self.text, start + 2)
        if end is None and not stands_in_a_sentence(self.text, start):
            return self.open_for_good("$$", start)
        return self.formula(end, 2, start)

    def formula(self, end: int | None, width: int, start: int) -> int:
        if end is None:
            return start + width
        if self.text[start + width : end].strip():
            self.pieces.append(Piece(Span(start, end + width), width))
        return end + width

    def comment(self, _mark: str, start: int) -> int:
        return self.hide_until("%%", "%%", start)

    def angle(self, _mark: str, start: int) -> int:
        if self.text.startswith("<!--", start):
            return self.hide_until("<!--", "-->", start)
        if self.text.startswith("<%", start):
            return self.end_of(r"%>", start + 2)
        if (link := AUTOLINK.match(self.text, start)) is not None:
            return link.end()
        found = tag().match(self.text, start, start + LONGEST_TAG)
        return self.element(found[0], start) if found else start + 1

    def element(self, tag: str, start: int) -> int:
        """Skip an HTML tag, and an element of one paragraph with what stands in it: Obsidian renders no Markdown there."""
        name = TAG_NAME.match(tag)
        end = start + len(tag)
        if name is not None and name[1].lower() not in VOID_TAGS and not tag.endswith("/>"):
            end = self.end_of(rf"</{name[1].lower()}\s*>", end)
        self.hidden.append(Span(start, end))
        return end

    def end_of(self, closing: str, start: int) -> int:
        """End of the next match of `closing`, or `start` when there is none."""
        found = None if closing in self.missing else re.compile(closing, re.IGNORECASE).search(self.text, start)
        if found is None:
            self.missing.add(closing)
        return found.end() if found else start

    def bracket(self, mark: str, start: int) -> int:
        if mark.endswith("[["):
            link = WIKILINK.match(self.text, start + len(mark) - 2)
            return link.end() if link else start + len(mark) - 1
        if mark == "![" and (image := IMAGE.match(self.text, start)) is not None:
            return self.target(image.end() - 1)
        if mark != "]":
            self.brackets += 1
            return start + len(mark)
        if not self.brackets:
            return start + 1
        self.brackets -= 1
        return self.target(start)

    def target(self, start: int) -> int:
        """End of the link target behind the bracket at `start`."""
        found = LINK_TARGET.match(self.text, start + 1)
        return found.end() if found else start + 1

    def address(self, mark: str, start: int) -> int:
        if start and self.text[start - 1].isalnum() and self.text[start - 1].isascii():
            return start + len(mark)
        found = URL.match(self.text, start)
        return found.end() if found else start + len(mark)


STEPS: dict[str, Callable[[_Scanner, str, int], int]] = {
    "\\": _Scanner.escape,
    "`": _Scanner.code,
    "$": _Scanner.dollars,
    "%": _Scanner.comment,
    "<": _Scanner.angle,
    "!": _Scanner.bracket,
    "[": _Scanner.bracket,
    "]": _Scanner.bracket,
}


def stands_in_a_sentence(text: str, start: int) -> bool:
    """Whether an unclosed `$$` is a word of the sentence (`the place is $$, nice`) and opens no formula."""
    return SENTENCE_SIGN.match(text, start + 2) is not None or text[start - 1 : start] in ('"', "“", "‘", "「")


def scan_inline(text: str, *, commented: bool = False) -> Inline:
    """Find the formulas of one leaf. `commented`: a `%%` of an earlier leaf is still open, so the text is hidden up to the next `%%`."""
    scanner = _Scanner(text)
    definition = LINK_DEFINITION.match(text)
    start = definition.end() if definition else 0
    if commented:
        end = text.find("%%")
        if end < 0:
            return Inline(hidden=(Span(0, len(text)),), unclosed="%%")
        scanner.hidden.append(Span(0, end + 2))
        start = end + 2
    scanner.run(start)
    return Inline(tuple(scanner.pieces), tuple(scanner.hidden), scanner.unclosed, scanner.at)
