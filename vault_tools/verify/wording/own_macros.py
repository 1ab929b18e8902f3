r"""A formula with the note's macros put in, as LaTeX again: a title does not know what `\norm` is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.lexing.macros import Macros
from vault_tools.compiler.tokens import tokenize
from vault_tools.errors import LatexSyntaxError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.tokens import Token

WRITTEN = {"command": r"\{} ", "text": r"\text{{{}}}", "begin": r"\begin{{{}}}", "end": r"\end{{{}}}", "tag": ""}
"""Kinds of token that stand in the source otherwise than their text."""


def without_macros(latex: str, preamble: str) -> str:
    """The formula in commands that everybody knows; as it stands where its macros cannot be put in."""
    if not preamble:
        return latex
    try:
        return _written(Macros.read(preamble).expand(tokenize(latex)))
    except LatexSyntaxError:
        return latex


def _written(tokens: Sequence[Token]) -> str:
    parts = ((" " if token.spaced else "") + WRITTEN.get(token.kind, "{}").format(token.text) for token in tokens)
    return "".join(parts).strip()
