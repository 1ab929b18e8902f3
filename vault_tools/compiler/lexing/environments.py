r"""Rows and cells: which environments are matrices and which are systems of statements, and where a statement goes on in the next row.

Works on the arranged tokens, before the grammar: alignment marks of systems are dropped or become wide spaces.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from vault_tools.compiler.lexing.cursor import END, is_operator, is_relation, nesting
from vault_tools.compiler.notation import PRODUCTS, SIGNS, STACKS
from vault_tools.compiler.tokens import CONTROL_SPACE, Token, hint, kind_of, syntax_error, text_of
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

MATRICES: dict[str, str] = {
    name: name for name in ["matrix", "bmatrix", "pmatrix", "vmatrix", "Vmatrix", "Bmatrix", "smallmatrix", "array", "cases", "rcases"]
} | {"dcases": "cases", "drcases": "rcases", "psmallmatrix": "pmatrix", "bsmallmatrix": "bmatrix", "subarray": "matrix", "tabular": "array"}
"""Environment -> kind of its Grid. `array` only where its rows are no statements."""
SYSTEMS: frozenset[str] = frozenset(
    [
        "aligned",
        "align",
        "gather",
        "gathered",
        "split",
        "eqnarray",
        "equation",
        "multline",
        "multlined",
        "flalign",
        "alignat",
        "alignedat",
        "math",
        "displaymath",
    ]
)
STATEMENTS = "system"
"""Mark (in `font`) of an array whose rows are statements."""

ROW_SIGNS = frozenset({"&", "\\", "\n"})
"""Texts of the tokens between the cells and rows of a system."""
ASKING = frozenset("?!")
"""Above an equals sign: a question, or a demand."""
_EQUALITIES = frozenset({"=", "coloneqq", "triangleq", "approx", "equiv", "in", "le", "leq", "ge", "geq", "to", "propto", "sim"})


@dataclass
class _Level:
    """What is known of the innermost environment or brace group while walking over its tokens."""

    statements: bool
    """Rows are statements here: `&` only aligns."""
    one_statement: bool = False
    """Rows are pieces of one statement (`multline`)."""
    related: bool = False
    """The row so far has a relation."""
    aligned: bool = False
    """The column so far has an alignment mark before a relation."""
    space: Token | None = None
    r"""The token behind a `\ ` that came after that mark."""
    joined: bool = False
    """A row end was just dropped: marks and spaces that indent the next row go, too."""


class _Rows(NamedTuple):
    """The tokens, and where the first one stands from each on that is no alignment mark or wide space."""

    tokens: Sequence[Token]
    ahead: Sequence[int]

    def following(self, at: int) -> Token:
        """The next token behind the one at `at`, marks and wide spaces aside."""
        ahead = self.ahead[at + 1]
        return self.tokens[ahead] if ahead < len(self.tokens) else END


def align(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Marks arrays of statements, drops `&` of systems, joins rows that go on. LatexSyntaxError: a row end that lost a backslash."""
    if ROW_SIGNS.isdisjoint(map(text_of, tokens)) and "begin" not in map(kind_of, tokens):
        return tuple(tokens)
    out: list[Token] = []
    levels = [_Level(statements=True)]
    rows = _Rows(tokens, _behind_marks(tokens))
    for at, token in enumerate(tokens):
        if token.kind == "begin":
            system = token.text in SYSTEMS or (token.text == "array" and is_system(tokens, at))
            out.append(token._replace(font=STATEMENTS) if system else token)
            levels.append(_Level(system, token.text.startswith("multline")))
            continue
        if token.kind == "symbol" and token.text == "{":
            levels.append(_Level(statements=False))
        elif len(levels) > 1 and (token.kind == "end" or (token.kind == "symbol" and token.text == "}")):
            levels.pop()
        kept = _in_row(levels[-1], token, out, rows, at) if levels[-1].statements else token
        if kept is not None:
            out.append(kept)
    return tuple(out)


def _in_row(level: _Level, token: Token, before: list[Token], rows: _Rows, at: int) -> Token | None:
    """A token of a system as what it means there: nothing, a wide space, itself."""
    if token.kind == "symbol" and token.text == "&":
        return _mark(level, token, before, rows, at)
    if _ends_row(token):
        return _row_end(level, token, before, rows, at)
    if token.kind == "quad" and level.joined:
        return None
    level.joined = False
    level.related = level.related or is_relation(token)
    if token.font == CONTROL_SPACE and level.aligned:
        level.space = token
    return token


def _mark(level: _Level, token: Token, before: list[Token], rows: _Rows, at: int) -> Token | None:
    """An alignment mark: a wide space between two operands, else nothing."""
    previous = before[-1] if before else END
    following = rows.following(at)
    if is_relation(following):
        if level.aligned and level.space is not None:
            raise syntax_error("lost_row_end", level.space.span, hint("lost_row_end"))
        level.aligned = True
    outer = previous is END or previous.kind in ("begin", "quad") or _ends_row(previous) or following is END or _ends_row(following)
    if outer or level.joined or following.kind in ("end", "quad") or is_operator(previous) or is_operator(following):
        return None
    level.aligned, level.space = False, None
    return token._replace(kind="quad")


def _row_end(level: _Level, token: Token, before: list[Token], rows: _Rows, at: int) -> Token | None:
    """A row end, or nothing where the statement goes on."""
    level.aligned, level.space = False, None
    if _goes_on(level, before[-1] if before else END, rows, at):
        level.joined = True
        return None
    level.related = False
    return token


def _ends_row(token: Token) -> bool:
    return token.kind == "command" and token.text in ("\\", "\n")


def _behind_marks(tokens: Sequence[Token]) -> list[int]:
    """For each token the position of the first one from it on that is no alignment mark or wide space. Marks come in thousands."""
    places = [len(tokens)] * (len(tokens) + 1)
    for at in range(len(tokens) - 1, -1, -1):
        passed = tokens[at].kind == "quad" or (tokens[at].kind == "symbol" and tokens[at].text == "&")
        places[at] = places[at + 1] if passed else at
    return places


def _goes_on(level: _Level, previous: Token, rows: _Rows, at: int) -> bool:
    """Whether a statement is broken over two rows: an operator stands before the row end, or a product sign or further term behind it."""
    following = rows.following(at)
    if previous is END or _ends_row(previous) or _ends_row(following) or following.kind == "end" or following is END:
        return False
    if level.one_statement or (is_operator(previous) and not is_operator(following)):
        return True
    if following.kind not in ("command", "symbol"):
        return False
    if following.text in PRODUCTS or (following.text == "+" and not level.related):  # no statement begins with a plus
        return True
    return level.related and following.text in SIGNS and not _has_relation(rows.tokens, rows.ahead[at + 1])


def _has_relation(tokens: Sequence[Token], at: int) -> bool:
    """Whether the row that starts at `at` has a relation outside brackets."""
    depth = 0
    for token in tokens[at:]:
        depth += nesting(token)
        if depth < 0 or (depth == 0 and _ends_row(token)):
            return False
        if depth == 0 and is_relation(token):
            return True
    return False


def is_system(tokens: Sequence[Token], begin: int) -> bool:
    """Whether the array that begins here has statements as rows: a relation in a first cell, or at the start of a later one."""
    depth, cell, fresh = 0, 0, True
    for token in tokens[begin + 1 :]:
        depth += nesting(token)
        if depth < 0:
            return False
        if depth:
            fresh = False
            continue
        if token.kind == "symbol" and token.text == "&":
            cell, fresh = cell + 1, True
        elif _ends_row(token):
            cell, fresh = 0, True
        elif is_relation(token) and token.text in _EQUALITIES and (fresh or cell == 0):
            return True
        else:
            fresh = False
    return False


def stacked_relations(tokens: Sequence[Token]) -> tuple[Token, ...]:
    r"""`\overset{\text{def}}{=}` as the relation that it decorates; `\stackrel{?}{=}` asks, `\stackrel{!}{=}` demands."""
    if STACKS.isdisjoint(map(text_of, tokens)):
        return tuple(tokens)
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        end = _stacked_relation(tokens, at) if tokens[at].kind == "command" and tokens[at].text in STACKS else 0
        if end:
            span = Span(tokens[at].span.start, tokens[end].span.end)
            text = "questeq" if tokens[at + 2].text.strip() in ASKING else tokens[end - 1].text
            kind = "command" if text == "questeq" else tokens[end - 1].kind
            out.append(tokens[end - 1]._replace(kind=kind, text=text, span=span, spaced=tokens[at].spaced))
        else:
            out.append(tokens[at])
        at = max(end, at) + 1
    return tuple(out)


def _stacked_relation(tokens: Sequence[Token], at: int) -> int:
    """Position of the brace that closes the stack, if what is decorated is one relation; else 0."""
    end, depth = at + 1, 0
    while end < len(tokens):
        depth += nesting(tokens[end])
        if depth <= 0:
            break
        end += 1
    inside = end + 3 < len(tokens) and tokens[end + 1].text == "{" and tokens[end + 3].text == "}"
    return end + 3 if inside and is_relation(tokens[end + 2]) else 0
