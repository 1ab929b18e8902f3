r"""Symbols whose `x^1` is a power. By itself a power of one says nothing, so the 1 is a label: `h^1 = W^1 x`, `w^1 = w^0 - \eta g`.

It is the step of a rule where a product holds the symbol bare, too (`p^1 (1 - p)^2`, `\lambda^1 e^{-\lambda}`), and where a series
counts its powers from the zeroth: `a_0 x^0 + a_1 x^1`, `r_0 + \gamma^1 r_1 + \gamma^2 r_2`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, walk
from vault_tools.compiler.syntax_tree import Fraction, Juxtaposed, Letters, Name, Node, Product, Scripted, Sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def raised_to(node: Node, exponent: int) -> str | None:
    """The symbol that stands raised to a number, without its scripts."""
    node = unwrap(node)
    if not isinstance(node, Scripted) or node.sup is None or number_of(node.sup) != exponent or not is_symbol(node.base):
        return None
    return canonical(unwrap(node.base))


def first_powers(sides: Iterable[Node]) -> frozenset[str]:
    """The symbols whose superscript 1 is a power in what the right sides of a display compute."""
    found: set[str] = set()
    for side in sides:
        for product in (*every(Juxtaposed, side), *every(Product, side), *every(Fraction, side)):
            found.update([name for name in _raised_factors(product) if _stands_bare(name, product)])
        for total in every(Sum, side):
            found.update(_series(total))
    return frozenset(found)


def _raised_factors(product: Node) -> Iterator[str]:
    match product:
        case Juxtaposed(items=factors):
            pass
        case Product(first=first, rest=rest):
            factors = (first, *[factor for _, factor in rest])
        case Fraction(numerator=above):
            factors = above.items if isinstance(above, Juxtaposed) else (above,)
        case _:
            return
    yield from (name for factor in factors if (name := raised_to(factor, 1)) is not None)


def _stands_bare(name: str, product: Node) -> bool:
    r"""Whether the symbol stands without scripts in one of the factors: in `(1 - p)`, in `e^{-\lambda}`."""
    scripted = {id(unwrap(node.base)) for node in every(Scripted, product)}
    return any(isinstance(node, Letters | Name) and id(node) not in scripted and canonical(node) == name for node in walk(product))


def _series(total: Sum) -> Iterator[str]:
    """The symbol of terms with the powers 0, 1, … in this order, each beside a factor that is numbered one by one, too."""
    terms = [_power_and_rest(term) for sign, term in total.terms]
    names = {name for name, _, _ in terms if name is not None}
    if len(names) != 1 or len(terms) < 2 or any(exponent is None for _, exponent, _ in terms):
        return
    if [exponent for _, exponent, _ in terms] == list(range(len(terms))) and _counts_on([number for _, _, number in terms]):
        yield from names


def _counts_on(numbers: list[int | None]) -> bool:
    return all(a is not None and b == a + 1 for a, b in pairwise(numbers))


def _power_and_rest(term: Node) -> tuple[str | None, int | None, int | None]:
    """(symbol, exponent, number below the other factor) of a term; without a symbol the exponent is 0."""
    term = unwrap(term)
    factors = term.items if isinstance(term, Juxtaposed) else (term,)
    if len(factors) > 2:
        return None, None, None
    name, exponent, number = None, 0, None
    for factor in map(unwrap, factors):
        if not isinstance(factor, Scripted):
            return None, None, None
        above, below = number_of(factor.sup) if factor.sup else None, number_of(factor.sub) if factor.sub else None
        if above is not None and below is None and above.denominator == 1:
            name, exponent = canonical(unwrap(factor.base)), int(above)
        elif below is not None and above is None and below.denominator == 1:
            number = int(below)
    return name, exponent, number
