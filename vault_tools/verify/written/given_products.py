r"""Products that a note gives instead of their factors: `q \cdot k = 112`, and below it `\frac{q \cdot k}{\sqrt{d_k}} = 14`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context
from vault_tools.compiler.resolve.writing.nodes import every, texts, unwrap, with_parts
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Letters, Name, Number, Product, Relation, Scripted
from vault_tools.errors import LatexSyntaxError
from vault_tools.verify.relations import relations, with_relations
from vault_tools.verify.written.reading import multiplies

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.model import Span

Parsed = Display | LatexSyntaxError


class GivenProduct(NamedTuple):
    """A product as the note writes it, its numbers, and the formula that only says so, if it says nothing else."""

    latex: str
    numbers: Node
    giver: int | None = None


class WithProducts(NamedTuple):
    """The formulas of a note with the numbers of given products put in; and which, for each formula where there are some."""

    displays: tuple[Parsed, ...]
    put_in: Mapping[int, tuple[str, ...]]
    givers: frozenset[int] = frozenset()
    """The formulas that only give a product which is put in somewhere."""


def with_given_products(displays: Sequence[Parsed], latex: Sequence[str]) -> WithProducts:
    """What stands above is put in below, into formulas that end in numbers; only where the note gives no numbers for the factors."""
    stated = [_stated_products(display, text) for display, text in zip(displays, latex, strict=True)]
    if not any(stated):
        return WithProducts(tuple(displays), {})
    numbered = _names_behind_numbers(displays)
    given: dict[object, GivenProduct] = {}
    found: list[Parsed] = []
    put_in: dict[int, tuple[str, ...]] = {}
    givers: set[int] = set()
    for position, display in enumerate(displays):
        if not isinstance(display, Display):
            found.append(display)
            continue
        told = _Put(given)
        found.append(with_relations(display, told.into) if given else display)
        if told.used:
            put_in[position] = tuple(dict.fromkeys(product.latex for product in told.used))
            givers |= {product.giver for product in told.used if product.giver is not None}
        says = tuple(relations(display))
        alone = position if len(stated[position]) == len(says) and all(len(one.rest) == 1 for one in says) else None
        own = {key(side): product for side, product in stated[position] if not _names(side) & numbered}
        given.update({side: product._replace(giver=alone) for side, product in own.items()})
    return WithProducts(tuple(found), put_in, frozenset(givers))


def _stated_products(display: Parsed, latex: str) -> list[tuple[Node, GivenProduct]]:
    """(product, its numbers) of a display."""
    if not isinstance(display, Display):
        return []
    stated = (relation for relation in relations(display) if _is_product(relation.first) and _gives(relation))
    return [(one.first, GivenProduct(latex[one.first.span.start : one.first.span.end].strip(), one.rest[-1][1])) for one in stated]


def _is_product(side: Node) -> bool:
    r"""`q \cdot k`, `q^\top k`, `QK^\top`, `\|q\|`."""
    side = unwrap(side)
    if isinstance(side, Fence):
        return side.opener == "‖"
    if isinstance(side, Product):
        return all(sign in {"cdot", "times"} for sign in side.signs) and not every(Number, _without_scripts(side))
    return isinstance(side, Juxtaposed | Scripted) and multiplies(side)


def _without_scripts(product: Product) -> Node:
    factors = product.operands
    bases = tuple(factor.base if isinstance(factor, Scripted) else factor for factor in factors)
    return Juxtaposed(product.span, bases)


def _gives(relation: Relation) -> bool:
    """Whether a product is set to written numbers, or worked out to a whole one from numbers alone."""
    *middle, (sign, last) = relation.rest
    if sign != "=" or not is_written_number(last):
        return False
    whole = all(number.text.isdigit() for number in every(Number, last))
    return not middle or (whole and not any(every(kind, side) for _, side in middle for kind in (Letters, Name)))


def _names_behind_numbers(displays: Sequence[Parsed]) -> frozenset[str]:
    """The names for which the note gives numbers, and those that it computes from them."""
    told = [entry for display in displays if isinstance(display, Display) for entry in Context.alone(display).entries]
    pairs = [(canonical(entry.head.symbol), entry.statement.sides[1:]) for entry in told if entry.head.symbol is not None]
    found = {name for name, sides in pairs if any(map(is_written_number, sides))}
    behind = [(name, frozenset().union(*map(_names, sides))) for name, sides in pairs]
    size = -1
    while size < len(found):
        size = len(found)
        found |= {name for name, used in behind if used & found}
    return frozenset(found) | {name.upper() for name in found}


def _names(side: Node) -> frozenset[str]:
    """Every name that may stand in a side, letters and symbols with something below; and the matrix of a row `q_1`."""
    letters = texts(side)
    symbols = frozenset(canonical(replace(node, sup=None)) for node in every(Scripted, side) if node.sub is not None)
    return letters | symbols | {letter.upper() for letter in letters}


class _Put:
    """Puts given products into relations that end in numbers, and notes which."""

    def __init__(self, given: Mapping[object, GivenProduct]) -> None:
        self.given = given
        self.used: list[GivenProduct] = []

    def into(self, relation: Relation) -> Node:
        """The relation with the numbers in."""
        if not is_written_number(relation.rest[-1][1]) or relation.rest[-1][0] not in {"=", "≈"}:
            return relation
        first = relation.first if key(relation.first) in self.given else self._in(relation.first)
        return replace(relation, first=first, rest=tuple((sign, self._in(side)) for sign, side in relation.rest))

    def _in(self, node: Node) -> Node:
        found = self.given.get(key(node)) if isinstance(node, Product | Juxtaposed | Scripted | Fence) else None
        if found is None:
            return with_parts(node, self._in)
        self.used.append(found)
        return _bracketed(found.numbers, node.span)


def _bracketed(numbers: Node, span: Span) -> Node:
    """Numbers at the place of what they stand for."""
    placed = _at(numbers, span)
    return Fence(span, "(", placed, ")") if not isinstance(unwrap(numbers), Fence) and not every(Fence, numbers) else placed


def _at(node: Node, span: Span) -> Node:
    return replace(with_parts(node, lambda inner: _at(inner, span)), span=span)
