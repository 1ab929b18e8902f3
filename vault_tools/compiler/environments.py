r"""Rows and cells: which environments are matrices and which are systems of statements, and where a statement goes on in the next row.

Works on the arranged tokens, before the grammar: alignment marks of systems are dropped or become wide spaces.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.cursor import END, is_operator, is_relation
from vault_tools.compiler.notation import PRODUCTS, SIGNS, STACKS
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.tokens import Token

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

_EQUALITIES = frozenset({"=", "coloneqq", "triangleq", "approx", "equiv", "in", "le", "leq", "ge", "geq", "to", "propto", "sim"})


def align(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Marks arrays of statements, drops `&` of systems, joins rows that go on."""
    out: list[Token] = []
    levels = [True]
    """Innermost last: whether rows are statements there."""
    related = [False]
    """Whether the row so far has a relation."""
    for at, token in enumerate(tokens):
        if token.kind == "begin":
            system = token.text in SYSTEMS or (token.text == "array" and is_system(tokens, at))
            token = token._replace(font=STATEMENTS) if system else token
            levels.append(system)
            related.append(False)
        elif token.kind == "symbol" and token.text == "{":
            levels.append(False)
            related.append(False)
        elif len(levels) > 1 and (token.kind == "end" or (token.kind == "symbol" and token.text == "}")):
            levels.pop()
            related.pop()
        elif levels[-1]:
            related[-1] = related[-1] or is_relation(token)
            kept = _aligned(token, out, tokens, at, related[-1])
            if kept is None:
                continue
            if kept.kind == "command" and kept.text in ("\\", "\n"):
                related[-1] = False
            token = kept
        out.append(token)
    return tuple(out)


def _aligned(token: Token, before: list[Token], tokens: Sequence[Token], at: int, related: bool) -> Token | None:
    """An alignment mark or row end of a system as what it means there: nothing, a wide space, itself."""
    mark = token.kind == "symbol" and token.text == "&"
    row_end = token.kind == "command" and token.text in ("\\", "\n")
    if not mark and not row_end:
        return token
    previous = before[-1] if before else END
    ahead = _behind_marks(tokens, at + 1)
    following = tokens[ahead] if ahead < len(tokens) else END
    if row_end:
        return None if _goes_on(previous, following, tokens, ahead, related) else token
    outer = previous is END or previous.kind in ("begin", "quad") or _ends_row(previous) or following is END or _ends_row(following)
    if outer or following.kind == "end" or is_operator(previous) or is_operator(following):
        return None
    return token._replace(kind="quad")


def _ends_row(token: Token) -> bool:
    return token.kind == "command" and token.text in ("\\", "\n")


def _behind_marks(tokens: Sequence[Token], at: int) -> int:
    while at < len(tokens) and tokens[at].kind == "symbol" and tokens[at].text == "&":
        at += 1
    return at


def _goes_on(previous: Token, following: Token, tokens: Sequence[Token], ahead: int, related: bool) -> bool:
    """Whether a statement is broken over two rows: an operator stands before the row end, or a product sign or further term behind it."""
    if previous is END or _ends_row(previous) or _ends_row(following) or following.kind == "end" or following is END:
        return False
    if is_operator(previous) and not is_operator(following):
        return True
    if following.text in PRODUCTS and following.kind in ("command", "symbol"):
        return True
    return related and following.text in SIGNS and following.kind in ("command", "symbol") and not _has_relation(tokens, ahead)


def _has_relation(tokens: Sequence[Token], at: int) -> bool:
    """Whether the row that starts at `at` has a relation outside brackets."""
    depth = 0
    for token in tokens[at:]:
        depth += _nesting(token)
        if depth < 0 or (depth == 0 and _ends_row(token)):
            return False
        if depth == 0 and is_relation(token):
            return True
    return False


def _nesting(token: Token) -> int:
    if token.kind in ("open", "left", "begin") or (token.kind == "symbol" and token.text == "{"):
        return 1
    if token.kind in ("close", "right", "end") or (token.kind == "symbol" and token.text == "}"):
        return -1
    return 0


def is_system(tokens: Sequence[Token], begin: int) -> bool:
    """Whether the array that begins here has statements as rows: a relation in a first cell, or at the start of a later one."""
    depth, cell, fresh = 0, 0, True
    for token in tokens[begin + 1 :]:
        depth += _nesting(token)
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
    r"""`\overset{!}{=}` and `\stackrel{\text{def}}{=}` as the relation that they decorate."""
    out: list[Token] = []
    at = 0
    while at < len(tokens):
        end = _stacked_relation(tokens, at) if tokens[at].kind == "command" and tokens[at].text in STACKS else 0
        if end:
            span = Span(tokens[at].span.start, tokens[end].span.end)
            out.append(tokens[end - 1]._replace(span=span, spaced=tokens[at].spaced))
        else:
            out.append(tokens[at])
        at = max(end, at) + 1
    return tuple(out)


def _stacked_relation(tokens: Sequence[Token], at: int) -> int:
    """Position of the brace that closes the stack, if what is decorated is one relation; else 0."""
    end, depth = at + 1, 0
    while end < len(tokens):
        depth += _nesting(tokens[end])
        if depth <= 0:
            break
        end += 1
    inside = end + 3 < len(tokens) and tokens[end + 1].text == "{" and tokens[end + 3].text == "}"
    return end + 3 if inside and is_relation(tokens[end + 2]) else 0
