r"""What is no statement of its own: the number of an equation, a number said twice, what a definition says of its own value, the name
of an operation.

`(3)`, `(f * g)(t)`, `0.8696 \;(86.96\%)`, `D = \sum_i p_i \log \frac{p_i}{q_i} \ge 0`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import arguments, every, number_of, texts, unwrap, word
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Juxtaposed, Letters, Node, Number, Postfix, Product, Relation, Scripted

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


CONVOLVED = frozenset({"ast", "star", "circledast"})


def without_operations(sides: list[Node], signs: list[str]) -> tuple[list[Node], list[str]]:
    r"""A chain without the sides that only name what the next one computes: `S(i, j) = (I * K)(i, j) = \sum_{m, n} …`."""
    named = [k for k in range(1, len(sides) - 1) if _is_operation(unwrap(sides[k]), sides[k + 1])]
    return [side for k, side in enumerate(sides) if k not in named], [sign for k, sign in enumerate(signs, 1) if k not in named]


def _is_operation(side: Node, computed: Node) -> bool:
    """`(f * g)(t)`, `(f * g)_t`, or `f * g` and `f(t) * g(t)` where the next side sums entries of both."""
    match side:
        case Juxtaposed(items=(Fence(opener="(") as made, Fence(opener="(" | "[") as place)):
            return _convolved(unwrap(made.body)) and all(map(is_symbol, arguments(place)))
        case Scripted(base=Fence(opener="(") as made, sup=None):
            return _convolved(unwrap(made.body))
        case Product() if every(BigOperator, computed):
            return _convolved(side) and texts(side) <= texts(computed)
        case _:
            return False


def _convolved(product: Node) -> bool:
    """`f * g`, `f(t) * g(t)`."""
    if not isinstance(product, Product) or not CONVOLVED.issuperset(product.signs):
        return False
    return all(is_symbol(factor.items[0] if _is_call(factor) else factor) for factor in product.operands)  # type: ignore[attr-defined]


def _is_call(node: Node) -> bool:
    return isinstance(node, Juxtaposed) and len(node.items) == 2 and isinstance(node.items[1], Fence)


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
