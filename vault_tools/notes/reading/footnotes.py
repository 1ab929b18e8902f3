"""Footnotes as blocks: `[^1]: text` and the paragraphs indented below it, which CommonMark alone would take for code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.rules_block import StateBlock

LABEL = re.compile(r"\[\^[^\]\s]+\]:")
INDENTATION = 4
"""Columns by which what belongs to a footnote is indented."""


def footnote(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A block rule: the lines of a footnote are a container, whose first line begins behind the label."""
    label = LABEL.match(state.src, state.bMarks[start] + state.tShift[start], state.eMarks[start])
    if label is None or state.is_code_block(start) or state.parentType == "footnote":
        return False  # what looks like a footnote behind the label of another is its text
    if silent:
        return True
    kept = state.bMarks[start], state.tShift[start], state.sCount[start], state.parentType, state.blkIndent
    state.bMarks[start] = label.end()
    state.tShift[start] = _blanks(state, label.end(), state.eMarks[start])
    state.blkIndent += INDENTATION
    state.sCount[start] = state.blkIndent
    state.parentType = "footnote"
    state.level += 1
    state.md.block.tokenize(state, start, end)
    state.level -= 1
    state.bMarks[start], state.tShift[start], state.sCount[start], state.parentType, state.blkIndent = kept
    return True


def _blanks(state: StateBlock, start: int, end: int) -> int:
    """How many blanks stand from `start` on."""
    position = start
    while position < end and state.src[position] in " \t":
        position += 1
    return position - start
