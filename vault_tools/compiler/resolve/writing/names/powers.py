r"""Superscripts that are powers: by the look of them, and a 1 that is one.

By itself a power of one says nothing, so the 1 is a label: `h^1 = W^1 x`, `w^1 = w^0 - \eta g`. It is the step of a rule where a product
holds the symbol bare, too (`p^1 (1 - p)^2`, `\lambda^1 e^{-\lambda}`), and where a series counts its powers from the zeroth:
`a_0 x^0 + a_1 x^1`, `r_0 + \gamma^1 r_1 + \gamma^2 r_2`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import POWER_BASES, is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import every, is_greek, number_of, undressed, unwrap, walk, word
from vault_tools.compiler.syntax_tree import Fraction, Juxtaposed, Letters, Name, Node, Product, Scripted, Sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def is_power(node: Scripted) -> bool:
    r"""`x^2`, `\gamma^t`: a superscript that can only be a power of a number."""
    if node.sup is None or node.sub is not None or not is_symbol(node.base) or is_upper(node.base):
        return False
    value, letter = number_of(node.sup), word(node.sup)
    usual = is_greek(node.base) or word(undressed(node.base)) in POWER_BASES
    return (value is not None and value > 1) or (usual and letter is not None and len(letter) == 1 and letter.islower())


def raised_to_one(node: Node) -> str | None:
    """The symbol that carries a superscript 1, without its scripts."""
    node = unwrap(node)
    if not isinstance(node, Scripted) or node.sup is None or number_of(node.sup) != 1 or not is_symbol(node.base):
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
    yield from (name for factor in factors if (name := raised_to_one(factor)) is not None)


def _stands_bare(name: str, product: Node) -> bool:
    r"""Whether the symbol stands without scripts in one of the factors: in `(1 - p)`, in `e^{-\lambda}`."""
    scripted = {id(unwrap(node.base)) for node in every(Scripted, product)}
    return any(isinstance(node, Letters | Name) and id(node) not in scripted and canonical(node) == name for node in walk(product))


class _Term(NamedTuple):
    """A term of a series; without a symbol its exponent is 0."""

    symbol: str | None
    exponent: int
    number: int | None
    """What stands below the other factor."""


def _series(total: Sum) -> Iterator[str]:
    """The symbol of terms with the powers 0, 1, … in this order, each beside a factor that is numbered one by one, too."""
    terms = [term for written in total.operands if (term := _term(written)) is not None]
    symbols = {term.symbol for term in terms if term.symbol is not None}
    counted = [term.exponent for term in terms] == list(range(len(total.terms)))
    if len(symbols) == 1 and counted and _counts_on([term.number for term in terms]):
        yield from symbols


def _counts_on(numbers: list[int | None]) -> bool:
    return all(a is not None and b == a + 1 for a, b in pairwise(numbers))


def _term(written: Node) -> _Term | None:
    """None for a term that is no product of a power and a numbered symbol."""
    written = unwrap(written)
    factors = written.items if isinstance(written, Juxtaposed) else (written,)
    symbol, exponent, number = None, 0, None
    for factor in map(unwrap, factors):
        if not isinstance(factor, Scripted) or len(factors) > 2:
            return None
        above, below = (number_of(script) if script is not None else None for script in (factor.sup, factor.sub))
        if above is not None and below is None and above.denominator == 1:
            symbol, exponent = canonical(unwrap(factor.base)), int(above)
        elif below is not None and above is None and below.denominator == 1:
            number = int(below)
    return _Term(symbol, exponent, number)
