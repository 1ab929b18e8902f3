"""The note side's front door: text -> Note, with every formula at its exact place, the note's own blocks and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vault_tools.model import Formula, NoteMath, Passage, Problem, Span, Table, message
from vault_tools.notes.language import language_of
from vault_tools.notes.lines import Lines, first_ending, split_lines
from vault_tools.notes.markers import TRACE, Region, read_region
from vault_tools.notes.reading.blocks import Block, Fence, Grid, Html, Leaf, OwnRegion, read_blocks
from vault_tools.notes.reading.frontmatter import frontmatter_length, switched_off
from vault_tools.notes.reading.html import CONTAINERS, PHRASES, Markup, open_element, raw_opening
from vault_tools.notes.reading.inline import Inline, scan_inline
from vault_tools.notes.reading.macros import preamble_of, used_definitions
from vault_tools.notes.reading.options import Source, read_options

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True, slots=True)
class Note:
    """What a note holds, and where its block is."""

    text: str
    math: NoteMath
    ending: str = "\n"
    """The note's first line ending."""
    regions: tuple[Region, ...] = ()
    halves: tuple[Span, ...] = ()
    """Marker lines of ours without partner."""
    damaged: bool = False
    """Such a line, or what is left of a marker somewhere else, is about."""
    off: bool = False
    """The frontmatter says `vault-tools: false`."""
    problem: Problem | None = None
    """Something is left open, so that nothing may be written into this note."""


def scan(text: str, *, preamble: str = "") -> Note:
    """Read a note. Raises NoteError (with the line) for a ```` ```vault-tools ```` block that is not understood.

    preamble: macro definitions that hold in the whole vault; a note takes those that its formulas use.
    A note without a dollar sign and without a trace of ours costs no Markdown parsing.
    """
    if "$" not in text and "vault-tools" not in text:
        return Note(text, NoteMath(()), first_ending(text))
    lines = split_lines(text)
    collector = _Collector(text, lines, preamble)
    for block in read_blocks(lines, frontmatter_length(lines.texts)):
        collector.take(block)
    return collector.note()


@dataclass(slots=True)
class _Collector:
    """Takes the blocks of a note in their order. Comments (`%%`) and doubt behind an unclosed `$$` reach from block to block."""

    text: str
    lines: Lines
    preamble: str
    formulas: list[Formula] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)
    sources: list[Source] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    halves: list[Span] = field(default_factory=list)
    markup: list[Markup] = field(default_factory=list)
    last_markup: list[Markup] = field(default_factory=list)
    problems: list[tuple[int, str]] = field(default_factory=list)
    """Line and opener of what is never closed."""
    comment: int = 0
    """Line of the `%%` that is open, or 0."""
    doubt: bool = False
    damaged: bool = False

    def take(self, block: Block) -> None:
        match block:
            case OwnRegion():
                self.region(block)
            case Fence():
                self.fence(block)
            case Html():
                self.html(block)
            case Grid():
                self.grid(block)
            case Leaf():
                self.leaf(block)

    def region(self, block: OwnRegion) -> None:
        end = self.lines.starts[block.last - 1] + len(self.lines.texts[block.last - 1])
        span = Span(self.lines.starts[block.line - 1], end)
        region = read_region(self.text, span)
        if region is None:
            self.damaged = True
            self.halves.append(span)
        else:
            self.regions.append(region)

    def fence(self, block: Fence) -> None:
        self.doubt = False
        if not block.closed and block.last >= self.lines.last_written:
            self.problems.append((block.line, block.opener))
        if block.info.split()[:1] == ["vault-tools"] and not self.comment:
            self.sources.append(Source(block.text, block.line + 1))

    def html(self, block: Html) -> None:
        opening = raw_opening(block.text)
        if opening:
            self.problems.append((block.line, opening))
        self.damaged |= TRACE.search(block.text) is not None
        self.markup.append(Markup(block.text, block.line))
        self.last_markup = []

    def grid(self, block: Grid) -> None:
        after = len(self.formulas)
        for row in block.rows:
            for cell in row:
                self.inline(cell)
        if not self.comment and not self.doubt:
            header, *rows = (tuple(cell.text for cell in row) for row in block.rows)
            self.tables.append(Table(header, tuple(rows), block.line, after))

    def leaf(self, leaf: Leaf) -> None:
        self.doubt &= leaf.kind != "heading"
        before = None if self.doubt else len(self.formulas)
        found = self.inline(leaf)
        prose = "".join(prose_pieces(leaf.text, found, before))
        if prose.strip() and leaf.kind != "cell":  # narrows the kind; cells come by their table
            self.passages.append(Passage(prose, leaf.line, leaf.kind))

    def inline(self, leaf: Leaf) -> Inline:
        """Scan one leaf, note its formulas and what it leaves open."""
        found = scan_inline(leaf.text, commented=self.comment > 0)
        line = leaf.line + leaf.text.count("\n", 0, found.at)
        if not self.doubt:
            self.formulas.extend(self.formula(leaf, piece.span, piece.width) for piece in found.pieces)
        if found.unclosed != "%%":
            self.comment = 0
        elif not self.comment or found.hidden[0] != Span(0, len(leaf.text)):
            self.comment = line
        if found.unclosed in ("$$", "<!--"):
            self.problems.append((line, found.unclosed))
            self.doubt |= found.unclosed == "$$" and leaf.kind in ("paragraph", "item") and at_edge(leaf.text, found.at)
        self.last_markup = [Markup(leaf.text[span.start : span.end], leaf.line) for span in found.hidden]
        self.markup += self.last_markup
        self.damaged |= any(TRACE.match(piece.text) for piece in self.last_markup)
        return found

    def formula(self, leaf: Leaf, span: Span, width: int) -> Formula:
        places = leaf.offsets(span.start, span.end)
        latex = leaf.text[span.start + width : span.end - width]
        line = self.lines.line_of(places[0])
        return Formula(latex, line, width == 2, Span(places[0], places[-1] + 1), places[width:-width])

    def macros(self) -> str:
        """Those of the vault that the note uses, then its own."""
        latex = [formula.latex for formula in self.formulas]
        own = preamble_of(latex)
        return "\n".join(filter(None, (used_definitions(self.preamble, latex), own)))

    def note(self) -> Note:
        if self.comment:
            self.problems.append((self.comment, "%%"))
        for element in (open_element(self.markup, CONTAINERS), open_element(self.last_markup, PHRASES)):
            if element:
                self.problems.append((element[1], f"<{element[0]}>"))
        math = NoteMath(
            formulas=tuple(self.formulas),
            tables=tuple(self.tables),
            passages=tuple(self.passages),
            options=read_options(tuple(self.sources)),
            language=language_of(passage.text for passage in self.passages),
            preamble=self.macros(),
        )
        line, opener = min(self.problems, default=(0, ""))
        problem = Problem(message("note.unclosed", line=line, opener=opener)) if line else None
        off = switched_off(self.lines.texts)
        return Note(self.text, math, self.lines.ending, tuple(self.regions), tuple(self.halves), self.damaged, off, problem)


def prose_pieces(text: str, found: Inline, number: int | None) -> Iterator[str]:
    """The pieces of a leaf's text that a reader sees; its formulas as `$k$` from `number` on, or left out where they are in doubt."""
    cuts = sorted([(piece.span, True) for piece in found.pieces] + [(span, False) for span in found.hidden])
    position = 0
    for span, is_formula in cuts:
        yield text[position : span.start]
        if is_formula and number is not None:
            yield f"${number}$"
            number += 1
        position = span.end
    yield text[position:]


def at_edge(text: str, position: int) -> bool:
    """Whether the `$$` at `position` is the first or the last thing on its line, as the opener of a display formula is."""
    before = text[text.rfind("\n", 0, position) + 1 : position]
    after = text[position + 2 :].split("\n", 1)[0]
    return not before.strip() or not after.strip()
