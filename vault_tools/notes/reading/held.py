"""A block rule: a paragraph goes on while a `$$`, `%%` or `<%` it opened has not met its partner, whatever stands in the lines between.

In CommonMark the line `- b` of a display formula would start a list and `---` in a comment a heading.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple

from vault_tools.notes.markers import TRACE
from vault_tools.notes.reading.dollars import bracketed, closing_single

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

Mark = Literal["", "$$", "%%", "<%"]

MARKS = re.compile(r"\\.|``*|\$\$|\$|%%|<%")
CLOSING = {"$$": re.compile(r"\\.|(\$\$)"), "%%": re.compile(r"(%%)"), "<%": re.compile(r"(%>)")}
BOUNDARY = re.compile(r"#{1,6}(?:[ \t]|$)|`{3}|~{3}")
"""A heading or a fence: no formula reaches over it."""


class Open(NamedTuple):
    """What is open at the end of a line, and whether its opener is the first or last thing on the line, or all of it."""

    mark: Mark = ""
    at_edge: bool = False
    alone: bool = False
    environments: int = 0
    """How many LaTeX environments are open at the end of the line: a blank line inside one ends no formula."""


def held_paragraph(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
    """Claim a paragraph that an opener holds together over several lines; any other is left to the ordinary rule."""
    if silent:
        return False
    stop = held_stop(state, start, state.lineMax)
    if stop is None:
        return False
    state.line = stop
    opening = state.push("paragraph_open", "p", 1)
    opening.map = [start, stop]
    inline = state.push("inline", "", 0)
    inline.map = [start, stop]
    inline.content = state.getLines(start, stop, state.blkIndent, False).strip()
    inline.children = []
    state.push("paragraph_close", "p", -1)
    return True


def held_stop(state: StateBlock, start: int, end: int) -> int | None:
    """Line behind the held paragraph that starts at `start`, or None when nothing in it is held over a line end."""
    held, line, mark = False, start, Open()
    while True:
        mark = open_at_end(line_text(state, line), mark.mark)
        closing = closing_line(state, line, end, mark) if mark.mark else None
        if closing is not None:
            held, line = True, closing
            continue
        mark = Open()
        line += 1
        if line >= end or state.isEmpty(line) or interrupts(state, line, end):
            return line if held else None
        if not held and is_underline(state, line):
            return None


def line_text(state: StateBlock, line: int) -> str:
    """A line without its container prefix and indentation."""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]


def interrupts(state: StateBlock, line: int, end: int) -> bool:
    """Whether another block may begin at `line` though the paragraph before it has not ended (CommonMark)."""
    if state.sCount[line] - state.blkIndent > 3 or state.sCount[line] < 0:
        return False
    return any(rule(state, line, end, True) for rule in state.md.block.ruler.getRules("paragraph"))


def is_underline(state: StateBlock, line: int) -> bool:
    """Whether the line makes a heading of the paragraph above it (`===`; `---` interrupts it anyway)."""
    text = line_text(state, line).rstrip()
    return state.sCount[line] >= state.blkIndent and text != "" and text.strip("=") == ""


def open_at_end(text: str, mark: Mark) -> Open:
    """What is open at the end of a line in which `mark` is open at the start."""
    position = 0
    while True:
        if mark:
            found = next((found for found in CLOSING[mark].finditer(text, position) if found[1]), None)
            if found is None:
                return Open(mark)
            mark, position = "", found.end()
        opener = next_opener(text, position)
        if opener is None:
            return Open()
        mark, position = opener.group(), opener.end()  # type: ignore[assignment]
        if not any(found[1] for found in CLOSING[mark].finditer(text, position)):
            first, last = not text[: opener.start()].strip(), not text[position:].strip()
            return Open(mark, first or last, first and last, open_environments(text[position:]))


def next_opener(text: str, position: int) -> re.Match[str] | None:
    """The next `$$`, `%%` or `<%` that stands neither in a code span nor in an inline formula."""
    while (found := MARKS.search(text, position)) is not None:
        if found[0] in CLOSING and not bracketed(text, found.start()):
            return found
        position = found.end()
        if found[0] == "$":
            end = closing_single(text, position)
            position = position if end is None else end + 1
        elif found[0][0] == "`":
            closing = re.search(rf"(?<!`){found[0]}(?!`)", text[position:])
            position += closing.end() if closing else 0
    return None


def closing_line(state: StateBlock, line: int, end: int, opener: Open) -> int | None:
    """The line that closes `opener`, or None when no line of its container can for certain."""
    if state.eMarks[line] > last_closing(state, opener.mark):
        return None
    blank, environments = False, opener.environments
    for following in range(line + 1, end):
        text = line_text(state, following)
        if state.isEmpty(following):
            blank = True
            if opener.mark == "$$" and not opener.alone and environments <= 0:
                return None
        elif TRACE.match(state.src, state.bMarks[following]) or leaves_container(state, following, end, opener, after_blank=blank):
            return None
        elif opener.mark != "$$" and CLOSING[opener.mark].search(text):
            return following
        elif opener.mark == "$$" and (count := count_doubles(text)) > 0:
            certain = count % 2 == 1 or text.startswith("$$$$")
            return following if certain or (not blank and paired(state, line, end)) else None
        environments += open_environments(text)
    return None


def last_closing(state: StateBlock, mark: Mark) -> int:
    """Offset of the last thing in the note that could close `mark`. Looked for once, so that hostile text stays linear."""
    last: dict[str, int] = state.env.setdefault("last", {})
    if mark not in last:
        last[mark] = state.src.rfind("%>" if mark == "<%" else mark)
    return last[mark]


def leaves_container(state: StateBlock, line: int, end: int, opener: Open, *, after_blank: bool) -> bool:
    """Whether `line` stands outside the quote or list item of the opener, or is a heading or fence that ends a formula."""
    if state.sCount[line] < 0 or (after_blank and state.sCount[line] < state.blkIndent):
        return True
    if opener.mark == "$$" and BOUNDARY.match(line_text(state, line)):
        return True
    free = opener.mark != "$$" or opener.at_edge
    return not (free and state.sCount[line] >= state.blkIndent) and interrupts(state, line, end)


def open_environments(text: str) -> int:
    """LaTeX environments that a line opens, less those that it closes."""
    return text.count(r"\begin{") - text.count(r"\end{")


def count_doubles(text: str) -> int:
    """How many unescaped `$$` a line holds."""
    return sum(1 for found in CLOSING["$$"].finditer(text) if found[1])


def paired(state: StateBlock, line: int, end: int) -> bool:
    """Whether the `$$` from `line` to the next blank line come in pairs. Counted once per paragraph, from its end."""
    known: dict[int, int] = state.env.setdefault("doubles", {})
    stop = line
    while stop < end and stop not in known and not state.isEmpty(stop):
        stop += 1
    total = known.get(stop, 0)
    for number in range(stop - 1, line - 1, -1):
        total += count_doubles(line_text(state, number))
        known[number] = total
    return known.get(line, 0) % 2 == 0
