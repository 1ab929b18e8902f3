r"""Indicators whose condition stands below: `\mathbb{I}_{p \le 0.2}`, `1_{\{x > 0\}}` and `\chi_{[0, 1]}(x)` as `\mathbb{1}_{…}`.

Part of the display in one notation. An I or a chi with an equation below is a quantity at a time (`I_{t=0}`), unless braces say that it
is an event.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import arguments, every, rebuilt, unwrap, word
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import COMPARISONS
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Number, Relation, Scripted, Sequence, Styled

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node

CONDITIONS = frozenset({Fence, Relation})
"""Kinds of nodes below an indicator that tell when it is one."""
LETTERS = frozenset({"I", "chi"})
"""Letters of indicators."""


def with_indicators(display: Display) -> Display:
    """The display with one sign for all indicators; itself where there is none with its condition below."""
    below = [node for node in every(Scripted, display) if node.sub is not None and type(unwrap(node.sub)) in CONDITIONS]
    if not any(_condition(node) is not None or _interval(node) is not None for node in below):
        return display
    return rebuilt(display, _named)


def _named(node: Node) -> Node:
    if isinstance(node, Juxtaposed):
        return _of_intervals(node)
    condition = _condition(node) if isinstance(node, Scripted) else None
    return node if condition is None or not isinstance(node, Scripted) else _indicator(node, condition)


def _indicator(node: Scripted, condition: Node) -> Scripted:
    return replace(node, base=Styled(node.base.span, "bb", Number(node.base.span, "1", "1")), sub=condition)


def _condition(node: Scripted) -> Relation | None:
    """The relation below a one, an I or a chi that is an indicator."""
    below = unwrap(node.sub) if node.sub is not None else None
    fenced = isinstance(below, Fence) and below.opener in "{[("
    inside = unwrap(below.body) if isinstance(below, Fence) and fenced else below
    if not isinstance(inside, Relation) or any(sign not in COMPARISONS and sign != "∈" for sign in inside.signs):
        return None
    sure = fenced or all(sign != "=" for sign in inside.signs)
    return inside if _is_one(node.base) or (_is_letter(node.base) and (sure or _is_struck(node.base))) else None


def _is_one(base: Node) -> bool:
    digit = unwrap(base.body) if isinstance(base, Styled) else base
    return isinstance(digit, Number) and digit.text == "1"


def _is_letter(base: Node) -> bool:
    return word(base.body if isinstance(base, Styled) else base) in LETTERS


def _is_struck(base: Node) -> bool:
    return isinstance(base, Styled) and base.font == "bb"


def _interval(node: Scripted) -> Fence | None:
    """The `[0, 1]` below an indicator of an argument."""
    below = unwrap(node.sub) if node.sub is not None else None
    if not isinstance(below, Fence) or below.opener not in "[({" or not (_is_one(node.base) or _is_letter(node.base)):
        return None
    ends = unwrap(below.body)
    return below if isinstance(ends, Sequence) and set(ends.separators) == {","} else None


def _of_intervals(row: Juxtaposed) -> Node:
    r"""`\chi_{[0, 1]}(x)`: whether x is in it."""
    items = list(row.items)
    for left, right in pairwise(row.items):
        interval = _interval(left) if isinstance(left, Scripted) else None
        place = arguments(right) if isinstance(right, Fence) and right.opener == "(" else ()
        if isinstance(left, Scripted) and interval is not None and len(place) == 1:
            items[items.index(left)] = _indicator(left, Relation(interval.span, place[0], (("∈", interval),)))
            items.remove(right)
    return row if len(items) == len(row.items) else items[0] if len(items) == 1 else replace(row, items=tuple(items))
