r"""Means without a written range: the n of `\frac{1}{n} \sum_i x_i` and `\frac{\sum x}{n}` is the number of what is summed."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import children, every, number_of, unwrap, walk, word
from vault_tools.compiler.syntax_tree import BigOperator, Fraction, Juxtaposed, Letters, Node, Product

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLE = "i"
SAMPLE_SIZES = frozenset("nNmMdD")
"""Letters that count what is averaged; others before a sum may be anything (`\\frac{1}{T}` is a temperature as often as a length)."""


def counted_sums(side: Node) -> list[tuple[BigOperator, Node]]:
    """Each sum that is divided by the number of its terms, with the letter of that number."""
    found: list[tuple[BigOperator, Node]] = []
    for node in walk(side) if every(BigOperator, side) else ():
        for operator, denominator in _divided_sums(node):
            letter = _count_in(denominator)
            if letter is not None and operator.sup is None and (operator.sub is None or word(operator.sub) is not None):
                found.append((operator, letter))
    return found


def runs_over_samples(operator: BigOperator, count: str) -> bool:
    r"""Whether a sum has as many terms as there are samples: the k of `\frac{1}{N} \sum_k n_k F_k` counts classes."""
    return operator.sub is None or word(operator.sub) in {SAMPLE, count.lower()}


def _divided_sums(node: Node) -> Iterator[tuple[BigOperator, Node]]:
    """Sums with what divides them."""
    match node:
        case Fraction(numerator=above, denominator=below):
            if (operator := _sum_in(above)) is not None:
                yield operator, below
        case Product(first=first, rest=(("slash", Juxtaposed(items=(below, *rest))),)) if number_of(first) == 1 and len(rest) == 1:
            if (operator := _sum_in(rest[0])) is not None:
                yield operator, below
        case Juxtaposed() | Product():
            parts = [unwrap(part) for part in children(node)]
            for before, behind in pairwise(parts):
                if isinstance(before, Fraction) and number_of(before.numerator) == 1 and (operator := _sum_in(behind)) is not None:
                    yield operator, before.denominator


def _sum_in(node: Node) -> BigOperator | None:
    node = unwrap(node)
    return node if isinstance(node, BigOperator) and node.operator == "sum" else None


def _count_in(denominator: Node) -> Node | None:
    """The n of `n`, `2n`, `n - 1`."""
    letters = every(Letters, denominator)
    plain = all(isinstance(inner, Letters) or number_of(inner) is not None or children(inner) for inner in walk(denominator))
    return letters[0] if plain and len(letters) == 1 and letters[0].text in SAMPLE_SIZES else None
