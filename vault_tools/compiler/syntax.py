r"""The parser's entry point: LaTeX -> the frozen tree of syntax_tree.py. No meaning is decided; the whole input is read or it is an error.

The stages are tokens.py (text -> tokens); of lexing/ macros.py, spaced_numbers.py, spaced_words.py, lost_displays.py, line_ends.py,
layout.py (spaces, sizes, brackets) and environments.py (rows); and of grammar/ a recursive descent by precedence without backtracking,
hence linear: lists.py > expressions.py > juxtaposition.py > operands.py > scripts.py > fences.py > numerals.py > literals.py.
"""

from __future__ import annotations

import re
from dataclasses import replace

from vault_tools.compiler import notation
from vault_tools.compiler import syntax_tree as tree
from vault_tools.compiler.grammar.lists import Parser
from vault_tools.compiler.grammar.numerals import writes_bases
from vault_tools.compiler.lexing.cursor import is_operator
from vault_tools.compiler.lexing.environments import align, stacked_relations
from vault_tools.compiler.lexing.layout import arrange
from vault_tools.compiler.lexing.line_ends import parted
from vault_tools.compiler.lexing.lost_displays import LOST, without_brackets
from vault_tools.compiler.lexing.macros import NO_MACROS, Macros
from vault_tools.compiler.lexing.spaced_numbers import joined
from vault_tools.compiler.lexing.spaced_words import gathered
from vault_tools.compiler.tokens import kind_of, tokenize
from vault_tools.model import Span


def parse(latex: str, macros: Macros = NO_MACROS, *, decimal_comma: bool = False) -> tree.Display:
    r"""The syntax tree of one formula (without its dollars).

    `decimal_comma`: other formulas of the note write decimals with a comma, so `3{,}142` is a little more than three and not thousands.

    LatexSyntaxError, and no other exception: with the place in `latex`, what is wrong, and where possible what to write instead.
    """
    whole = gathered(joined(macros.expand(tokenize(latex)), latex), latex)
    bare = without_brackets(whole)
    raw = parted(bare, latex)
    tags = [token.text for token in raw if token.kind == "tag"] if "tag" in map(kind_of, raw) else []
    tokens = align(stacked_relations(arrange(tuple(token for token in raw if token.kind != "tag") if tags else raw)))
    if len(tokens) == 1 and (is_operator(tokens[0]) or (tokens[0].kind == "command" and tokens[0].text in notation.BIG_OPERATORS)):
        name = tree.Name(tokens[0].span, tokens[0].text, command=True)  # prose that mentions the sign
        return tree.Display(Span(0, len(latex)), "", (name,))
    parser = Parser(tokens, len(latex))
    parser.decimal_comma = decimal_comma or uses_decimal_comma(latex)
    parser.based = writes_bases(latex)
    display = parser.display()
    if bare is not whole:
        display = replace(display, environment=LOST)
    return replace(display, tag=tags[-1]) if tags else display


def uses_decimal_comma(latex: str) -> bool:
    """Whether some number of a formula has a comma that can only be a decimal one: `0{,}5`, `2{,}75`, `3,5 + 1`, `1.234,5`."""
    if "," not in latex:
        return False
    return bool(_DECIMAL_COMMA.search(latex) or _TYPED_COMMA.search(_BRACKETS.sub(" ", latex)) or _SEVERAL.search(latex))


_DECIMAL_COMMA = re.compile(r"\d\{,\}(?:\d{1,2}(?!\d)|\d{4,})|(?<!\d)0\{,\}\d|(?<![\d.,}])[1-9](?:,|\{,\})\d+\s*\\(?:cdot|times)\s*10\s*\^")
r"""One digit before the comma and a power of ten behind: a number in scientific notation, `1,602 \cdot 10^{-19}`, has no thousands."""
_SEVERAL = re.compile(r"(?<![\d.,])0,\d+\s*(?:[-+*/]|\\(?:cdot|times|div)\b)\s*\d+,\d+(?![\d,])")
r"""`(0,5 + 1,5)`: in brackets too, where a sign joins two such numbers of which one begins with 0; `\max(0,1-yf)` is a list."""
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
"""In brackets a comma may separate."""
_TYPED_COMMA = re.compile(
    r"(?<![\d.,(\[{|])(?:0|[1-9]\d*|[1-9]\d{0,2}\.\d{3}),(?:\d\d|\d{4,}|\d(?=\s*(?:[-+=*/<>]|\\(?:cdot|times|div|approx|le|ge)\b)))(?![\d,])"
)
