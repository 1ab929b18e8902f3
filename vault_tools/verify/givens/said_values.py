r"""Numbers that a note gives in words: `Let $q$ be $[1, 0]$`, `查询向量 $q$ 为 $[1, 0]$`, `with $d_k$ equal to 64`.

The sentence tells it of the symbol itself: not of the norm of it, and not on a condition.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.numerals import is_written_number, written_number
from vault_tools.compiler.syntax_tree import Display, Relation
from vault_tools.messages.phrases import BESIDES, COPULA, ONLY_IF, TOGETHER_WITH, is_asked_or_denied, sentences_of, shares_out
from vault_tools.verify.units.names import WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.errors import LatexSyntaxError
    from vault_tools.model import NoteMath

    Parse = Callable[[str], Display | LatexSyntaxError]

_NUMBERS = r"-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?)+"
SAID = re.compile(
    rf"\$(?P<symbol>\d+)\$\s*(?P<verb>{COPULA})\s*"
    rf"(?:\$(?P<place>\d+)\$|(?P<list>\[{_NUMBERS}\]|\({_NUMBERS}\))|(?P<number>-?\d+(?:\.\d+)?)(?![\w%.]*\w))",
    re.IGNORECASE,
)
"""A formula, a word that equates, and a formula, a list or a number."""
BARE = re.compile(rf"\s*(?:$|[.,;:)|*_，。；：、！）]|\$|{BESIDES})", re.IGNORECASE)
"""What stands right behind a number that has no unit."""
WORD = re.compile(r"\s*([A-Za-z]+|[个次人])")
ASKS_MORE = re.compile(rf"(?:{ONLY_IF})|(?:{TOGETHER_WITH})\s+(?:(?:\w+|\$\d+\$)\s+){{0,4}}$", re.IGNORECASE)
"""What stands before a symbol of which something else is said: `if`, `the norm of`."""


def said_values(note: NoteMath, parse: Parse) -> dict[int, Display]:
    """`q = [1, 0]` for the place of each symbol of which the text says so."""
    latex = tuple(formula.latex for formula in note.formulas)
    texts = (passage.text for passage in note.passages if "$" in passage.text)
    found: dict[int, Display] = {}
    for text in texts:
        if SAID.search(text):
            found.update(_said_in(text, latex, parse))
    return found


def _said_in(text: str, latex: tuple[str, ...], parse: Parse) -> Iterator[tuple[int, Display]]:
    for sentence in sentences_of(text, ()):
        end = 0
        for match in () if shares_out(sentence) else SAID.finditer(sentence):
            before, behind, end = sentence[end : match.start()], sentence[match.end() :], match.end()
            if ASKS_MORE.search(before) or is_asked_or_denied(before, behind):
                continue
            place = int(match["symbol"])
            number = latex[int(match["place"])] if match["place"] else match["list"] or match["number"]
            display = parse(f"{latex[place].strip()} = {number.strip()}")
            if isinstance(display, Display) and _is_given(display, behind):
                yield place, display


def _is_given(display: Display, behind: str) -> bool:
    """A symbol and what is only written numbers; a single number with nothing behind it, or with what it counts (`8 heads`)."""
    row = display.rows[0] if len(display.rows) == 1 else None
    if not isinstance(row, Relation) or len(row.rest) != 1 or not is_symbol(row.first) or not is_written_number(row.rest[0][1]):
        return False
    word = WORD.match(behind)
    counts = word is not None and word[1] in WORDS
    return written_number(row.rest[0][1]) is None or counts or BARE.match(behind) is not None
