r"""Where I is a quantity: in products `V = IR`, `P = UI`, and squared, as in `\sqrt{I^2 + Q^2}`: nobody raises the identity to a power.

The identity stands in sums, by itself, or behind the number that scales it (`\sigma^2 I`): nobody multiplies a matrix by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import base_of, every, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.syntax_tree import Fraction, Letters, Name, Node, Product, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.resolve.writing.statements.context import Entry

MATRICES = frozenset("AHKOQWXYZ")
VECTORS = frozenset("huvwxyz")
"""Letters beside which I may be the identity after all, in a note that shows what it does to them."""
RESULTS = (MATRICES - {"Q", "W"}) | VECTORS | {"I", "Sigma", "Lambda"}
"""The same on the left, where a charge and a work are computed, too, and covariances are not."""


def currents(entry: Entry, words: Words) -> tuple[Node, ...]:
    """The symbols of a statement that are numbers because I is a quantity in it: I itself, and what it is multiplied by."""
    squared = tuple(node for side in entry.statement.sides for node in every(Scripted, side) if _is_squared(node))
    return (*squared, *_beside_current(entry, words))


def _is_squared(node: Scripted) -> bool:
    return node.sub is None and word(node.base) == "I" and node.sup is not None and (number_of(node.sup) or 0) > 1


def _beside_current(entry: Entry, words: Words) -> tuple[Node, ...]:
    """The symbols of the products of a statement in which I is a quantity; all of them are numbers."""
    sides = entry.statement.sides
    head = entry.head.symbol
    if head is None or len(sides) < 2 or word(base_of(head)) in RESULTS:
        return ()
    products = [_factors(side, words) for side in sides[1:]]
    whole = {key(side) for side in sides}
    return tuple(factor for factors in products if _has_current(factors, whole) for factor in factors)


def _has_current(factors: list[Node], sides: set[object]) -> bool:
    letters = [word(base_of(factor)) for factor in factors]
    if letters.count("I") != 1 or len(letters) < 2 or not all(map(_is_plain, factors)) or not (MATRICES | VECTORS).isdisjoint(letters):
        return False
    scaled = letters[-1] == "I" and not isinstance(factors[-1], Scripted) and not any(is_upper(factor) for factor in factors[:-1])
    shown = len(factors) == 2 and any(key(factor) in sides for factor in factors)  # `V = IV`
    return not scaled and not shown


def _factors(side: Node, words: Words) -> list[Node]:
    """The factors of a side that is a product, written numbers aside."""
    side = unwrap(side)
    if isinstance(side, Fraction):
        return _factors(side.numerator, words) if word(side.denominator) is not None or number_of(side.denominator) else []
    if isinstance(side, Product):
        operands = side.operands
        crossed = all(sign in ("cdot", "times", "ast", "dot") for sign in side.signs)
        return [factor for operand in operands for factor in _factors(operand, words)] if crossed else []
    return [atom for atom in words.atoms(side) if number_of(atom) is None]


def _is_plain(factor: Node) -> bool:
    """A letter without a font or an accent, with a label or a written power at most."""
    base = factor.base if isinstance(factor, Scripted) else factor
    above = factor.sup if isinstance(factor, Scripted) else None
    power = above is None or (number_of(above) or 0) > 0
    return is_symbol(factor) and isinstance(base, Letters | Name) and power and not is_transposed(factor)
