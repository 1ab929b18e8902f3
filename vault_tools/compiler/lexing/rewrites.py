r"""Older and foreign spellings as the tokens that the grammar knows: `\matrix{a & b \cr c & d}`, intervals `]0, 1[`, `&lt;` refused.

Works on raw tokens, between macros.py and layout.py.
"""

from __future__ import annotations

from operator import is_
from typing import TYPE_CHECKING

from vault_tools.compiler.lexing.stacks import MARKS, stacked_limits
from vault_tools.compiler.tokens import Token, hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

PLAIN_MATRICES = frozenset({"matrix", "pmatrix", "cases"})
r"""Commands of plain TeX with rows between braces; `\cases` too."""
BEFORE_SETS = frozenset({"in", "notin", "cup", "cap", "subset", "subseteq"})
DISPLAYS = frozenset("[]")
BREAK = "\\"
SPACES = frozenset({" ", ",", ";", ":", ">", "thinspace", "medspace", "thickspace", "enspace", "space", "nobreakspace"})
ENDS = frozenset({"\\\\", "cr", "approx", "quad", "qquad"})
"""Commands behind which no factor stands."""
LETTER_AND_STOP = 2
LEADERS = 4
"""Dashes in a row that are no minus."""
HALF_WIDTH = str.maketrans("（）", "()")
ENTITIES = {
    "lt": "<",
    "gt": ">",
    "amp": "&",
    "le": r"\le",
    "ge": r"\ge",
    "nbsp": "~",
    "quot": '"',
    "plus": "+",
    "minus": "-",
    "times": r"\times",
}


def rewritten(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with those spellings replaced. LatexSyntaxError: an HTML entity."""
    out = list(tokens)
    for at, token in enumerate(tokens):
        if token.text in REWRITTEN and (change := CHANGES.get(token[:2])) is not None:
            change(out, at)
    if any(token.kind == "text" for token in out):
        _close_prose(out)
    return out if all(map(is_, out, tokens)) else [token for token in out if token.kind != "nothing"]


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


def _displayed_lines(out: list[Token], at: int) -> None:
    r"""`\displaylines{a \\ b}` as rows of plain TeX, which are centred."""
    end = _partner(out, at + 1) if _is_symbol(out, at + 1, "{") else None
    if end is None:
        return
    out[at] = Token("begin", "gathered", Span(out[at].span.start, out[at + 1].span.end), out[at].spaced)
    out[at + 1] = out[at + 1]._replace(kind="nothing")
    out[end] = Token("end", "gathered", out[end].span)


def _close_prose(out: list[Token]) -> None:
    r"""Brackets that close one of a text become text: `\text{(known }\sigma\text{)}`."""
    inside = outside = 0
    for at, token in enumerate(out):
        if token.kind == "text":
            prose = token.text.translate(HALF_WIDTH)
            inside += prose.count("(") - prose.count(")")
        elif token.kind == "symbol" and token.text == "(":
            outside += 1
        elif token.kind == "symbol" and token.text == ")" and not outside and inside > 0:
            out[at], inside = token._replace(kind="text"), inside - 1
        elif token.kind == "symbol" and token.text == ")":
            outside = max(outside - 1, 0)


def _leaders(out: list[Token], at: int) -> None:
    """`------ (1)`: dashes that lead to the number of an equation."""
    if not at or (out[at - 1].kind, out[at - 1].text) not in (("command", "quad"), ("command", "qquad")):
        return
    end = next((k for k in range(at, len(out)) if not _is_symbol(out, k, "-")), len(out))
    for k in range(at, end) if end - at >= LEADERS else ():
        out[k] = out[k]._replace(kind="nothing")


def _escaped_braces(out: list[Token], at: int) -> None:
    r"""`\\{i\\}` as `\{i\}`: Markdown took one backslash for its own; no row begins before a brace and ends before its partner."""
    end = _partner(out, at + 1) if _is_symbol(out, at + 1, "{") and not out[at + 1].spaced else None
    if end is None or out[end].spaced or out[end - 1].kind != "command" or out[end - 1].text != BREAK:
        return
    for slash, brace in ((at, at + 1), (end - 1, end)):
        out[brace] = out[brace]._replace(kind="command")
        out[slash] = out[slash]._replace(kind="nothing")


def _escaped_subscript(out: list[Token], at: int) -> None:
    r"""`\alpha\_{ij} v\_j` as `\alpha_{ij} v_j`: a program escaped them for Markdown; no underscore that is shown has braces behind it."""
    if not at or not _is_symbol(out, at + 1, "{") or out[at + 1].spaced:
        return
    for place, token in enumerate(out):
        in_a_word = place > 1 and out[place - 1].kind == out[place - 2].kind == "letter" and not out[place - 1].spaced
        if place and (token.kind, token.text) == ("command", "_") and not in_a_word:
            out[place] = token._replace(kind="symbol")


def _interval(out: list[Token], at: int) -> None:
    """`]0, 1[` is the open interval `(0, 1)`: a bracket that looks away leaves its end out."""
    first = at + 1
    if not _is_symbol(out, first, "[]"):
        return
    last = next((at for at in range(first + 1, len(out)) if _is_symbol(out, at, "[]")), None)
    if last is None or sum(_is_symbol(out, at, ",;") for at in range(first, last)) != 1:
        return
    if _is_symbol(out, first, "]"):
        out[first] = out[first]._replace(text="(")
    if _is_symbol(out, last, "["):
        out[last] = out[last]._replace(text=")")


def _step_label(out: list[Token], at: int) -> None:
    r"""The `<t-1>` of `a^{[l]<t-1>}`, alone in a script or beside other labels in brackets, as `\langle t-1 \rangle`."""
    end = next((k for k in range(at + 1, len(out)) if _is_symbol(out, k, "<>{}")), len(out))
    opens_script = _is_symbol(out, at - 1, "{") and _is_symbol(out, at - 2, "^_")
    if not _is_symbol(out, end, ">") or end == at + 1 or not (opens_script or _is_label_end(out, at - 1)):
        return
    if _is_symbol(out, end + 1, "}") or (opens_script and _is_symbol(out, end + 1, "[(")):
        out[at] = out[at]._replace(kind="command", text="langle")
        out[end] = out[end]._replace(kind="command", text="rangle")


def _is_label_end(tokens: Sequence[Token], at: int) -> bool:
    """The bracket that closes a label with which a script begins."""
    opening = next((k for k in range(at, -1, -1) if _is_symbol(tokens, k, "[({")), -1)
    return _is_symbol(tokens, at, "])") and _is_symbol(tokens, opening - 1, "{") and _is_symbol(tokens, opening - 2, "^_")


def _display(out: list[Token], at: int) -> None:
    r"""`\\[ … \\] \\[ … \\]`: what stands between them is a display."""
    out[at] = out[at]._replace(text="quad")


def _bracket(out: list[Token], at: int) -> None:
    """What is set apart in round brackets: a number of the equation, a remark."""
    _equation_number(out, at)
    if at + 1 < len(out) and out[at + 1].kind == "text":
        _remark(out, at)


def _equation_number(out: list[Token], at: int) -> None:
    r"""`\ \ \ (4)` at the end of a row stands apart like `\qquad (4)`: nobody spaces out a factor."""
    if at + 1 < len(out) and out[at + 1].kind not in ("digit", "symbol"):
        return
    end = next((k for k in range(at + 1, len(out)) if out[k].kind != "digit" and not _is_symbol(out, k, ".-")), len(out))
    if end == at + 1 or not _is_symbol(out, end, ")"):
        return
    spaces = next((k for k in range(at) if not _is_space(out[at - 1 - k])), at)
    if spaces < 2:
        return
    behind = out[end + 1] if end + 1 < len(out) else None
    if behind is None or behind.kind in ("end", "tag") or (behind.kind == "command" and behind.text in ("\\", "cr")):
        out[at - 1] = out[at - 1]._replace(text="quad")


def _remark(out: list[Token], at: int) -> None:
    r"""`\ (\text{entropy})`, `（斜率）` with a space before it stand apart like a remark behind `\qquad`: nobody spaces out an argument."""
    word, closing = out[at + 1 : at + 2], at + 2
    if not word or word[0].kind != "text" or not _is_symbol(out, closing, ")") or not at:
        return
    behind = out[closing + 1] if closing + 1 < len(out) else None
    if behind is not None and not _is_symbol(out, closing + 1, "=,;&") and behind.kind not in ("end", "tag") and behind.text not in ENDS:
        return
    if _is_space(out[at - 1]):
        out[at - 1] = out[at - 1]._replace(text="quad")
    elif out[at].spaced and not word[0].text.isascii() and (out[at - 1].kind in ("letter", "digit") or _is_symbol(out, at - 1, "})")):
        out[at] = Token("command", "quad", out[at].span, spaced=True)
        out[closing] = out[closing]._replace(kind="nothing")


def _abbreviation(out: list[Token], at: int) -> None:
    r"""`s.t.` opens constraints, as `\text{s.t.}` does."""
    letters = [out[k].text for k in (at - 1, at + 1) if 0 <= k < len(out) and out[k].kind == "letter"]
    alone = at < LETTER_AND_STOP or out[at - 2].kind != "letter" or out[at - 1].spaced
    if letters != ["s", "t"] or not _is_symbol(out, at + 2, ".") or not alone:
        return
    span = Span(out[at - 1].span.start, out[at + 2].span.end)
    out[at - 1] = Token("text", "s.t.", span, out[at - 1].spaced)
    for k in range(at, at + 3):
        out[k] = out[k]._replace(kind="nothing")


def _is_space(token: Token) -> bool:
    return token.kind == "command" and token.text in SPACES


def _refuse_entity(tokens: Sequence[Token], at: int) -> None:
    """LatexSyntaxError for `&lt;`, `&plus;`, `&#43;`: a program wrote the note's characters as HTML."""
    end = at + 1
    while end < len(tokens) and not tokens[end].spaced and (tokens[end].kind in ("letter", "digit") or _is_symbol(tokens, end, "#")):
        end += 1
    name = "".join(token.text for token in tokens[at + 1 : end])
    if len(name) > 1 and (name[0] == "#" or name.isalpha()) and _is_symbol(tokens, end, ";") and not tokens[end].spaced:
        span = Span(tokens[at].span.start, tokens[end].span.end)
        advice = hint("entity", sign=ENTITIES[name]) if name in ENTITIES else hint("other_entity")
        raise syntax_error("entity", span, advice, entity=f"&{name};")


CHANGES: Mapping[tuple[str, str], Callable[[list[Token], int], None]] = {
    **{("command", name): _plain_matrix for name in PLAIN_MATRICES},
    **{("command", name): _interval for name in BEFORE_SETS},
    **{("command", name): _display for name in DISPLAYS},
    **{("command", name): stacked_limits for name in MARKS},
    ("command", BREAK): _escaped_braces,
    ("command", "_"): _escaped_subscript,
    ("command", "displaylines"): _displayed_lines,
    ("symbol", "-"): _leaders,
    ("symbol", "("): _bracket,
    ("symbol", "<"): _step_label,
    ("symbol", "."): _abbreviation,
    ("symbol", "&"): _refuse_entity,
}
"""The tokens at which such a spelling is recognised, by kind and text."""
REWRITTEN = frozenset(text for _, text in CHANGES)
