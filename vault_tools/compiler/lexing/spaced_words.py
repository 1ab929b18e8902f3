r"""Words whose letters were set apart: `s i n ( x )` is a sine, and `s c o r e` no product of five letters.

Programs that read formulas from pictures put a space between any two signs, so nothing tells a word from a product; names of
functions and of counts of outcomes are known, other words are refused. Works on raw tokens, behind macros.py.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler.lexing.spaced_numbers import SCANNED
from vault_tools.compiler.tokens import hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.tokens import Token

SET_APART = re.compile(r"(?<![A-Za-z\\])[A-Za-z] [A-Za-z](?![A-Za-z])")
"""What a formula without such words does not have."""
FUNCTIONS = notation.NUMBER_FUNCTIONS | notation.WORD_OPERATORS
CONFUSIONS = frozenset({"TP", "TN", "FP", "FN"})
"""True and false positives and negatives."""
SHORT_WORDS = frozenset({"pos", "new", "old", "out", "row", "col", "dim", "len"})
VOWELS = frozenset("aeiouy")
WORD = 4
"""Letters that make a word."""
OPENING = frozenset({"(", "[", "left", "_"})
"""What stands behind the name of a function."""


def gathered(tokens: tuple[Token, ...], latex: str) -> tuple[Token, ...]:
    """The tokens, with nothing between the letters of known words. LatexSyntaxError: letters that may be a word or a product."""
    if SET_APART.search(latex) is None:
        return tokens
    out, at, held = list(tokens), 0, [False]
    scanned = SCANNED.search(latex) is not None
    while at < len(out):
        kind = out[at].kind
        if kind == "symbol":
            _follow_braces(held, out, at)
        end = _run_end(out, at) if kind == "letter" else at
        if end - at > 1 and not held[-1]:
            word = "".join(token.text for token in out[at:end])
            if _is_called(word, out, end) or (scanned and (word in CONFUSIONS or _is_left_side(word, out, at, end))):
                out[at + 1 : end] = [token._replace(spaced=False) for token in out[at + 1 : end]]
            elif scanned and _is_word(word):
                span = Span(out[at].span.start, out[end - 1].span.end)
                raise syntax_error("letters_apart", span, hint("letters_apart", word=word), word=word)
        at = max(end, at + 1)
    return tuple(out)


def _follow_braces(held: list[bool], tokens: Sequence[Token], at: int) -> None:
    r"""Keep on a stack whether braces hold letters together as a word: in a script and in a font (`d _ { m o d e l }`).

    A symbol stands at the place.
    """
    if tokens[at].text == "{":
        before = tokens[at - 1] if at else None
        marked = before is not None and (before.text in ("_", "^") or (before.kind == "command" and before.text in notation.FONTS))
        held.append(held[-1] or marked)
    elif tokens[at].text == "}" and len(held) > 1:
        held.pop()


def _run_end(tokens: Sequence[Token], start: int) -> int:
    """Where the letters end that begin here, each with a space before it."""
    end = start
    while end < len(tokens) and tokens[end].kind == "letter" and (end == start or tokens[end].spaced):
        end += 1
    return end


def _is_called(word: str, tokens: Sequence[Token], end: int) -> bool:
    """Whether the letters are the name of a function, and its argument or index follows."""
    if end == len(tokens) or tokens[end].text not in OPENING:
        return False
    return word in FUNCTIONS or (len(word) >= WORD and word.lower() in notation.WELL_KNOWN_WORDS)


def _is_left_side(word: str, tokens: Sequence[Token], at: int, end: int) -> bool:
    """Whether a word is defined here: nobody defines a product of many letters."""
    return _is_word(word) and not at and end < len(tokens) and tokens[end].text == "="


def _is_word(word: str) -> bool:
    """`loss`, `Accuracy`: small letters with a vowel among them, which nobody multiplies all without an index or a power."""
    small = sum(letter.islower() for letter in word)
    return word in SHORT_WORDS or (len(word) >= WORD and small >= len(word) - 1 and not VOWELS.isdisjoint(word.lower()))
