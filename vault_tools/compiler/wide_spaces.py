r"""Spaces that are as wide together as a `\quad`: `y_i = a_i\ \ \ \ i = 1, 2, 3` parts a clause from the range behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.tokens import Token

SPACES = frozenset({" ", ";"})
r"""Commands of spaces of which three are about as wide as a `\quad`."""
WIDE = 3
RELATIONS = frozenset({"=", "<", ">", "in", "le", "leq", "ge", "geq", "leqslant", "geqslant", "ne", "neq"})
CLAUSE_STARTS = frozenset({"letter", "text"})
LETTERS_BEFORE = frozenset({"letter", "digit"})
CLOSING = frozenset("})]")
ENDS = frozenset({",", ";", "&", "\\", "quad", "qquad", "\n"})


def clause_space(tokens: Sequence[Token], at: int) -> int:
    """How many tokens are a wide space before a relation of its own; 0 where they are only room."""
    end = at
    while end < len(tokens) and tokens[end].kind == "command" and tokens[end].text in SPACES:
        end += 1
    if end - at < WIDE or at == 0 or end == len(tokens):
        return 0
    before = tokens[at - 1]
    closed = before.kind in LETTERS_BEFORE or before.text in CLOSING
    return end - at if closed and tokens[end].kind in CLAUSE_STARTS and _relates(tokens, end) else 0


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
