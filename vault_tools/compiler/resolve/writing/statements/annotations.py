r"""Shape annotations: `Q, K \in \mathbb{R}^{n \times d}` gives sizes to every symbol before the sign."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import LABEL_SIGNS, is_symbol
from vault_tools.compiler.resolve.writing.nodes import unwrap, word
from vault_tools.compiler.syntax_tree import Node, Product, Scripted, Styled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vault_tools.compiler.resolve.writing.statements.context import Entry

NUMBERS = frozenset("RZNQ")
"""Spaces of numbers."""


def shape_annotation(side: Node) -> tuple[Node, ...] | None:
    r"""The sizes of `\mathbb{R}^{n \times d}`, none of `\mathbb{R}` and `\mathbb{R}^+`; None for another set."""
    side = unwrap(side)
    base = side.base if isinstance(side, Scripted) else side
    if not (isinstance(base, Styled) and base.font == "bb" and word(base.body) in NUMBERS):
        return None
    sup = unwrap(side.sup) if isinstance(side, Scripted) and side.sup is not None else None
    if sup is None or word(sup) in LABEL_SIGNS:
        return ()
    if isinstance(sup, Product) and all(sign == "times" for sign in sup.signs):
        return sup.operands
    return (sup,)


def annotations_of(entries: Iterable[Entry]) -> Iterator[tuple[Node, tuple[Node, ...]]]:
    r"""(symbol, sizes) of every shape annotation among the statements; names listed before it share it (`Q, K \in …`)."""
    waiting: list[Node] = []
    row = -1
    for entry in entries:
        statement = entry.statement
        if statement.row != row:
            waiting, row = [], statement.row
        if not statement.signs and is_symbol(statement.sides[0]):
            waiting.append(statement.sides[0])
        elif statement.signs == ("∈",):
            sizes = shape_annotation(statement.sides[-1])
            if sizes is not None:
                yield from ((symbol, sizes) for symbol in (*waiting, statement.sides[0]) if is_symbol(symbol))
            waiting = []
