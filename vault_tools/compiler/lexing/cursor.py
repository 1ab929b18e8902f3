"""Where the parser stands among the tokens: looking ahead, caps, vertical bars, and the errors that name the place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from vault_tools.compiler import notation
from vault_tools.compiler.tokens import Token, hint, kind_of, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.errors import LatexSyntaxError

MAXIMUM_DEPTH = 40

END = Token("nothing", "", Span(0, 0))
"""Stands behind the last token; matches nothing."""


class Bars(NamedTuple):
    """What stands behind a vertical bar in its segment (up to the next separator or relation on its level)."""

    singles: int
    doubles: int
    """Bars from here on, this one included; `||` counts as two singles and one double, `\\|` as one double."""
    operand_behind_last: bool


class Cursor:
    """A position that only grows, so that parsing is linear."""

    def __init__(self, tokens: Sequence[Token], length: int) -> None:
        self.tokens = tokens
        self.stop = len(tokens)
        self.move(0)
        self.length = length
        self.depth = 0
        self.scripts = 0
        self.fences: list[str] = [""]
        """Innermost last: the opening character of each fence, "" for the top level and inside braces."""
        self.bars = look_ahead_of_bars(tokens)

    # ------------------------------------------------------------ looking

    def move(self, position: int) -> None:
        """Stand before the token at `position`, which is `token`; that is END behind the last."""
        self.position = position
        self.token = self.tokens[position] if position < self.stop else END

    def peek(self, ahead: int) -> Token:
        """The token `ahead` of the next one; END behind the last."""
        at = self.position + ahead
        return self.tokens[at] if at < self.stop else END

    def next(self) -> Token:
        """The next token, consumed."""
        token = self.token
        self.position = at = self.position + 1
        self.token = self.tokens[at] if at < self.stop else END
        return token

    def at_symbol(self, text: str, ahead: int = 0) -> bool:
        """Whether a given character comes next."""
        at = self.position + ahead
        if at >= self.stop:
            return False
        token = self.tokens[at]
        return token.kind == "symbol" and token.text == text

    def at_command(self, *names: str) -> bool:
        """Whether one of these commands comes next."""
        return self.token.kind == "command" and self.token.text in names

    def glued(self, ahead: int = 1) -> bool:
        """Whether no space stands before the token `ahead`."""
        return not self.peek(ahead).spaced

    def script_at(self, at: int) -> tuple[tuple[Token, ...], int]:
        """The tokens of the script that starts at token `at`, without its braces, and where it ends."""
        if at >= self.stop or self.tokens[at].text != "{" or self.tokens[at].kind != "symbol":
            return tuple(self.tokens[at : min(at + 1, self.stop)]), at + 1
        end, depth = at + 1, 1
        while end < self.stop and depth:
            depth += {"{": 1, "}": -1}.get(self.tokens[end].text, 0) if self.tokens[end].kind == "symbol" else 0
            end += 1
        return tuple(self.tokens[at + 1 : end - 1]), end

    # ------------------------------------------------------------ places

    def here(self) -> Span:
        """The place of the next token; at the end, the last character."""
        token = self.token
        if token is not END:
            return token.span
        end = self.tokens[self.stop - 1].span.end if self.stop else self.length
        return Span(max(end - 1, 0), end)

    def span_from(self, start: int) -> Span:
        """From the token at `start` up to the last one consumed."""
        if start >= self.position:
            at = self.here().start
            return Span(at, at)
        first = self.tokens[start].span
        return Span(first.start, max(first.end, self.tokens[self.position - 1].span.end))

    def nowhere(self, at: int) -> Span:
        """The empty place before the token at `at`."""
        place = self.tokens[at].span.start if at < self.stop else self.here().end
        return Span(place, place)

    # ------------------------------------------------------------ caps and errors

    def deeper(self) -> None:
        """Counts one level of nesting. LatexSyntaxError: more than 40."""
        self.depth += 1
        if self.depth > MAXIMUM_DEPTH:
            raise syntax_error("too_deep", self.here(), hint("too_deep"), limit=MAXIMUM_DEPTH)

    def unexpected(self) -> LatexSyntaxError:
        """The next token fits nowhere."""
        token = self.token
        if token is END:
            return syntax_error("unexpected_end", self.here(), hint("unexpected_end"))
        return syntax_error("unexpected", token.span, None, token=shown(token))


def shown(token: Token) -> str:
    """A token as it is written, for messages."""
    match token.kind:
        case "command":
            return f"\\{token.text}" if token.text != "\n" else "\\"
        case "left" | "right":
            return f"\\{token.kind}{token.text}"
        case "begin" | "end":
            return f"\\{token.kind}{{{token.text}}}"
        case "quad":
            return "\\quad"
        case "text":
            return f"\\text{{{token.text}}}"
    return token.text


# ---------------------------------------------------------------- vertical bars


def is_operator(token: Token) -> bool:
    """Signs, products and relations: they need something on both sides."""
    if token.kind == "symbol":
        return token.text in "+-*/=<>:"
    return token.kind == "command" and token.text in _OPERATORS


_OPERATORS = frozenset({*notation.SIGNS, *notation.PRODUCTS, *notation.RELATIONS, *notation.IMPLICATIONS, *notation.LOGIC})


def is_relation(token: Token) -> bool:
    """Relations and implications."""
    if token.kind == "symbol":
        return token.text in "=<>:"
    return token.kind == "command" and (
        token.text in notation.RELATIONS or token.text in notation.IMPLICATIONS or token.text in notation.STRETCHED_ARROWS
    )


def nesting(token: Token) -> int:
    """1 for an opening bracket or brace, -1 for a closing one."""
    if token.kind in ("open", "left", "begin") or (token.kind == "symbol" and token.text == "{"):
        return 1
    if token.kind in ("close", "right", "end") or (token.kind == "symbol" and token.text == "}"):
        return -1
    return 0


OPENING = frozenset({"{", "?"})
"""Signs that an operand begins with."""


def starts_operand(token: Token) -> bool:
    """Whether an operand can begin with this token (signs and bars aside)."""
    if token.kind in ("letter", "digit", "text", "open", "left", "begin"):
        return True
    if token.kind == "symbol":
        return token.text in OPENING
    return token.kind == "command" and not is_operator(token) and token.text not in _STRUCTURE


_STRUCTURE = frozenset(
    {
        "\\",
        "\n",
        *notation.UNIT_SIGNS,
        "therefore",
        "because",
        "neg",
        "lnot",
        *notation.END_MARKS,
        *notation.OVERS,
        *notation.STRETCHED_ARROWS,
        *notation.DEFINITIONS,
    }
)


def look_ahead_of_bars(tokens: Sequence[Token]) -> dict[int, Bars]:
    """For each bar what follows on its level, from one walk backwards. A level is what lies between two brackets or braces."""
    found: dict[int, Bars] = {}
    if "bar" not in map(kind_of, tokens):
        return found
    fresh = Bars(0, 0, False)
    stack = [fresh]
    at = len(tokens) - 1
    while at >= 0:
        token = tokens[at]
        if token.kind in ("close", "right", "end") or (token.kind == "symbol" and token.text == "}"):
            stack.append(fresh)
        elif token.kind in ("open", "left", "begin") or (token.kind == "symbol" and token.text == "{"):
            stack.pop()
            stack = stack or [fresh]
        elif token.kind == "bar":
            at = _count_bar(tokens, at, stack, found)
        elif (
            token.kind in ("quad", "middle") or (token.kind == "symbol" and token.text in ",;&") or is_relation(token) or token.text == "\\"
        ):
            stack[-1] = fresh
        at -= 1
    return found


def _count_bar(tokens: Sequence[Token], at: int, stack: list[Bars], found: dict[int, Bars]) -> int:
    """Adds the bar at `at` (with `||`, the pair that ends there) to its level; returns where the walk goes on."""
    level = stack[-1]
    following = tokens[at + 1] if at + 1 < len(tokens) else END
    last = not level.singles and not level.doubles
    operand = (starts_operand(following) or (following.kind == "symbol" and following.text == "-")) if last else level.operand_behind_last
    if tokens[at].text == "‖":
        stack[-1] = found[at] = Bars(level.singles, level.doubles + 1, operand)
        return at
    pair = at > 0 and tokens[at - 1].kind == "bar" and tokens[at - 1].text == "|" and not tokens[at].spaced
    if not pair:
        stack[-1] = found[at] = Bars(level.singles + 1, level.doubles, operand)
        return at
    found[at] = Bars(level.singles + 1, level.doubles, operand)
    stack[-1] = found[at - 1] = Bars(level.singles + 2, level.doubles + 1, operand)
    return at - 1
