r"""Weights beside an input: with `\|w\|` in the display w is a vector, so the `w x_i + b` of a hyperplane is `w^\top x_i + b`, a number."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import bare, every, juxtaposed, rebuilt, unwrap, word
from vault_tools.compiler.syntax_tree import Accented, Fence, Juxtaposed, Letters, Name, Node, Product, Scripted, Styled
from vault_tools.model import Span

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display

WEIGHTS = "w"
INPUTS = frozenset({"x", "z", "h", "phi", "varphi", "psi"})
"""Letters of inputs, of hidden states, and of maps of features."""


def with_dot_products(display: Display) -> Display:
    """The display with the weights turned before each input; itself where no length of the weights stands."""
    if not any(fence.opener == "‖" and word(_plain(fence.body)) == WEIGHTS for fence in every(Fence, display)):
        return display
    return rebuilt(display, _turned)


def _turned(node: Node) -> Node:
    match node:
        case Letters(text=text) if text.startswith(WEIGHTS) and text[1:] in INPUTS:
            return Juxtaposed(node.span, _pair(node))
        case Scripted(base=Juxtaposed(items=(weights, Letters() as letter)) as base) if base.span.end - base.span.start == len("wx"):
            return Juxtaposed(node.span, (weights, replace(node, span=Span(letter.span.start, node.span.end), base=letter)))
        case Juxtaposed(items=items) if any(_is_weight(item) for item in items[:-1]):
            return replace(node, items=_row(items))
        case Product(first=first, rest=((sign, second), *rest)) if sign == "cdot" and _is_weight(first) and _is_input(second):
            both = juxtaposed([_transposed(first), second])
            return replace(node, first=both, rest=tuple(rest)) if rest else both
        case _:
            return node


def _pair(letters: Letters) -> tuple[Node, ...]:
    """The two letters of `wx`, the first one turned."""
    start, end = letters.span.start, letters.span.end
    return _transposed(Letters(Span(start, start + 1), WEIGHTS)), Letters(Span(start + 1, end), letters.text[1:])


def _row(items: tuple[Node, ...]) -> tuple[Node, ...]:
    behind = (*items[1:], None)
    return tuple(
        [
            _transposed(item) if after is not None and _is_weight(item) and _is_input(after) else item
            for item, after in zip(items, behind, strict=True)
        ]
    )


def _transposed(weights: Node) -> Node:
    end = Span(weights.span.end, weights.span.end)
    return Scripted(weights.span, weights, None, Name(end, "top", command=True))


def _is_weight(node: Node) -> bool:
    """The w without scripts."""
    return not isinstance(node, Scripted) and word(_plain(node)) == WEIGHTS


def _is_input(node: Node) -> bool:
    """A letter of inputs, or a row of factors that starts with one."""
    node = unwrap(node)
    first = node.items[0] if isinstance(node, Juxtaposed) else node
    return word(_plain(bare(first))) in INPUTS


def _plain(node: Node) -> Node:
    """Without fonts and arrows."""
    node = unwrap(node)
    while isinstance(node, Styled | Accented):
        node = unwrap(node.body)
    return node
