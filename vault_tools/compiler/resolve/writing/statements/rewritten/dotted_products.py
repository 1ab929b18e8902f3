r"""Products that go on by dots: `A_1 A_2 \cdots A_L` is a product sign from 1 to L, `A_L \cdot A_{L-1} \cdots A_1` one from L down to 1.

Part of the display in one notation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, number_of, rebuilt, texts, unwrap, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import at_letter, end_text, ends, numbered_below, same, script_pieces
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Display,
    Ellipsis_,
    Fence,
    Juxtaposed,
    Letters,
    Node,
    Number,
    Product,
    Relation,
    Scripted,
    Sum,
)
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

LETTERS = "lijkmnpqrst"
SIGNS = frozenset({"", "cdot", "times"})


@remembered
def with_product_signs(display: Display) -> Display:
    """The display with a product sign for each such product; itself where there is none."""
    letter = next((letter for letter in LETTERS if letter not in texts(display)), "")
    return rebuilt(display, lambda node: _signed(node, letter)) if letter else display


def _signed(node: Node, letter: str) -> Node:
    factors = _factors(node)
    place = next((k for k, (_, factor) in enumerate(factors) if type(factor) is Ellipsis_), 0)
    if not place or place + 1 == len(factors) or not SIGNS.issuperset(sign for sign, _ in factors):
        return node
    if any(sign == "times" for sign, _ in factors) and not is_upper(bare(factors[0][1])):
        return node  # the numbers of a shape
    shown, last = [_numbered(factor) for _, factor in factors[:place]], _numbered(factors[place + 1][1])
    for first in range(place):
        operator = _upwards(shown[first:], last, letter) or _downwards(shown[first:], last, letter)
        if operator is not None:
            rest = [factor for _, factor in factors[place + 2 :]]
            return _among([factor for _, factor in factors[:first]], operator, rest)
    return node


def _numbered(factor: Node) -> Node:
    """`W^{(L-1)}` with its number below, as `W^{(L)}` and `W^{(1)}`."""
    if isinstance(factor, Scripted) and factor.sub is None and isinstance(factor.sup, Fence) and isinstance(factor.sup.body, Sum):
        return replace(factor, sub=factor.sup.body, sup=None)
    return numbered_below(factor)


def _factors(node: Node) -> list[tuple[str, Node]]:
    """The factors of a product, each with the sign before it; none of anything else."""
    if isinstance(node, Juxtaposed):
        return [("", unwrap(item)) for item in node.items]
    if isinstance(node, Product):
        operands = [("", unwrap(node.first)), *((sign, unwrap(operand)) for sign, operand in node.rest)]
        rows = [(sign, _factors(operand) or [("", operand)]) for sign, operand in operands]
        return [(sign if not k else "", item) for sign, row in rows for k, (_, item) in enumerate(row)]
    return []


def _upwards(shown: Sequence[Node], last: Node, letter: str) -> BigOperator | None:
    """`A_1 A_2 … A_L`."""
    if not isinstance(shown[0], Scripted):
        return None
    start, end = ends(shown[0], last)
    if start is None or end is None or not start.isdigit():
        return None
    body = at_letter(shown[0], letter, start)
    ascending = all(same(at_letter(factor, letter, str(int(start) + k)), body) for k, factor in enumerate(shown))
    closes = same(at_letter(last, letter, end.text if isinstance(end, Number) else end_text(end)), body)
    low = Number(last.span, start, start)
    return _operator(body, letter, low, end, Span(shown[0].span.start, last.span.end)) if ascending and closes else None


def _downwards(shown: Sequence[Node], last: Node, letter: str) -> BigOperator | None:
    r"""`A_L A_{L-1} … A_1`: the second factor, where it is written, is one step below the first."""
    rising = _upwards([last], shown[0], letter)
    if rising is None or rising.sup is None:
        return None
    high = rising.sup
    if not all(_is_below(factor, shown[0], high, k) for k, factor in enumerate(shown)):
        return None
    low = rising.sub.rest[0][1] if isinstance(rising.sub, Relation) else high
    assert rising.body is not None
    return _operator(rising.body, letter, high, low, Span(shown[0].span.start, last.span.end))


def _is_below(factor: Node, first: Node, high: Node, steps: int) -> bool:
    """Whether a factor is the first one with its number lowered by so many steps."""
    if not steps:
        return True
    if not isinstance(factor, Scripted) or not isinstance(first, Scripted) or not same(factor.base, first.base):
        return False
    value = number_of(high)
    return any(_lowered(piece, high, steps) or (value is not None and number_of(piece) == value - steps) for piece in script_pieces(factor))


def _lowered(piece: Node, high: Node, steps: int) -> bool:
    """`L-1`."""
    if not isinstance(piece, Sum) or len(piece.terms) != 2:
        return False
    (_, name), (sign, number) = piece.terms
    return sign == "-" and number_of(number) == steps and word(name) is not None and word(name) == word(high)


def _operator(body: Node, letter: str, low: Node, high: Node, span: Span) -> BigOperator:
    return BigOperator(span, "prod", Relation(low.span, Letters(low.span, letter), (("=", low),)), high, body)


def _among(before: Sequence[Node], operator: BigOperator, behind: Sequence[Node]) -> Node:
    """The product sign between the factors that stand around the pattern."""
    if not before and not behind:
        return operator
    whole = Fence(operator.span, "(", operator, ")") if behind else operator
    return Juxtaposed(Span((*before, whole)[0].span.start, (whole, *behind)[-1].span.end), (*before, whole, *behind))
