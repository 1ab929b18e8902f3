"""The Markdown parser: CommonMark's block structure by markdown-it-py, with three block rules of ours and a place for every leaf."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, heading, lheading, paragraph, table

from vault_tools.notes.markers import TRACE, region_end
from vault_tools.notes.reading.footnotes import footnote
from vault_tools.notes.reading.held import held_paragraph

if TYPE_CHECKING:
    from markdown_it.token import Token

BlockRule = Callable[[StateBlock, int, int, bool], bool]

DEPTH = 60
"""Quotes and lists nested deeper than this are passed over."""

LEAF_RULES: tuple[tuple[str, BlockRule, tuple[str, ...]], ...] = (
    ("table", table, ("paragraph", "reference")),
    ("heading", heading, ("paragraph", "reference", "blockquote")),
    ("lheading", lheading, ()),
    ("paragraph", paragraph, ()),
)
"""Name of a stock rule that makes leaves, the rule, and what it may interrupt (as in markdown-it)."""


SIGNS: Mapping[str, tuple[str, ...]] = {
    "table": ("|",),
    "own_region": ("<!--",),
    "html_block": ("<",),
    "held_paragraph": ("$$", "%%", "<%"),
    "fence": ("```", "~~~"),
    "blockquote": (">",),
    "heading": ("#",),
    "code": ("    ", "\t"),
}
"""What must stand somewhere in a note for a rule to match: a rule is asked at every line, and most notes need few of them."""


def parse(source: str, lines: Sequence[str]) -> list[Token]:
    """The block tokens of a note. `lines`: those of `source`."""
    idle = frozenset(rule for rule, signs in SIGNS.items() if not any(sign in source for sign in signs))
    return parser(idle).parse(source, {"lines": lines})


@cache
def parser(idle: frozenset[str] = frozenset()) -> MarkdownIt:
    """Block structure only, without the rules that are idle in a note.

    Link definitions stay paragraphs, because the footnote `[^1]: $x$` would be taken for one.
    """
    markdown = MarkdownIt("commonmark", {"maxNesting": DEPTH}).enable("table").disable(["inline", "text_join", "reference"])
    ruler = markdown.block.ruler
    for name, rule, interrupted in LEAF_RULES:
        ruler.at(name, placed(rule), {"alt": list(interrupted)})
    ruler.before("table", "own_region", own_region, {"alt": ["paragraph", "blockquote", "list"]})
    ruler.before("list", "footnote", footnote, {"alt": ["paragraph"]})
    ruler.before("lheading", "held_paragraph", placed(held_paragraph))
    ruler.disable(idle)
    return markdown


def own_region(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """A block rule: the lines from our begin marker to our end marker are one block, and a marker without partner is one of its own."""
    lines = state.env["lines"]
    if not TRACE.match(lines[start]):
        return False
    if silent:
        return True
    state.line = region_end(lines, start) + 1
    token = state.push("own_region", "", 0)
    token.map = [start, state.line]
    return True


def placed(rule: BlockRule) -> BlockRule:
    """`rule`, whose leaves get `meta["starts"]`: where the text of each line begins in the source, behind prefix and indentation."""

    def with_places(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        before = len(state.tokens)
        if not rule(state, start, end, silent):
            return False
        for token in state.tokens[before:]:
            if token.type == "inline" and token.map:
                token.meta["starts"] = line_starts(state, *token.map)
        return True

    return with_places


def line_starts(state: StateBlock, begin: int, end: int) -> list[int]:
    """Offsets in the source at which the lines `begin` to `end` of the current container have their text."""
    return [state.bMarks[begin] + state.tShift[begin], *(indented_start(state, line) for line in range(begin + 1, end))]


def indented_start(state: StateBlock, line: int) -> int:
    """Where the text of a line starts once the indentation of its list item is taken off (as StateBlock.getLines does)."""
    column, position = 0, state.bMarks[line]
    while column < state.blkIndent and position < state.eMarks[line] and state.src[position] in " \t":
        column += 4 - (column + state.bsCount[line]) % 4 if state.src[position] == "\t" else 1
        position += 1
    return position
