r"""Conventions about written zeros: `0 \log 0` counts as 0, its limit, as entropies have it (Cover and Thomas 2006, 2.1)."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import base_of, number_of, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Fraction, Juxtaposed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.syntax_tree import Node

LOGARITHMS = frozenset({"log", "ln", "lg"})


def vanishes(factors: Sequence[Node]) -> bool:
    r"""A written 0 beside the logarithm of a written 0: `0 \log_2 0`, `\frac{0}{4} \log \frac{0}{4}`, `0 \log \frac{0}{q}`."""
    inside = _inside_logarithms(factors)
    beside = sum(number_of(_unbracketed(factor)) == 0 for factor in factors) - sum(number_of(node) == 0 for node in inside)
    return beside > 0 and any(map(_has_zero_above, inside))


def states_convention(side: Node) -> bool:
    r"""`0 \log 0`, `0 \log \frac{0}{q}`, `p \log \frac{p}{0}` by itself: what equals it is agreed on, not computed."""
    side = unwrap(side)
    items = side.items if isinstance(side, Juxtaposed) else ()
    return any(_has_zero_above(inside) or _divides_by_zero(inside) for inside in _inside_logarithms(items[1:]))


def _inside_logarithms(items: Sequence[Node]) -> list[Node]:
    return [_unbracketed(inside) for name, inside in pairwise(items) if word(base_of(name)) in LOGARITHMS]


def _unbracketed(node: Node) -> Node:
    node = unwrap(node)
    return unwrap(node.body) if isinstance(node, Fence) and node.opener == "(" else node


def _has_zero_above(node: Node) -> bool:
    return number_of(node.numerator if isinstance(node, Fraction) else node) == 0


def _divides_by_zero(node: Node) -> bool:
    return isinstance(node, Fraction) and number_of(node.denominator) == 0
