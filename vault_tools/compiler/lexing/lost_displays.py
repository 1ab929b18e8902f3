r"""Displays whose `\[` and `\]` lost their backslashes to Markdown, or got one more: `[ y = 2x + b ]` is an equation.

Iverson brackets stand inside an expression; around a whole equation they are what is left of the marks of
the display. Works on raw tokens, behind macros.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.tokens import Token

LOST = "["
"""The environment of such a display."""
OPENING, CLOSING = frozenset("[({"), frozenset("])}")
STOPS = frozenset(".,;")
EQUALITIES = frozenset({"=", "coloneqq", "triangleq", "equiv", "approx", "leftarrow", "propto"})


def without_brackets(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """What stands between the brackets of such a display; the tokens themselves where they are none."""
    if not tokens or tokens[0].text not in ("\\", "["):
        return tokens
    doubled = [token.text for token in (*tokens[:2], *tokens[-2:])] == ["\\", "[", "\\", "]"]
    inner = (*tokens[1:-2], tokens[-1]) if doubled else tokens
    if not inner or inner[0].text != "[" or inner[0].kind != "symbol":
        return tokens
    end = len(inner) - (inner[-1].text in STOPS)
    return inner[1 : end - 1] if _encloses_an_equation(inner[:end]) else tokens


def _encloses_an_equation(tokens: Sequence[Token]) -> bool:
    """Whether the first bracket is closed by the last token, and an equation stands between outside further brackets."""
    depth, equation = 0, False
    for at, token in enumerate(tokens):
        if token.kind in ("begin", "end"):
            depth += 1 if token.kind == "begin" else -1
            equation = equation or token.kind == "begin"
        elif token.kind in ("symbol", "command"):
            depth += (token.text in OPENING) - (token.text in CLOSING)
            equation = equation or (depth == 1 and token.text in EQUALITIES)
        if depth < 1:
            return equation and at == len(tokens) - 1 and token.text == "]"
    return False
