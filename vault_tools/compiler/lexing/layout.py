r"""Second stage: raw tokens -> tokens that the grammar reads. Layout is gone, `\left(` is one token, brackets are known to match.

What is wrong with brackets is found in brackets.py.
"""

from __future__ import annotations

from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler.lexing.brackets import PLAIN_KINDS, SIGN_KINDS, STAYING, check_doubled, matched
from vault_tools.compiler.lexing.environments import MATRICES, SYSTEMS
from vault_tools.compiler.lexing.rewrites import rewritten
from vault_tools.compiler.lexing.wide_spaces import SPACES, clause_space
from vault_tools.compiler.tokens import CONTROL_SPACE, THIN_SPACE, Kind, Token, hint, syntax_error
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_tools.errors import LatexSyntaxError


MARKED_SPACES: Mapping[str, str] = MappingProxyType(
    {" ": CONTROL_SPACE, ",": THIN_SPACE, "nobreakspace": THIN_SPACE, "!": notation.CLOSING_UP}
)
"""Spaces that leave a mark at the token behind them."""


def arrange(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens for the parser. LatexSyntaxError: unknown commands, doubled or lost backslashes, brackets that do not match."""
    joined = _join(rewritten(tokens))
    return matched(joined)


# ---------------------------------------------------------------- commands


def _join(tokens: Sequence[Token]) -> list[Token]:
    out: list[Token] = []
    behind, spaced, font = 0, False, ""
    for at, token in enumerate(tokens):
        if at < behind:
            continue
        kind = token.kind
        if not spaced and (kind in PLAIN_KINDS or token.text in STAYING.get(kind, ())):
            out.append(token)
            continue
        length, made = _one(tokens, at)
        behind = at + length
        if made is None:
            spaced = True
            font = MARKED_SPACES.get(token.text, font)
        else:
            spaced = spaced or token.spaced
            changed = font or made.spaced != spaced
            out.append(Token(made.kind, made.text, made.span, spaced, made.font or font) if changed else made)
            spaced, font = False, ""
    return out


def _one(tokens: Sequence[Token], at: int) -> tuple[int, Token | None]:
    """How many raw tokens make the next one, and it; None for layout without effect."""
    token = tokens[at]
    if token.kind == "symbol":
        kind = SIGN_KINDS.get(token.text)
        return 1, token if kind is None else Token(kind, *token[1:])
    if token.kind != "command":
        return 1, token
    if token.text == "\\":
        check_doubled(tokens, at)
        return 1, token
    if token.text in ("left", "right", "middle") or token.text in notation.BIG_DELIMITERS:
        return _sized(tokens, at)
    if token.text == "not":
        return _negated(tokens, at)
    if token.text in SPACES and (length := clause_space(tokens, at)):
        return length, token._replace(kind="quad", text="quad")
    return 1, _plain(token)


def _plain(token: Token) -> Token | None:
    name = token.text
    if name == "\n":
        return token
    if name in notation.THIN_SPACES or name in notation.NO_EFFECT:
        return None
    if name in notation.WIDE_SPACES:
        return token._replace(kind="quad")
    if name in notation.DELIMITERS:
        kind, text = notation.DELIMITERS[name]
        return token._replace(kind=kind, text=text)
    if name in ("cr", "newline", "tabularnewline"):
        return token._replace(text="\\")
    if name in notation.KNOWN_COMMANDS or name in ("_", "%", "neg", "lnot") or name in notation.LITERALS:
        return token
    if name.lower() in notation.WELL_KNOWN_WORDS or name in notation.BLACKBOARD_COMMANDS:
        return token
    raise _unknown(token)


def _unknown(token: Token) -> LatexSyntaxError:
    if token.text in MATRICES or token.text in SYSTEMS:
        return syntax_error(
            "unknown_command", token.span, hint("near_match", command=f"\\begin{{{token.text}}}"), command=f"\\{token.text}"
        )
    near = get_close_matches(token.text, sorted(n for n in notation.KNOWN_COMMANDS if n.isalpha()), 1, 0.7)
    split = next((n for length in range(len(token.text) - 1, 1, -1) if (n := token.text[:length]) in notation.KNOWN_COMMANDS), "")
    advice = hint("near_match", command=f"\\{near[0]}") if near else None
    if split and not near:
        advice = hint("space_missing", command=f"\\{split}", rest=token.text[len(split) :])
    return syntax_error("unknown_command", token.span, advice or hint("operatorname", name=token.text), command=f"\\{token.text}")


def _sized(tokens: Sequence[Token], at: int) -> tuple[int, Token]:
    r"""`\left(`, `\Bigr|`, `\middle|`: the delimiter with its role."""
    command = tokens[at]
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    found = _delimiter(following) if following else None
    if following is None or found is None:
        raise syntax_error("no_delimiter", command.span, hint("no_delimiter", command=f"\\{command.text}"), command=f"\\{command.text}")
    span = Span(command.span.start, following.span.end)
    role = notation.BIG_DELIMITERS.get(command.text, command.text)
    kind, text = found
    if role == "middle" and kind == "bar":
        return 2, Token("middle", text, span)
    if role in ("left", "right"):
        return 2, Token("left" if role == "left" else "right", text, span)
    if kind == "bar" and role in ("open", "close"):
        return 2, Token("open" if role == "open" else "close", text, span)
    return 2, Token(kind, text, span)


def _delimiter(token: Token) -> tuple[Kind, str] | None:
    if token.kind == "symbol" and token.text == "|":
        return "bar", "|"
    if token.kind == "symbol" and token.text in "<>":
        return ("open", "⟨") if token.text == "<" else ("close", "⟩")
    if token.kind == "symbol" and token.text in "./":
        return "symbol", token.text
    if token.kind == "command" and token.text in ("backslash", "uparrow", "downarrow", "Vert", "vert"):
        return {"Vert": ("bar", "‖"), "vert": ("bar", "|")}.get(token.text, ("symbol", "/"))  # type: ignore[return-value]
    if token.text in notation.DELIMITERS and token.kind in ("symbol", "command") and not (token.kind == "symbol" and token.text in "{}"):
        kind, text = notation.DELIMITERS[token.text]
        return kind, text
    return None


def _negated(tokens: Sequence[Token], at: int) -> tuple[int, Token]:
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None or following.text not in notation.NEGATED:
        raise syntax_error("unknown_command", tokens[at].span, hint("near_match", command="\\neq"), command="\\not")
    return 2, Token("command", notation.NEGATED[following.text], Span(tokens[at].span.start, following.span.end))
