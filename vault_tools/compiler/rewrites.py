r"""Older and foreign spellings as the tokens that the grammar knows: `\matrix{a & b \cr c & d}`, intervals `]0, 1[`, `&lt;` refused.

Works on raw tokens, between macros.py and layout.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.tokens import Token, hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

PLAIN_MATRICES = frozenset({"matrix", "pmatrix", "cases"})
r"""Commands of plain TeX with rows between braces; `\cases` too."""
BEFORE_SETS = frozenset({"in", "notin", "cup", "cap", "subset", "subseteq"})
REWRITTEN = PLAIN_MATRICES | BEFORE_SETS | {"(", "&"}
"""Texts of the tokens at which such a spelling is recognised."""
SPACES = frozenset({" ", ",", ";", ":", ">", "thinspace", "medspace", "thickspace", "enspace", "space", "nobreakspace"})
ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "le": r"\le", "ge": r"\ge", "nbsp": "~", "quot": '"'}


def rewritten(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with those spellings replaced. LatexSyntaxError: an HTML entity."""
    out = list(tokens)
    places = [at for at, token in enumerate(tokens) if token.text in REWRITTEN]
    for at in places:
        token = tokens[at]
        if token.kind == "command" and token.text in PLAIN_MATRICES:
            _plain_matrix(out, at)
        elif token.kind == "command" and token.text in BEFORE_SETS:
            _interval(out, at + 1)
        elif token.kind == "symbol" and token.text == "(":
            _equation_number(out, at)
        elif token.kind == "symbol" and token.text == "&":
            _refuse_entity(tokens, at)
    matrices = any(tokens[at].text in PLAIN_MATRICES for at in places)
    return [token for token in out if token.kind != "nothing"] if matrices else out


def _is_symbol(tokens: Sequence[Token], at: int, signs: str) -> bool:
    return 0 <= at < len(tokens) and tokens[at].kind == "symbol" and tokens[at].text in signs


def _plain_matrix(out: list[Token], at: int) -> None:
    r"""`\matrix{…}` as `\begin{matrix}…\end{matrix}`."""
    end = _partner(out, at + 1) if _is_symbol(out, at + 1, "{") else None
    if end is None:
        return
    name = out[at].text
    out[at] = Token("begin", name, Span(out[at].span.start, out[at + 1].span.end), out[at].spaced)
    out[at + 1] = out[at + 1]._replace(kind="nothing")
    out[end] = Token("end", name, out[end].span)


def _partner(tokens: Sequence[Token], opening: int) -> int | None:
    """Where the brace that opens at a place is closed."""
    depth = 0
    for at in range(opening, len(tokens)):
        depth += _is_symbol(tokens, at, "{") - _is_symbol(tokens, at, "}")
        if not depth:
            return at
    return None


def _interval(out: list[Token], first: int) -> None:
    """`]0, 1[` is the open interval `(0, 1)`: a bracket that looks away leaves its end out."""
    if not _is_symbol(out, first, "[]"):
        return
    last = next((at for at in range(first + 1, len(out)) if _is_symbol(out, at, "[]")), None)
    if last is None or sum(_is_symbol(out, at, ",;") for at in range(first, last)) != 1:
        return
    if _is_symbol(out, first, "]"):
        out[first] = out[first]._replace(text="(")
    if _is_symbol(out, last, "["):
        out[last] = out[last]._replace(text=")")


def _equation_number(out: list[Token], at: int) -> None:
    r"""`\ \ \ (4)` at the end of a row stands apart like `\qquad (4)`: nobody spaces out a factor."""
    end = next((k for k in range(at + 1, len(out)) if out[k].kind != "digit" and not _is_symbol(out, k, ".-")), len(out))
    if end == at + 1 or not _is_symbol(out, end, ")"):
        return
    spaces = next((k for k in range(at) if not _is_space(out[at - 1 - k])), at)
    if spaces < 2:
        return
    behind = out[end + 1] if end + 1 < len(out) else None
    if behind is None or behind.kind in ("end", "tag") or (behind.kind == "command" and behind.text in ("\\", "cr")):
        out[at - 1] = out[at - 1]._replace(text="quad")


def _is_space(token: Token) -> bool:
    return token.kind == "command" and token.text in SPACES


def _refuse_entity(tokens: Sequence[Token], at: int) -> None:
    """`&lt;`: a program wrote the note's characters as HTML."""
    end = at + 1
    while end < len(tokens) and tokens[end].kind == "letter" and not tokens[end].spaced:
        end += 1
    name = "".join(token.text for token in tokens[at + 1 : end])
    if name in ENTITIES and _is_symbol(tokens, end, ";") and not tokens[end].spaced:
        span = Span(tokens[at].span.start, tokens[end].span.end)
        raise syntax_error("entity", span, hint("entity", sign=ENTITIES[name]), entity=f"&{name};")
