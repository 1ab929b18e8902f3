r"""Brackets of all kinds are known to match: braces, parentheses, `\left` and `\right`, environments.

Everything that is wrong with them is found here, in one walk with one stack, so that the message can say what was open.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler.lexing.cursor import is_operator
from vault_tools.compiler.tokens import Kind, Token, argument_name, hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_tools.errors import LatexSyntaxError

SIGN_KINDS: Mapping[str, Kind] = MappingProxyType(
    {sign: kind for sign, (kind, _) in notation.DELIMITERS.items() if sign not in "{}|"} | {"|": "bar"}
)
"""What brackets and bars are that are typed without a backslash."""
PLAIN_KINDS = frozenset({"letter", "digit", "text"})
"""Tokens that stay as they are."""
STAYING: Mapping[Kind, frozenset[str]] = MappingProxyType(
    {
        "symbol": frozenset("{}^_&'+-*/=<>,;:.!?").difference(SIGN_KINDS),
        "command": notation.KNOWN_COMMANDS.difference(
            notation.BIG_DELIMITERS, notation.DELIMITERS, notation.THIN_SPACES, notation.WIDE_SPACES, notation.NO_EFFECT,
            {"\\", "\n", "left", "right", "middle", "not", "cr", "newline", "tabularnewline"},
        ),
    }
)  # fmt: skip
"""Texts of the signs and commands that stay as they are."""
UNBRACKETED: Mapping[Kind, frozenset[str]] = MappingProxyType(
    {"symbol": STAYING["symbol"] - frozenset("{}_^"), "command": STAYING["command"].difference(notation.ARITY)}
)
"""Texts of the signs and commands that open, close or announce no bracket, and end no row."""


def matched(tokens: list[Token]) -> tuple[Token, ...]:
    """The tokens without the braces and row ends that mean nothing. LatexSyntaxError: what is open is not what is closed."""
    return _Brackets(tokens).checked()


def check_doubled(tokens: Sequence[Token], at: int, words: frozenset[str] = notation.NEVER_BARE) -> None:
    r"""`\\frac` is a line break followed by the word frac: nobody means that. Outside environments `\\exp` is none either."""
    end = at + 1
    while end < len(tokens) and tokens[end].kind == "letter" and not tokens[end].spaced:
        end += 1
    word = "".join(token.text for token in tokens[at + 1 : end])
    follows = tokens[end].text if end < len(tokens) else ""
    certain = word in words and (word not in notation.PLAIN_WORDS or (follows != "" and follows in "{([|_^"))
    if certain and tokens[at].span.end - tokens[at].span.start == 2:
        span = Span(tokens[at].span.start, tokens[end - 1].span.end)
        raise syntax_error("doubled_backslash", span, hint("doubled_backslash", command=f"\\{word}"), word=word)


@dataclass
class _Open:
    """A bracket that waits for its partner."""

    kind: Kind
    at: int
    owner: str = ""
    """Of a brace: the command whose argument it is (`\\frac`), `_` or `^`; "" for a plain group."""
    ordinal: int = 0


@dataclass
class _Brackets:
    """One walk over the tokens with a stack of what is open."""

    tokens: list[Token]
    stack: list[_Open] = field(default_factory=list)
    owners: dict[int, tuple[str, int]] = field(default_factory=dict)
    """Position of an opening brace -> command and number of the argument it opens."""
    braces: int = 0
    """How many entries of the stack are braces."""
    dissolved: set[int] = field(default_factory=set)
    """Braces that a parenthesis crosses: they group nothing."""
    breaks: set[int] = field(default_factory=set)
    """Row ends inside parentheses: layout."""

    def checked(self) -> tuple[Token, ...]:
        """The tokens without the braces and row ends that mean nothing."""
        for at, token in enumerate(self.tokens):
            kind = token.kind
            if kind in PLAIN_KINDS or token.text in UNBRACKETED.get(kind, ()):
                continue
            if kind == "symbol":
                self.brace_or_script(at, token.text)
            elif kind == "command":
                self.row_end(at) if token.text in ("\\", "\n") else self.claim(at, token.text, 1)
            elif kind in ("open", "left", "begin"):
                self.stack.append(_Open(kind, at))
            elif kind == "close":
                self.close_bracket(at)
            elif kind in ("right", "end"):
                self.close_pair(at)
        if self.stack:
            raise self.unclosed(self.stack[-1], None)
        gone = self.dissolved | self.breaks
        return tuple([token for at, token in enumerate(self.tokens) if at not in gone] if gone else self.tokens)

    def brace_or_script(self, at: int, text: str) -> None:
        """Braces, and the brace that a script's mark will open."""
        if text == "{":
            self.open_brace(at)
        elif text == "}":
            self.close_brace(at)
        elif text in ("_", "^"):
            self.owners[at + 1] = (text, 1)

    def claim(self, at: int, command: str, ordinal: int) -> None:
        r"""The brace behind `at` (or behind the `[3]` of `\sqrt[3]`) is an argument of `command`."""
        if ordinal > notation.ARITY.get(command, 0):
            return
        after = at + 1
        if command == "sqrt" and after < len(self.tokens) and self.tokens[after].text == "[":
            after = next((i + 1 for i in range(after, min(after + 40, len(self.tokens))) if self.tokens[i].text == "]"), after)
        self.owners[after] = (command, ordinal)

    def open_brace(self, at: int) -> None:
        owner, ordinal = self.owners.get(at, ("", 0))
        if (not owner or owner in notation.SIGN_CLASSES) and self.is_sign_alone(at):
            self.dissolved |= {at - 1, at, at + 2} if owner else {at, at + 2}
            return
        self.stack.append(_Open("symbol", at, owner, ordinal))
        self.braces += 1

    def is_sign_alone(self, at: int) -> bool:
        r"""`{=}`, `{+}` and `\mathrel{=}`: braces around an operator change its spacing, not its meaning."""
        inside = self.tokens[at + 1 : at + 3]
        return len(inside) == 2 and is_operator(inside[0]) and inside[1].kind == "symbol" and inside[1].text == "}"

    def close_brace(self, at: int) -> None:
        if at in self.dissolved:
            return
        if not self.braces:
            raise syntax_error("stray_close", self.tokens[at].span, hint("stray_brace"), closer="}")
        entry = self.stack.pop()
        self.braces -= 1
        if entry.kind == "open" and self.stack and self.stack[-1].kind == "symbol" and not self.stack[-1].owner:
            brace = self.stack.pop()
            self.dissolved |= {brace.at, at}
            self.stack.append(entry)
            return
        if entry.kind != "symbol":
            raise self.unclosed(entry, at)
        if entry.owner and entry.owner not in "_^":
            self.claim(at, entry.owner, entry.ordinal + 1)

    def close_bracket(self, at: int) -> None:
        closer = self.tokens[at]
        if self.stack and self.stack[-1].kind == "open":
            opener = self.tokens[self.stack[-1].at]
            if closer.text not in notation.PARTNERS[opener.text]:
                raise syntax_error("mismatch", closer.span, hint("mismatch", opener=opener.text), opener=opener.text, closer=closer.text)
            self.stack.pop()
            return
        if self.stack and self.stack[-1].kind == "symbol":
            brace = self.stack[-1]
            partners = _brace_partners(self.tokens)
            if brace.at not in partners:
                raise self.unclosed(brace, at)
            if not brace.owner and len(self.stack) > 1 and self.stack[-2].kind == "open":
                del self.stack[-2:]
                self.braces -= 1
                self.dissolved |= {brace.at, partners[brace.at]}
                return
        raise syntax_error("stray_close", closer.span, hint("stray_bracket", closer=closer.text), closer=closer.text)

    def close_pair(self, at: int) -> None:
        r"""`\right` and `\end` close only what was opened by `\left` and `\begin` of the same name."""
        token = self.tokens[at]
        wanted = "left" if token.kind == "right" else "begin"
        if self.stack and self.stack[-1].kind == wanted:
            entry = self.stack.pop()
            opened = self.tokens[entry.at]
            if wanted == "begin" and opened.text != token.text:
                raise syntax_error("wrong_end", token.span, hint("wrong_end", name=opened.text), opened=opened.text, closed=token.text)
            return
        if self.stack and any(entry.kind == wanted for entry in self.stack):
            raise self.unclosed(self.stack[-1], at)
        written = f"\\right{_written(token)}" if wanted == "left" else f"\\end{{{token.text}}}"
        raise syntax_error("no_partner", token.span, hint(f"no_{wanted}"), closer=written)

    def row_end(self, at: int) -> None:
        r"""A row end inside plain parentheses is layout; inside `\left…\right` and braces it is a mistake."""
        if self.tokens[at].text == "\n" and not (self.stack and self.stack[-1].kind == "begin"):
            self.breaks.add(at)
            return
        if self.stack and (self.stack[-1].kind == "begin" or self.stack[-1].owner == "substack"):
            return
        check_doubled(self.tokens, at, notation.FUNCTION_COMMANDS)
        if not self.stack:
            return
        if self.stack[-1].kind == "open":
            self.breaks.update(range(at, self._end_of_indent(at + 1)))
            return
        opened = self.tokens[self.stack[-1].at]
        shown = f"\\left{_written(opened)}" if opened.kind == "left" else "{"
        raise syntax_error("row_inside", self.tokens[at].span, hint("row_inside"), opener=shown)

    def _end_of_indent(self, at: int) -> int:
        r"""Where the next row begins in earnest, behind the `&\quad` that moves it to the right."""
        while at < len(self.tokens) and (self.tokens[at].kind == "quad" or self.tokens[at].text == "&"):
            at += 1
        return at

    def unclosed(self, entry: _Open, before: int | None) -> LatexSyntaxError:
        token = self.tokens[entry.at]
        advice = hint("close_before", place=_source(self.tokens[before])) if before is not None else hint("close_at_end")
        if entry.kind == "symbol" and entry.owner and entry.owner not in "_^":
            argument = argument_name(entry.owner, entry.ordinal)
            return syntax_error("unclosed_argument", token.span, advice, command=f"\\{entry.owner}", argument=argument)
        if entry.kind == "symbol":
            return syntax_error("unclosed", token.span, advice, opener="{", closer="}")
        if entry.kind == "left":
            return syntax_error("unclosed", token.span, hint("no_right"), opener=f"\\left{_written(token)}", closer="\\right")
        if entry.kind == "begin":
            return syntax_error(
                "unclosed", token.span, hint("no_end", name=token.text), opener=f"\\begin{{{token.text}}}", closer=f"\\end{{{token.text}}}"
            )
        return syntax_error("unclosed", token.span, advice, opener=token.text, closer=notation.PARTNERS[token.text][0])


def _brace_partners(tokens: list[Token]) -> dict[int, int]:
    """Opening brace -> closing brace, looking at braces alone."""
    stack: list[int] = []
    partners: dict[int, int] = {}
    for at, token in enumerate(tokens):
        if token.kind == "symbol" and token.text == "{":
            stack.append(at)
        elif token.kind == "symbol" and token.text == "}" and stack:
            partners[stack.pop()] = at
    return partners


def _written(token: Token) -> str:
    return {"{": "\\{", "}": "\\}", "‖": "\\|", "⟨": "\\langle", "⟩": "\\rangle"}.get(token.text, token.text)


def _source(token: Token) -> str:
    """How a closing token looks in LaTeX."""
    return {"right": f"\\right{_written(token)}", "end": f"\\end{{{token.text}}}", "symbol": token.text}.get(token.kind, _written(token))
