r"""What is no statement of its own: the number of an equation, a number said twice, what a definition says of its own value.

`(3)`, `0.8696 \;(86.96\%)`, `D = \sum_i p_i \log \frac{p_i}{q_i} \ge 0`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Letters, Node, Number, Postfix, Relation

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node

ROMAN = frozenset({"ii", "iii", "iv", "vi", "vii", "viii"})


def is_equation_number(node: Node) -> bool:
    """`(3)`, `(a)`, `(iv)`."""
    if not isinstance(node, Fence) or node.opener != "(":
        return False
    label = word(node.body)
    return isinstance(unwrap(node.body), Number) or (label is not None and (len(label) == 1 or label in ROMAN))


def restated(sides: list[Node], signs: list[str]) -> tuple[list[Node], list[str]]:
    """The sides and signs of a chain with each such pair as two sides: nobody multiplies a number by a percentage in brackets behind it."""
    found, before = [sides[0]], list[str]()
    for sign, side in zip(signs, sides[1:], strict=True):
        match side:
            case Juxtaposed(
                items=(Number() as number, Fence(opener="(" | "[", body=Postfix(operator="percent", operand=Number()) as percent))
            ):
                found += number, percent
                before += sign, sign
            case _:
                found.append(side)
                before.append(sign)
    return found, before


BOUNDS = frozenset({"≥", ">", "≤", "<"})


def without_bounds(display: Display) -> Display:
    """The display without the numbers between which its definitions say that their values lie."""
    rows = tuple(map(_unbounded, display.rows))
    return display if rows == display.rows else replace(display, rows=rows)


def _unbounded(row: Node) -> Node:
    match row:
        case Relation(rest=(("=" | ":=", body), *between, (sign, last))) if sign in BOUNDS and number_of(last) is not None:
            signs = {sign for sign, _ in between}
            if signs <= {"="} and number_of(body) is None and not is_symbol(body) and every(Letters, body):
                return replace(row, rest=row.rest[:-1])
    return row
