r"""Numbers whose digits were set apart: a space prints nothing in mathematics, so `0 . 3 5` is 0.35 and `1 0 ^ { - 8 }` a power of ten.

Programs that read formulas from pictures put a space between any two signs. Two numbers that stand side by side for other reasons
are no notation of a product, and are refused. Works on raw tokens, behind macros.py.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler.tokens import hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.tokens import Token
    from vault_tools.errors import LatexSyntaxError

SET_APART = re.compile(r"\d[ \t]+[.,\d]|\d[.,][ \t]+\d")
"""What a formula without such numbers does not have."""
SCANNED = re.compile(r"[_^}] ?\{ |[_^] \w|\\[A-Za-z]+ \{|[({] \w [,)}]|\d(?: \. ?|\. )\d \d|\d \. \d|\d \d \d")
"""Spaces that nobody types: they tell that a program set all signs apart."""
GROUPED = re.compile(r"[1-9]\d{0,2}(?: \d{3})+(?:\.\d+)?")
ONE_POINT = re.compile(r"\d+ ?\. ?\d+")
TOUCHING = re.compile(r"\d\d")
CLAUSE_ENDS = frozenset({",", ";", "&", "\\", "\n", "quad", "qquad"})
RELATIONS = frozenset({"=", "<", ">", "approx", "le", "leq", "ge", "geq", "in", "sim"})
GROUP = 3
SHORT = 3


def joined(tokens: tuple[Token, ...], latex: str) -> tuple[Token, ...]:
    """The tokens, with nothing between the digits of one number. LatexSyntaxError: they may be several numbers."""
    if SET_APART.search(latex) is None:
        return tokens
    out, at = list(tokens), 0
    scanned = SCANNED.search(latex) is not None
    while at < len(out):
        at += _single_digits(out, at)
        end = _run_end(out, at, scanned=scanned)
        if any(token.spaced for token in out[at + 1 : end]):
            _check(out, at, end, scanned=scanned)
            out[at + 1 : end] = [token._replace(spaced=False) for token in out[at + 1 : end]]
        at = max(end, at + 1)
    return tuple(out)


def _single_digits(tokens: Sequence[Token], at: int) -> int:
    r"""How many of the digits that come next are arguments each by itself: `x_1 2`, `\frac 1 2`."""
    before = tokens[at - 1] if at else None
    if before is None or before.kind not in ("symbol", "command"):
        return 0
    most = 1 if before.kind == "symbol" and before.text in ("_", "^") else notation.ARITY.get(before.text, 0)
    return sum(token.kind == "digit" for token in tokens[at : at + most])


def _run_end(tokens: Sequence[Token], start: int, *, scanned: bool) -> int:
    """Where the digits end that begin at a place, with the marks inside the number."""
    end, pointed = start, False
    while end < len(tokens) and tokens[end].kind == "digit":
        end += 1
        if not pointed and _is_point(tokens, end):
            pointed, end = True, end + 1
        elif scanned and not pointed and _is_thousands(tokens, end):
            end += 1
    return end


def _is_point(tokens: Sequence[Token], mark: int) -> bool:
    """Whether a point stands here that ends no sentence: behind that an equation would follow."""
    if mark + 1 >= len(tokens) or tokens[mark].text != "." or tokens[mark + 1].kind != "digit":
        return False
    return tokens[mark].spaced or not tokens[mark + 1].spaced or not _relates(tokens, mark + 1)


def _relates(tokens: Sequence[Token], at: int) -> bool:
    """Whether a relation stands in the clause that begins here."""
    for token in tokens[at:]:
        if token.text in CLAUSE_ENDS:
            return False
        if token.text in RELATIONS:
            return True
    return False


def _is_thousands(tokens: Sequence[Token], mark: int) -> bool:
    """Whether a comma stands here with three digits behind it, all set apart."""
    if mark >= len(tokens) or tokens[mark].text != "," or tokens[mark].kind != "symbol" or not tokens[mark].spaced:
        return False
    behind = tokens[mark + 1 : mark + 2 + GROUP]
    digits = [token.kind == "digit" and token.spaced for token in behind]
    return all(digits[:GROUP]) and len(digits) >= GROUP and not all(digits[GROUP:] or [False])


def _check(tokens: Sequence[Token], start: int, end: int, *, scanned: bool) -> None:
    """LatexSyntaxError: the parts of the run may be numbers of their own."""
    run = tokens[start:end]
    whole = "".join(f" {token.text}" if token.spaced else token.text for token in run).strip()
    is_number = ONE_POINT.fullmatch(whole) or GROUPED.fullmatch(whole) or (scanned and not TOUCHING.search(whole))
    if _is_script(tokens, start, end) or (is_number and not _is_list(tokens, start, end)):
        return
    raise side_by_side(run[0].span, run[-1].span)


def _is_script(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether the run is all that stands in a script: `x_{1 2}`."""
    return start > 1 and end < len(tokens) and tokens[start - 1].text == "{" and tokens[end].text == "}" and tokens[start - 2].text in "_^"


def _is_list(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether whole numbers are all that stands in brackets or in a row: `[1 2 3]`."""
    if "." in {token.text for token in tokens[start:end]} or not start or end == len(tokens):
        return False
    before, behind = tokens[start - 1], tokens[end]
    row = (before.kind == "begin" or before.text == "\\") and (behind.kind == "end" or behind.text == "\\")
    numbered = before.text == "(" and end - start < SHORT  # `( 1 1 )` is the number of an equation
    bracket = (before.text in "([" and not numbered) or (before.kind == "command" and before.text == "{")
    return row or (bracket and behind.text in ")]}")


def side_by_side(first: Span, last: Span) -> LatexSyntaxError:
    """The error for two numbers with nothing between them."""
    return syntax_error("side_by_side", Span(first.start, last.end), hint("side_by_side"))
