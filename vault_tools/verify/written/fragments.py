r"""Inline formulas that are a part of their sentence: `H$_2$O`, `$3\times$ faster`, `$O($ n $)$`, a `$\sum_i$` that is only mentioned.

Each of them renders, breaks off or begins in the middle, and has at most one symbol, so there is nothing in it to compute.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.notation import FRACTIONS, FUNCTION_COMMANDS, GREEK
from vault_tools.compiler.tokens import tokenize

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vault_tools.compiler.tokens import Token
    from vault_tools.errors import LatexSyntaxError
    from vault_tools.model import Formula

BREAKS_OFF = frozenset(
    f"syntax.{key}"
    for key in ("no_base", "no_operand", "no_right_side", "empty_operator", "unclosed", "stray_close", "unexpected", "unexpected_end")
)
"""What can stand on the other side of a dollar."""
MENTIONED = BREAKS_OFF | {"syntax.empty_argument"}
"""The same, and a command without its argument where it is alone."""
COMPUTE = FUNCTION_COMMANDS | FRACTIONS | {"sqrt"}


def is_fragment(formula: Formula, error: LatexSyntaxError) -> bool:
    """Whether a broken formula goes on in the sentence around it."""
    if formula.display or error.message.key not in MENTIONED:
        return False
    tokens = tuple(_outside_scripts(tokenize(formula.latex)))
    if not any(token.kind in ("letter", "digit") or token.text in GREEK for token in tokens):
        return not any(token.kind in ("text", "begin", "end") for token in tokens)
    symbols = sum(token.kind in ("letter", "text") or token.text in GREEK for token in tokens)
    group = error.message.key in ("syntax.unclosed", "syntax.stray_close") and not {"{", "}"}.isdisjoint(error.message.values.values())
    return error.message.key in BREAKS_OFF and symbols <= 1 and not group and COMPUTE.isdisjoint(token.text for token in tokens)


def _outside_scripts(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens that stand on the line, braces aside."""
    depth, script = 0, False
    for token in tokens:
        if token.text in ("^", "_") and not depth:
            script = True
        elif script or depth:
            depth += (token.text == "{") - (token.text == "}")
            script = False
        elif token.text not in ("{", "}"):
            yield token
