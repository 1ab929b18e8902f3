r"""Statements on lines of their own without a `\\` between: `a = x + y`, and on the next line `b = 2a`.

A line end is layout where a formula goes on behind it. It ends a statement where a relation of its own stands on the next line and
nothing is missing on the line before; an empty line always does. Works on raw tokens, before layout.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler.lexing.cursor import is_operator, is_relation, starts_operand
from vault_tools.compiler.lexing.environments import SYSTEMS
from vault_tools.compiler.tokens import Token
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

NESTING = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}
SYMBOLS = frozenset({"symbol", "command"})
NAMING = frozenset({"letter", "text", "command"})
"""Kinds of the tokens that the name on the left of an equation begins with."""
ROWS = frozenset({"\\", "\n", "cr", "newline", "tabularnewline"})
GOING_ON = frozenset({*notation.BIG_OPERATORS, *notation.LIMIT_OPERATORS, *notation.NUMBER_FUNCTIONS, *notation.WORD_OPERATORS})
"""Commands of operators and functions: a line that begins with one may be a further factor."""
WAITING = GOING_ON.union(notation.ARITY, {"left", "right", "not", "middle", "nabla", "partial"})
"""Commands that something must follow."""
UNSEEN = notation.THIN_SPACES | notation.WIDE_SPACES | notation.NO_EFFECT
"""Commands of room and of layout: what stood before them is as complete as it was."""
OPENINGS = frozenset({"(", "[", "{", "left"}).union(notation.BIG_DELIMITERS)
SEPARATORS = frozenset(",;:&")
CLAUSE_ENDS = frozenset(",;:")


def parted(tokens: tuple[Token, ...], latex: str) -> tuple[Token, ...]:
    r"""The tokens, with a row end where a line end parts two statements."""
    if "\n" not in latex.strip():
        return tokens
    out: list[Token] = []
    levels = [_Line(statements=True)]
    room = ""
    for at, token in enumerate(tokens):
        line = levels[-1]
        gap = room + (latex[tokens[at - 1].span.end : token.span.start] if at and line.statements and not line.depth else "")
        unseen = token.kind == "command" and token.text in UNSEEN
        room = gap if unseen else ""
        if "\n" in gap and not room and line.complete and line.related and (_begins(tokens, at, latex) or _is_paragraph(gap, token)):
            place = tokens[at - 1].span.end
            out.append(Token("command", "\\", Span(place, place)))
            line.start()
        out.append(token)
        if token.kind == "begin":
            levels.append(_Line(statements=token.text in SYSTEMS and not token.text.startswith("multline")))
        elif token.kind == "end" and len(levels) > 1:
            levels.pop()
            levels[-1].complete = True
        elif not unseen:
            line.read(token)
    return tuple(out)


class _Line:
    """What is known of the statement that is read, in one environment."""

    def __init__(self, *, statements: bool) -> None:
        self.statements = statements
        """Rows are statements here."""
        self.depth = 0
        self.start()

    def start(self) -> None:
        """Begin a statement."""
        self.related = self.complete = self.waiting = self.scripted = False

    def read(self, token: Token) -> None:
        """Go on by one token that changes more than how a formula looks."""
        text, nesting = token.text, NESTING.get(token.text, 0) if token.kind in SYMBOLS else 0
        self.depth += nesting
        if self.depth - max(nesting, 0):
            return
        if token.kind == "command" and text in ROWS:
            self.start()
            return
        self.related = self.related or is_relation(token)
        if token.kind == "symbol" and text in "_^":
            self.scripted, self.complete = True, False
        elif self.scripted:
            self.scripted = nesting > 0
            self.complete = not self.waiting
        elif nesting < 0:
            self.complete = True
        else:
            self.waiting = is_operator(token) or (token.kind == "command" and text in WAITING)
            self.complete = not self.waiting and not (token.kind == "symbol" and text in SEPARATORS)


def _is_paragraph(gap: str, token: Token) -> bool:
    """Whether an empty line stands before an operand; brackets and matrices below each other are factors of one product."""
    opens = token.kind == "begin" or token.text in OPENINGS
    return not opens and starts_operand(token) and any(not line.strip() for line in gap.split("\n")[1:-1])


def _begins(tokens: Sequence[Token], at: int, latex: str) -> bool:
    """Whether an equation begins here: a name or a derivative, and a relation before the line ends."""
    token = tokens[at]
    if token.kind == "text" and not _is_name(tokens[at + 1 : at + 2]):
        return False
    if token.kind == "letter" and _word(tokens, at) in notation.CONNECTIVES:
        return False
    going_on = token.kind == "command" and token.text in GOING_ON
    return token.kind in NAMING and starts_operand(token) and not going_on and _relates(tokens, at, latex)


def _is_name(behind: Sequence[Token]) -> bool:
    """Whether prose before this token is the name of a quantity or a function."""
    return bool(behind) and (behind[0].text in ("(", "_", "^", "'", "&") or is_relation(behind[0]))


def _word(tokens: Sequence[Token], at: int) -> str:
    end = at + 1
    while end < len(tokens) and tokens[end].kind == "letter" and not tokens[end].spaced:
        end += 1
    return "".join(token.text for token in tokens[at:end])


def _relates(tokens: Sequence[Token], at: int, latex: str) -> bool:
    """Whether a relation stands outside brackets before this line ends."""
    depth = 0
    for k in range(at, len(tokens)):
        token = tokens[k]
        if k > at and not depth and "\n" in latex[tokens[k - 1].span.end : token.span.start]:
            return False
        depth += NESTING.get(token.text, 0) if token.kind in SYMBOLS else (token.kind == "begin") - (token.kind == "end")
        if depth < 0 or (not depth and ((token.kind == "command" and token.text in ROWS) or token.text in CLAUSE_ENDS)):
            return False
        if not depth and is_relation(token):
            return True
    return False
