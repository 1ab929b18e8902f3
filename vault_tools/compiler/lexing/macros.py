r"""Macros of a note: `\newcommand`, `\def` and `\DeclareMathOperator` of its preamble, expanded in the tokens of a formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vault_tools.compiler.tokens import MAXIMUM_TOKENS, Token, argument_name, hint, syntax_error, text_of, tokenize
from vault_tools.errors import LatexSyntaxError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAXIMUM_EXPANSIONS = 1_000
"""For one formula, nested expansions included."""


@dataclass(frozen=True, slots=True)
class Macro:
    """What a command stands for."""

    body: tuple[Token, ...]
    parameters: int = 0
    default: tuple[Token, ...] | None = None
    """Of the first parameter where it is optional."""


@dataclass(frozen=True, slots=True)
class Macros:
    """The macros that hold in a formula; a value, made from a preamble."""

    table: Mapping[str, Macro] = field(default_factory=dict)

    @staticmethod
    def read(preamble: str) -> Macros:
        """The definitions in a text, one after the other; a line that is no definition is passed over."""
        table: dict[str, Macro] = {}
        for line in preamble.splitlines():
            try:
                reader = _Reader(tokenize(line), Macros(table))
                reader.expanded()
            except LatexSyntaxError:
                continue
            table.update(reader.table)
        return Macros(table)

    def expand(self, tokens: Sequence[Token]) -> tuple[Token, ...]:
        """The tokens with definitions taken in and macros replaced. LatexSyntaxError: over 1,000 expansions, or an argument is missing."""
        if not self.table and _DEFINERS.isdisjoint(map(text_of, tokens)):
            return tuple(tokens)
        return _Reader(tokens, self).expanded()


NO_MACROS = Macros()

_DEFINERS = frozenset({"newcommand", "renewcommand", "providecommand", "def", "gdef", "DeclareMathOperator"})


class _Reader:
    """Rewrites tokens from a stack (the next token is its last element), so that expansions are read again."""

    def __init__(self, tokens: Sequence[Token], macros: Macros) -> None:
        self.stack = list(reversed(tokens))
        self.table = dict(macros.table)
        self.expansions = 0

    def expanded(self) -> tuple[Token, ...]:
        out: list[Token] = []
        while self.stack:
            token = self.stack.pop()
            if token.kind != "command":
                out.append(token)
            elif token.text in _DEFINERS:
                self.define(token)
            elif token.text in self.table:
                self.replace(token)
            else:
                out.append(token)
        return tuple(out)

    # ------------------------------------------------------------ definitions

    def define(self, command: Token) -> None:
        r"""`\newcommand{\R}[1][x]{…}`, `\def\R#1{…}`, `\DeclareMathOperator*{\argmax}{arg\,max}`."""
        if self.peek("*"):
            self.stack.pop()
        name = self.name(command)
        parameters, default = (self.hashes(), None) if command.text in ("def", "gdef") else self.options()
        body = self.argument(command)
        if command.text == "DeclareMathOperator":
            body = (command._replace(text="operatorname"), _brace("{", command), *body, _brace("}", command))
        self.table[name] = Macro(body, parameters, default)

    def name(self, command: Token) -> str:
        group = self.argument(command)
        if len(group) != 1 or group[0].kind != "command":
            raise syntax_error("definition", command.span, hint("definition"), command=f"\\{command.text}")
        return group[0].text

    def hashes(self) -> int:
        count = 0
        while self.peek("#"):
            self.stack.pop()
            if self.stack and self.stack[-1].kind == "digit":
                self.stack.pop()
            count += 1
        return count

    def options(self) -> tuple[int, tuple[Token, ...] | None]:
        count = self.bracketed()
        default = self.bracketed() if count else None
        return (int(count[0].text) if count and count[0].kind == "digit" else 0), default

    def bracketed(self) -> tuple[Token, ...] | None:
        """`[…]`, if it comes next."""
        if not self.peek("["):
            return None
        self.stack.pop()
        inside: list[Token] = []
        while self.stack and not self.peek("]"):
            inside.append(self.stack.pop())
        if self.stack:
            self.stack.pop()
        return tuple(inside)

    # ------------------------------------------------------------ uses

    def replace(self, token: Token) -> None:
        """Puts the body in the place of the macro; its tokens have the place of the use."""
        self.expansions += 1
        if self.expansions > MAXIMUM_EXPANSIONS:
            raise syntax_error("too_many_expansions", token.span, hint("recursive_macro"), limit=MAXIMUM_EXPANSIONS)
        macro = self.table[token.text]
        arguments: list[tuple[Token, ...]] = []
        if macro.default is not None:
            given = self.bracketed()
            arguments.append(macro.default if given is None else given)
        while len(arguments) < macro.parameters:
            arguments.append(self.argument(token))
        body = list(_filled(macro.body, arguments, token))
        if len(self.stack) + len(body) > MAXIMUM_TOKENS:
            raise syntax_error("too_many_expansions", token.span, hint("recursive_macro"), limit=MAXIMUM_EXPANSIONS)
        self.stack.extend(reversed(body))

    def argument(self, command: Token) -> tuple[Token, ...]:
        """A braced group without its braces, or one token."""
        if not self.stack:
            raise syntax_error("missing_argument", command.span, command=f"\\{command.text}")
        first = self.stack.pop()
        if first.kind != "symbol" or first.text != "{":
            return (first,)
        inside: list[Token] = []
        depth = 1
        while self.stack:
            token = self.stack.pop()
            if token.kind == "symbol" and token.text in "{}":
                depth += 1 if token.text == "{" else -1
                if not depth:
                    return tuple(inside)
            inside.append(token)
        raise syntax_error(
            "unclosed_argument", first.span, hint("close_at_end"), command=f"\\{command.text}", argument=argument_name("", 1)
        )

    def peek(self, text: str) -> bool:
        return bool(self.stack) and self.stack[-1].kind == "symbol" and self.stack[-1].text == text


def _brace(text: str, place: Token) -> Token:
    return Token("symbol", text, place.span)


def _filled(body: Sequence[Token], arguments: Sequence[tuple[Token, ...]], use: Token) -> Iterator[Token]:
    """The body with `#1` replaced; an argument keeps its own places."""
    at = 0
    while at < len(body):
        token = body[at]
        hashed = token.kind == "symbol" and token.text == "#" and at + 1 < len(body) and body[at + 1].kind == "digit"
        number = int(body[at + 1].text) if hashed else 0
        if 0 < number <= len(arguments):
            yield from arguments[number - 1]
            at += 2
            continue
        if token.kind in ("text", "tag") and "#" in token.text:
            for k, argument in enumerate(arguments, 1):
                token = token._replace(text=token.text.replace(f"#{k}", "".join(piece.text for piece in argument)))
        yield token._replace(span=use.span, spaced=use.spaced if at == 0 else token.spaced)
        at += 1
