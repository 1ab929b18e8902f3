"""The blocks of a note in their order: leaves in which formulas may stand, fences, HTML and our own regions, each with its place."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from vault_tools.notes.lines import BYTE_ORDER_MARK, Lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markdown_it.token import Token

Kind = Literal["paragraph", "heading", "item", "cell"]


class Run(NamedTuple):
    """From character `position` of a leaf on, its characters stand side by side in the note from `offset` on."""

    position: int
    offset: int


@dataclass(frozen=True, slots=True)
class Leaf:
    r"""A piece of text in which formulas may stand; quote prefixes and list indentation are gone, `\|` of table cells is `|`."""

    kind: Kind
    text: str
    runs: tuple[Run, ...]
    line: int

    def offsets(self, start: int, end: int) -> tuple[int, ...]:
        """Places in the note of the characters `start` to `end` of this leaf."""
        first = bisect_right(self.runs, start, key=itemgetter(0)) - 1
        places: list[int] = []
        for number in range(first, len(self.runs)):
            run = self.runs[number]
            stop = self.runs[number + 1].position if number + 1 < len(self.runs) else end
            shift = run.offset - run.position
            places.extend(range(max(start, run.position) + shift, min(end, stop) + shift))
            if stop >= end:
                break
        return tuple(places)


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: rows of cells, the header first."""

    rows: tuple[tuple[Leaf, ...], ...]
    line: int


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced code block of lines `line` to `last`; `closed` is False when its container ends before it."""

    opener: str
    info: str
    text: str
    line: int
    last: int
    closed: bool


@dataclass(frozen=True, slots=True)
class Html:
    """A block of HTML, lines `line` to `last`."""

    text: str
    line: int
    last: int


@dataclass(frozen=True, slots=True)
class OwnRegion:
    """Lines `line` to `last` are a region between two markers of ours; a marker without partner is a region of one line."""

    line: int
    last: int


Block = Leaf | Grid | Fence | Html | OwnRegion

TELLING = frozenset(("list_item_open", "list_item_close", "heading_open", "heading_close", "inline", "fence", "html_block", "own_region"))
"""Types of tokens that say something about blocks."""


def read_blocks(lines: Lines, skip: int) -> tuple[Block, ...]:
    """The blocks of a note; its first `skip` lines (frontmatter) are passed over. Line numbers are 1-based."""
    # CommonMark, 2.3: NUL is read as U+FFFD. The parser does so too, and what it gives back must be found in the source.
    texts = [" " * len(text) if number < skip else text.replace("\0", "\ufffd") for number, text in enumerate(lines.texts)]
    if texts[0].startswith(BYTE_ORDER_MARK):
        texts[0] = " " + texts[0][1:]
    source = "\n".join(texts) + "\n"
    from vault_tools.notes.reading.markdown import parse  # a note that is up to date needs no Markdown parser, whose import takes a while

    return tuple(_Reader(lines, source).blocks(parse(source, texts)))


@dataclass(slots=True)
class _Reader:
    """Turns the parser's flat tokens into blocks. `source` differs from the note in its line endings only, so offsets shift per line."""

    lines: Lines
    source: str
    items: int = 0
    heading: bool = False
    shifts: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        shifts, place = [], 0
        for start, text in zip(self.lines.starts, self.lines.texts, strict=True):
            shifts.append(start - place)
            place += len(text) + 1
        self.shifts = tuple(shifts)

    def blocks(self, tokens: list[Token]) -> Iterator[Block]:
        inside: list[Token] | None = None
        for token in tokens:
            if token.type == "table_open":
                inside = [token]
            elif token.type == "table_close" and inside:
                yield self.grid(inside)
                inside = None
            elif inside is not None:
                inside.append(token)
            elif token.type in TELLING:
                yield from self.block(token)

    def block(self, token: Token) -> Iterator[Block]:
        first, last = (token.map[0] + 1, token.map[1]) if token.map else (0, 0)
        match token.type:
            case "list_item_open":
                self.items += 1
            case "list_item_close":
                self.items -= 1
            case "heading_open" | "heading_close":
                self.heading = token.nesting == 1
            case "inline":
                yield self.leaf(token, first)
            case "fence":
                closed = last - first + 1 == token.content.count("\n") + 2
                yield Fence(token.markup, token.info.strip(), token.content, first, last, closed)
            case "html_block":
                yield Html(token.content, first, last)
            case "own_region":
                yield OwnRegion(first, last)

    def leaf(self, token: Token, line: int) -> Leaf:
        starts = token.meta["starts"]
        ends = [self.source.index("\n", start) for start in starts]
        if self.heading and len(starts) == 1:
            starts = [self.source.index(token.content, starts[0])]
            ends = [starts[0] + len(token.content)]
        runs, position = [], 0
        for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
            runs.append(Run(position, start + self.shifts[line - 1 + number]))
            position += end - start + 1
        text = "\n".join(self.source[start:end] for start, end in zip(starts, ends, strict=True))
        kind: Kind = "heading" if self.heading else "item" if self.items else "paragraph"
        return Leaf(kind, text, tuple(runs), line)

    def grid(self, tokens: list[Token]) -> Grid:
        rows: list[list[Leaf]] = []
        for token in tokens:
            if token.type == "tr_open":
                rows.append([])
                cells: Iterator[Leaf] = iter(())
            elif token.type == "inline":
                line = (token.map or [0])[0] + 1
                if not rows[-1]:
                    cells = iter(self.cells(token.meta["starts"][0], line))
                rows[-1].append(next(cells, Leaf("cell", "", (Run(0, 0),), line)))
        return Grid(tuple(map(tuple, rows)), (tokens[0].map or [0])[0] + 1)

    def cells(self, start: int, line: int) -> list[Leaf]:
        r"""The cells of one row: cut at the pipes first, then `\|` unescaped (GFM), blanks round a cell left out."""
        row = self.source[start : self.source.index("\n", start)].rstrip()
        cuts = [-1, *(place for place, sign in enumerate(row) if sign == "|" and row[place - 1 : place] != "\\"), len(row)]
        spans = [(left + 1, right) for left, right in pairwise(cuts)]
        spans = spans[1 if spans[0][0] == spans[0][1] else 0 :]
        spans = spans[: -1 if spans and spans[-1][0] == spans[-1][1] else None]
        return [self.cell(start + left, start + right, line) for left, right in spans]

    def cell(self, start: int, end: int, line: int) -> Leaf:
        written = self.source[start:end]
        start += len(written) - len(written.lstrip())
        parts = written.strip().split("\\|")
        runs, position, offset = [], 0, start + self.shifts[line - 1]
        for part in parts:
            runs.append(Run(position, offset))
            position += len(part)
            runs.append(Run(position, offset + len(part) + 1))
            position, offset = position + 1, offset + len(part) + 2
        return Leaf("cell", "|".join(parts), tuple(runs[:-1]), line)
