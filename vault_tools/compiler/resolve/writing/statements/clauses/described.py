r"""A value with what is said of it: its space, `XW \in \mathbb{R}^{n \times d}`, its law, `\frac{x - \mu}{s} \sim t(n)`, its title."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import arguments, is_words, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Fraction, Juxtaposed, Product, Scripted, Styled, Sum

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.syntax_tree import Node


BEHIND_TITLES = frozenset({"=", ":=", "≈"})
"""Signs of what is computed behind a title; others declare what stands before the colon."""


def without_title(sides: list[Node], signs: list[str]) -> tuple[list[Node], list[str]]:
    r"""A chain without the words before its colon: `\text{Elo}: E = \frac{1}{1 + 10^x}`; maps (`f: x \mapsto x^2`) stay."""
    if signs[:1] != [":"] or not is_words(sides[0]) or not BEHIND_TITLES.issuperset(signs[1:]):
        return sides, signs
    return (sides[1:], signs[1:]) if len(signs) > 1 or _is_computation(sides[1]) else (sides, signs)


def is_described(sides: Sequence[Node], signs: Sequence[str]) -> bool:
    """Whether the second of two sides says where the value of the first one is, or how it is distributed."""
    match signs:
        case ["∈"]:
            return _is_space(sides[1]) and _is_computation(sides[0])
        case ["∼"]:
            return _is_statistic(*sides)
        case _:
            return False


def _is_space(node: Node) -> bool:
    r"""`\mathbb{R}^{n \times d}`: what stands before it has a shape."""
    node = unwrap(node)
    base = node.base if isinstance(node, Scripted) else node
    return isinstance(base, Styled) and base.font == "bb" and word(base.body) == "R"


def _is_computation(node: Node) -> bool:
    """More than a name, a list of names or a function with its parameters: a value that the space behind it only describes."""
    node = unwrap(node)
    match node:
        case Sum() | Product() | Fraction():
            return True
        case Juxtaposed(items=items):
            called = len(items) == 2 and is_symbol(items[0]) and isinstance(unwrap(items[1]), Fence)
            return not (called and all(is_symbol(argument) for argument in arguments(unwrap(items[1]))))  # type: ignore[arg-type]
        case _:
            return False


def _is_statistic(value: Node, distribution: Node) -> bool:
    r"""`\frac{\bar{X} - \mu}{S / \sqrt{n}} \sim t(n - 1)`: a value, and the distribution that it has."""
    return isinstance(unwrap(value), Fraction) and isinstance(unwrap(distribution), Juxtaposed | Scripted)
