r"""Random variables: in `E[aX + b]` and `\mathrm{Cov}(X, Y)` a capital stands for its values, and a small letter beside it for a number."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.atoms import rows, symbol_atoms
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import every
from vault_tools.compiler.syntax_tree import Letters, Scripted, Styled

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks
    from vault_tools.compiler.syntax_tree import Node

EXPECTATIONS = frozenset({"E", "Var", "var", "Cov", "cov", "Corr", "corr"})
"""What stands before a bracket with random variables."""


def mark_random(marks: Marks, body: Node) -> None:
    r"""Mark the plain capitals in a bracket as vectors, the small letters beside them as numbers.

    Not where something is bold or transposed, or a matrix stands before a vector (`E[(y - Wx)^2]`).
    """
    maps = (pair for row in rows(body, marks.words) for pair in pairwise(row) if all(map(is_symbol, pair)))
    if every(Styled, body) or any(map(is_transposed, every(Scripted, body))) or any(is_upper(a) and not is_upper(b) for a, b in maps):
        return
    symbols = list(symbol_atoms(body, marks.words))
    variables = [symbol for symbol in symbols if isinstance(symbol, Letters) and is_upper(symbol)]
    raised = [symbol for symbol in symbols if isinstance(symbol, Scripted) and symbol.sub is None and is_upper(symbol.base)]
    for symbol in (*variables, *raised):
        marks.mark(symbol, "normed")
    for symbol in symbols if variables or raised else ():
        if not is_upper(symbol.base if isinstance(symbol, Scripted) else symbol):
            marks.mark(symbol, "scalar")
