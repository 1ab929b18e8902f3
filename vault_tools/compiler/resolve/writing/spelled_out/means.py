r"""Means without a written range: the n of `\frac{1}{n} \sum_i x_i` and `\frac{\sum x}{n}` is the number of what is summed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import children, every, number_of, unwrap, walk, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import same
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Fraction, Juxtaposed, Letters, Node, Product, Scripted, Sum

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

SAMPLE = "i"
PAIR = 2
PLAIN_COUNTS = frozenset("nN")
SAMPLE_SIZES = frozenset("nNmMdD")
"""Letters that count what is averaged; others before a sum may be anything (`\\frac{1}{T}` is a temperature
as often as a length), except the capital of the letter that runs: `\\frac{1}{H} \\sum_h A_h`."""


def counted_sums(side: Node) -> list[tuple[BigOperator, Node]]:
    """Each sum that is divided by the number of its terms, with the letter of that number."""
    found: list[tuple[BigOperator, Node]] = []
    for node in walk(side) if every(BigOperator, side) else ():
        for operator, denominator in _divided_sums(node):
            own = word(operator.sub) if operator.sub is not None else None
            letter = _count_in(denominator, SAMPLE_SIZES | {(own or "").upper()})
            if letter is not None and operator.sup is None and (operator.sub is None or word(operator.sub) is not None):
                found.append((operator, letter))
    return found


def runs_over_samples(operator: BigOperator, count: str) -> bool:
    r"""Whether a sum has as many terms as there are samples: the k of `\frac{1}{N} \sum_k n_k F_k` counts classes."""
    return operator.sub is None or word(operator.sub) in {SAMPLE, count.lower()}


def counted_square(denominator: Node, atoms: Sequence[Node]) -> Node | None:
    r"""The n of `\frac{X^\top X}{n - 1}`, `\frac{1}{n} \|y - Xw\|^2`: the number of what a product with itself sums over.

    Below the square of a lone vector, as in `\frac{p^\top p}{2m}`, letters other than n may be anything.
    """
    letter = _count_in(denominator, SAMPLE_SIZES)
    squared = _squared(atoms) if letter is not None else None
    if letter is None or squared is None:
        return None
    return letter if word(letter) in PLAIN_COUNTS or _is_data(squared) else None


def _squared(atoms: Sequence[Node]) -> Node | None:
    r"""The X of `X^\top X` and `X X^\top`, the inside of `\|y - Xw\|^2`, the bracket of its gradient `X^\top (Xw - y)`."""
    match [unwrap(atom) for atom in atoms]:
        case [Scripted(base=base, sup=power) as norm] if power is not None and number_of(power) == PAIR:
            bars = unwrap(base)
            euclidean = norm.sub is None or number_of(norm.sub) == PAIR
            return bars.body if isinstance(bars, Fence) and bars.opener == "‖" and euclidean else None
        case [first, second] if is_transposed(first) != is_transposed(second):
            turned, plain = (first, second) if is_transposed(first) else (second, first)
            whole = _turned_back(turned)
            return plain if same(plain, whole) or (turned is first and _is_residual(plain, whole)) else None
    return None


def _is_residual(node: Node, matrix: Node) -> bool:
    """`Xw - y` of X."""
    if not isinstance(node, Fence) or not isinstance(node.body, Sum):
        return False
    runs = [part.text for part in every(Letters, node.body)] if isinstance(matrix, Letters) else []
    return any(same(matrix, part) for part in walk(node.body)) or any(run.startswith(matrix.text) for run in runs)  # type: ignore[attr-defined]


def _turned_back(node: Node) -> Node:
    assert isinstance(node, Scripted)
    return replace(node, sup=None) if node.sub is not None else unwrap(node.base)


def _is_data(squared: Node) -> bool:
    r"""A matrix, or what a matrix predicts: `X`, `(y - Xw)`."""
    inside = squared.body if isinstance(squared, Fence) else squared
    return is_upper(inside) or (isinstance(inside, Sum) and any(part.text[:1].isupper() for part in every(Letters, inside)))


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


def _count_in(denominator: Node, counts: AbstractSet[str]) -> Node | None:
    """The n of `n`, `2n`, `n - 1`."""
    letters = every(Letters, denominator)
    if len(letters) != 1 or letters[0].text not in counts:
        return None
    plain = all(isinstance(inner, Letters) or number_of(inner) is not None or children(inner) for inner in walk(denominator))
    return letters[0] if plain else None
