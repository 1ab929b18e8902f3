r"""Families in braces: `\Theta = \{\theta_i = 10000^{-2(i-1)/d}, \; i \in [1, \dots, d/2]\}` says what each member is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import unwrap, word
from vault_tools.compiler.syntax_tree import Ellipsis_, Fence, Relation, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Node

NAMING = frozenset({"=", ":=", "≡", "≜"})
RANGES = frozenset({"∈", "="})


def opened(node: Node) -> Node:
    """A name set to one family as the statements in its braces; itself where it is anything else."""
    if type(node) is not Relation or len(node.rest) != 1 or node.rest[0][0] not in NAMING:
        return node
    family = unwrap(node.rest[0][1])
    bounds = family if isinstance(family, Scripted) else None
    braces = unwrap(family.base) if isinstance(family, Scripted) else family
    if not isinstance(braces, Fence) or (braces.opener, braces.closer) != ("{", "}"):
        return node
    return (_with_bounds(braces.body, bounds) if bounds is not None else _with_range(braces.body)) or node


def _with_range(body: Node) -> Node | None:
    r"""`\theta_i = \dots, i \in [1, \dots, n]` with a comma, or a bar, between."""
    if not isinstance(body, Sequence) or len(body.items) < 2:
        return None
    letter = _member(body.items[0])
    behind = body.items[1]
    if letter is None or not isinstance(behind, Relation) or word(behind.first) != letter or behind.rest[0][0] not in RANGES:
        return None
    return Sequence(body.span, body.items, (",",) * (len(body.items) - 1))


def _with_bounds(body: Node, bounds: Scripted) -> Node | None:
    r"""`\{\theta_i = \dots\}_{i=0}^{n}`."""
    letter = _member(body)
    below = bounds.sub
    if letter is None or not isinstance(below, Relation) or len(below.rest) != 1 or below.rest[0][0] != "=" or bounds.sup is None:
        return None
    if word(below.first) != letter:
        return None
    span = bounds.span
    places = Sequence(span, (below.rest[0][1], Ellipsis_(span, "dots"), bounds.sup), (",", ","))
    return Sequence(span, (body, Relation(span, below.first, (("∈", Fence(span, "[", places, "]")),))), (",",))


def _member(node: Node) -> str | None:
    r"""The letter below the left side of `\theta_i = \dots`."""
    left = unwrap(node.first) if isinstance(node, Relation) and node.rest[0][0] in NAMING else None
    return word(left.sub) if isinstance(left, Scripted) and left.sub is not None and left.sup is None else None
