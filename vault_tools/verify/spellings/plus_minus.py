r"""Two values in one formula: `5 \pm 2 \cdot 0.49 = 5 \pm 0.98` says it with both signs, `\frac{3 \pm 5}{4} = 2, -0.5` gives both roots,
`5 \pm 0.98 = [4.02, 5.98]` both ends.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap
from vault_tools.compiler.resolve.writing.numerals import written_number
from vault_tools.compiler.syntax_tree import Display, Fence, Relation, Sequence, Sum, Text

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

BOTH = frozenset({"pm", "mp"})
IMPLIES = frozenset({"⇒", "⇔", "→"})
"""Signs behind which stands what follows."""
SIGNS = {True: {"pm": "+", "mp": "-"}, False: {"pm": "-", "mp": "+"}}


def with_either_sign(display: Display) -> tuple[Display, ...]:
    """The display as two equations, one for each sign; with two results in either order. () where it is none of these."""
    if len(display.rows) != 1 or not any(sign in BOTH for node in every(Sum, display) for sign in node.signs):
        return ()
    row = _concluded(unwrap(display.rows[0]))
    results = _two_results(row)
    relation = row.items[0] if results and isinstance(row, Sequence) else row
    signs, sides = _sides(relation)
    if results and len(sides) >= 2 and all(map(_has_both, sides[:-1])):
        above, below = (tuple(_signed(side, plus=plus) for side in sides[:-1]) for plus in (True, False))
        return tuple(_equations(display, signs, [(*above, one), (*below, other)]) for one, other in (results, results[::-1]))
    if len(sides) >= 2 and all(map(_has_both, sides)):
        return (_equations(display, signs, [tuple(_signed(side, plus=plus) for side in sides) for plus in (True, False)]),)
    return ()


def _concluded(row: Node) -> Node:
    r"""What a row draws from its equation: the roots behind `x^2 - 4x + 3 = 0 \Rightarrow`."""
    match row:
        case Relation(rest=((sign, Relation() as drawn),)) if sign in IMPLIES:
            return drawn
        case Sequence(items=(Relation(rest=((sign, Relation() as drawn),)), *others)) if sign in IMPLIES:
            return replace(row, items=(drawn, *others))
    return row


def _sides(relation: Node) -> tuple[list[str], list[Node]]:
    """The signs and sides of an equation without the symbol before them."""
    if not isinstance(relation, Relation) or any(sign not in {"=", "≈"} for sign in relation.signs):
        return [], []
    signs, others = [*relation.signs], [side for _, side in relation.rest]
    return (signs[1:], others) if is_symbol(relation.first) else (signs, [relation.first, *others])


def _two_results(row: Node) -> tuple[Node, Node] | None:
    r"""The numbers of `= 2, -0.5`, `= 2 \text{ or } -0.5` and of an interval, `= [2.1, 5.7]`."""
    if isinstance(row, Relation):
        return _ends(unwrap(row.rest[-1][1]))
    if not isinstance(row, Sequence):
        return None
    equation, *between, last = row.items
    if not isinstance(equation, Relation) or len(between) > 1 or not all(isinstance(item, Text) for item in between):
        return None  # more than two numbers, or a remark
    return _both_numbers(equation.rest[-1][1], last)


def _ends(interval: Node) -> tuple[Node, Node] | None:
    """The numbers of two in round or square brackets."""
    body = unwrap(interval.body) if isinstance(interval, Fence) and interval.opener in "([" else None
    return _both_numbers(*body.items) if isinstance(body, Sequence) and len(body.items) == len(SIGNS) else None


def _both_numbers(first: Node, last: Node) -> tuple[Node, Node] | None:
    return (first, last) if written_number(first) is not None and written_number(last) is not None else None


def _has_both(side: Node) -> bool:
    return any(sign in BOTH for node in every(Sum, side) for sign in node.signs)


def _signed(side: Node, *, plus: bool) -> Node:
    """A side with one of the two signs."""

    def read(node: Node) -> Node:
        if not isinstance(node, Sum) or not any(sign in BOTH for sign in node.signs):
            return node
        return replace(node, terms=tuple((SIGNS[plus].get(sign, sign), term) for sign, term in node.terms))

    return rebuilt(side, read)


def _equations(display: Display, signs: list[str], chains: list[tuple[Node, ...]]) -> Display:
    relations = tuple(Relation(display.span, sides[0], tuple(zip(signs, sides[1:], strict=True))) for sides in chains)
    return replace(display, rows=(Sequence(display.span, relations, (",",)),))
