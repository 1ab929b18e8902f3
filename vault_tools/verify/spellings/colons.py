r"""Colons that divide: `12 : 4 = 3` is arithmetic, `3:4 = 0.75` may be a ratio or a time of day.

Between spaces numbers alone are divided in any equation; without them a colon is read so where the numbers agree.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import cover, every
from vault_tools.compiler.syntax_tree import Display, Letters, Name, Product, Relation, Sum, Text
from vault_tools.verify.relations import with_relations

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

EQUATES = frozenset({"=", "≈"})
"""Signs of an equation beside which a colon divides."""


def with_divisions(display: Display) -> Display:
    """The display with signs of division for colons between spaces."""
    return with_relations(display, lambda relation: _divided(relation, spaced=True))


def with_ratios(display: Display) -> Display:
    """The display with signs of division for all colons between numbers."""
    return with_relations(display, lambda relation: _divided(relation, spaced=False))


def _divided(relation: Relation, *, spaced: bool) -> Relation:
    signs = relation.signs
    if ":" not in signs or not EQUATES & {*signs} or not {*signs} <= EQUATES | {":"} or (":", ":") in itertools.pairwise(signs):
        return relation
    operands, kept = [relation.first], []
    for sign, side in relation.rest:
        if sign == ":":
            if not _divides(operands[-1], side, spaced=spaced):
                return relation
            operands[-1] = Product(cover((operands[-1], side)), operands[-1], (("div", side),))
        else:
            operands.append(side)
            kept.append(sign)
    return replace(relation, first=operands[0], rest=tuple(zip(kept, operands[1:], strict=True)))


def _divides(left: Node, right: Node, *, spaced: bool) -> bool:
    """Whether both are numbers without a sum or product that the division would break."""
    apart = right.span.start - left.span.end > 1
    plain = not isinstance(left, Sum | Product) and not isinstance(right, Sum | Product)
    letters = any(every(kind, side) for side in (left, right) for kind in (Letters, Name, Text))
    return plain and not letters and (apart or not spaced)
