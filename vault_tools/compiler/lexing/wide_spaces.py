r"""Spaces that are together as wide as two thick ones: `y_i = a_i\ \ \ \ i = 1, 2, 3` parts a clause from what stands behind it.

Nobody spaces out a factor like that, so a relation of its own behind such a space begins a statement of its own.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler.lexing.cursor import is_operator

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_tools.compiler.tokens import Token

SPACES: Mapping[str, int] = MappingProxyType(
    {" ": 6, "nobreakspace": 6, ";": 5, "thickspace": 5, ":": 4, ">": 4, "medspace": 4, ",": 3, "thinspace": 3, "enspace": 9, "space": 6}
)
r"""Commands of spaces, and how wide they are in eighteenths of a `\quad` (Knuth, The TeXbook, ch. 18)."""
WIDE = 9
"""Half a `\\quad`."""
RELATIONS = frozenset({"=", "<", ">", "in", "le", "leq", "ge", "geq", "leqslant", "geqslant", "ne", "neq", "approx", "sim", "leftarrow"})
CLAUSE_STARTS = frozenset({"letter", "text"})
NAMING_COMMANDS = frozenset({*notation.GREEK, *notation.ACCENTS, *notation.FONTS, *notation.FRACTIONS, "partial", "nabla"})
"""Commands that the left side of an equation begins with."""
OPENINGS = frozenset("([{_^&,;:")
"""Signs behind which a clause has only begun."""
LEFT_DELIMITERS = frozenset({"left", "{", "langle", "lfloor", "lceil", "lvert", "lVert"})
CLOSING = frozenset("})]")
OPERANDS = frozenset("({[")
"""Brackets that are operands of their own where they are no script."""
WAITING = frozenset({*notation.BIG_OPERATORS, *notation.LIMIT_OPERATORS, *notation.NUMBER_FUNCTIONS})
"""Commands behind whose scripts something must follow."""
ENDS = frozenset({",", ";", "&", "\\", "quad", "qquad", "\n"})


def clause_space(tokens: Sequence[Token], at: int) -> int:
    """How many tokens are a wide space before a relation of its own; 0 where they are only room."""
    end, width = at, 0
    while end < len(tokens) and tokens[end].kind == "command" and tokens[end].text in SPACES:
        width += SPACES[tokens[end].text]
        end += 1
    if width < WIDE or at == 0 or end == len(tokens) or (end < at + 2 and width == WIDE):
        return 0
    before, following = tokens[at - 1], tokens[end]
    named = following.kind in CLAUSE_STARTS or (following.kind == "command" and following.text in NAMING_COMMANDS)
    return end - at if not _is_open(before) and named and _relates(tokens, end) and not _waits(tokens, at) else 0


def _relates(tokens: Sequence[Token], at: int) -> bool:
    """Whether a relation follows outside brackets before the clause ends."""
    depth = 0
    for token in tokens[at:]:
        if token.text in "({[":
            depth += 1
        elif token.text in CLOSING:
            depth -= 1
        if depth < 0 or (depth == 0 and token.text in ENDS):
            return False
        if depth == 0 and token.kind in ("symbol", "command") and token.text in RELATIONS:
            return True
    return False


def _is_open(token: Token) -> bool:
    """Whether something must follow."""
    if token.kind == "symbol":
        return token.text in OPENINGS or is_operator(token)
    opening = token.text in LEFT_DELIMITERS or token.text in notation.ARITY
    return token.kind == "command" and (opening or is_operator(token))


def _waits(tokens: Sequence[Token], end: int) -> bool:
    r"""Whether what ends here are the scripts of an operator, as in `\sum_{i} \;\; x_i`."""
    at, depth = end - 1, 0
    while at >= 0:
        token = tokens[at]
        depth += token.text in CLOSING
        depth -= token.text in "({["
        if depth < 0 or (not depth and token.text in OPERANDS and (not at or tokens[at - 1].text not in ("_", "^"))):
            return False
        if not depth and token.text not in "_^{" and not (at and tokens[at - 1].text in ("_", "^")):
            return token.kind == "command" and token.text in WAITING
        at -= 1
    return False
