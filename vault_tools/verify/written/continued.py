r"""Displays that go on from the one right before them: `o = 0.4 a + 0.2 b` and, in dollars of its own, `+ 0.4 c = [0.8, 0.6]`, or `= 0.8`.

A display that begins with a sign between two operands has the first of them in the display before it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.syntax_tree import Display, Empty, Fence, Relation, Sum
from vault_tools.model import Span
from vault_tools.verify.relations import set_at

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.errors import LatexSyntaxError
    from vault_tools.model import NoteMath

PLUS = re.compile(r"(?:\\[,;:! ]|\\q?quad\b|[\s{}])*\+")
"""What a display begins with that adds to the one before it."""
TOGETHER = r"\${first}\$\s*\${second}\$"
"""Two displays without a word between them."""


def continued(displays: Sequence[Display | LatexSyntaxError], note: NoteMath) -> tuple[Display | LatexSyntaxError, ...]:
    """The displays of a note, those that go on from the one before them with its last side put in."""
    found: list[Display | LatexSyntaxError] = []
    for position, display in enumerate(displays):
        before = found[-1] if found else None
        goes_on = isinstance(display, Display) and isinstance(before, Display) and _goes_on(display, note, position)
        found.append(_with_side(display, before) if goes_on else display)  # type: ignore[arg-type]
    return tuple(found)


def _goes_on(display: Display, note: NoteMath, position: int) -> bool:
    """Whether a display begins with a sign between two operands, and nothing stands between it and the display before."""
    row = display.rows[0] if display.rows else None
    if not isinstance(row, Relation) or not all(note.formulas[place].display for place in (position - 1, position)):
        return False
    begins = isinstance(row.first, Empty) or PLUS.match(note.formulas[position].latex) is not None
    return begins and _stand_together(note, position)


def _stand_together(note: NoteMath, position: int) -> bool:
    pattern = re.compile(TOGETHER.format(first=position - 1, second=position))
    return pattern.search("\n".join(passage.text for passage in note.passages)) is not None


def _with_side(display: Display, before: Display) -> Display:
    """The display with the last side of the one before at its beginning; as it is where that says only a number."""
    row, last = display.rows[0], unwrap(before.rows[-1]) if before.rows else None
    side = last.rest[-1][1] if isinstance(last, Relation) else last
    if side is None or not isinstance(row, Relation) or is_written_number(side):
        return display
    place = Span(row.span.start, row.span.start + 1)
    put_in = set_at(side, place)
    return replace(display, rows=(replace(row, first=_joined(row.first, put_in, is_whole=last is side)), *display.rows[1:]))


def _joined(first: Node, side: Node, *, is_whole: bool) -> Node:
    r"""What two displays say together on the left of a relation; in brackets, that the `x(x + 2)` of an equation is no function's head."""
    whole = side if is_whole else Fence(side.span, "(", side, ")")
    if isinstance(first, Empty):
        return whole
    return Sum(first.span, (("+", whole), *(first.terms if isinstance(first, Sum) else (("+", first),))))
