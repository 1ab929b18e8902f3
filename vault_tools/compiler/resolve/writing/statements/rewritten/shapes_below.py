r"""Shapes below what has them: `X_{n \times d} W_{d \times k}` is `X W`, with `X \in \mathbb{R}^{n \times d}` and the like behind it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed
from vault_tools.compiler.resolve.writing.nodes import base_of, every, rebuilt, scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import (
    Accented,
    Fence,
    Fraction,
    Grid,
    Juxtaposed,
    Letters,
    Number,
    Product,
    Relation,
    Scripted,
    Sequence,
    Styled,
    Sum,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.syntax_tree import Display, Node

Sizes = tuple["Node", ...]
IDENTITY = "I"
PLACES = frozenset("ij")
"""Letters that count places, also where nothing binds them."""


def with_shapes_apart(display: Display) -> Display:
    """The display without the shapes below its symbols and brackets, which it says behind itself; itself where none stands there.

    A symbol with two shapes is two symbols, which these tell apart.
    """
    carriers = [node for node in every(Scripted, display) if _sizes(node) and _has_shape(node)]
    if not carriers or not _counting(display).isdisjoint(size for node in carriers for size in map(word, _sizes(node))):
        return display
    shapes: dict[str, dict[str, tuple[Node, Sizes]]] = {}
    for node in carriers:
        symbol = replace(node, sub=None)
        if _told_of(symbol):
            shapes.setdefault(canonical(symbol), {})[" ".join(map(canonical, _sizes(node)))] = symbol, _sizes(node)
    several = {name for name, found in shapes.items() if len(found) > 1}
    plain = rebuilt(display, lambda node: _plain(node, several))
    return _behind(plain, [shape for found in shapes.values() if len(found) == 1 for shape in found.values()])


def _sizes(node: Scripted) -> Sizes:
    r"""The n and d of `X_{n \times d}`, `X_{(n \times d)}`, `X_{[n \times d]}`; nothing for another subscript."""
    below = unwrap(node.sub) if node.sub is not None else None
    below = unwrap(below.body) if isinstance(below, Fence) and below.opener in "([" else below
    crossed = isinstance(below, Product) and set(below.signs) == {"times"}
    return below.operands if isinstance(below, Product) and crossed and all(map(_is_size, below.operands)) else ()


def _is_size(node: Node) -> bool:
    match unwrap(node):
        case Number():
            return True
        case Scripted(base=base, sup=None):
            return word(base) is not None
        case Juxtaposed(items=items):
            return all(map(_is_size, items))
        case Fraction(numerator=above, denominator=below):
            return _is_size(above) and _is_size(below)
        case Sum() as total:
            return all(map(_is_size, total.operands))
        case other:
            return word(other) is not None


def _has_shape(node: Scripted) -> bool:
    r"""A bracket, a matrix or a letter; the sizes of a function's kernel (`\text{Conv}_{3 \times 3}`) and of ones are its own."""
    base = base_of(node)
    while isinstance(base, Accented | Styled):
        base = base.body
    letter = word(base) or ""
    return isinstance(base, Fence | Grid) or len(letter) == 1 or letter in GREEK


def _counting(display: Display) -> set[str]:
    """Letters that count places here: bound by an operator, alone below another symbol on a left side, or i and j."""
    heads = [side.first for side in every(Relation, display)]
    return {*PLACES, *binders(display), *[letter for head in heads for node in every(Scripted, head) for letter in _alone_below(node)]}


def _alone_below(node: Scripted) -> Iterable[str]:
    return script_letters(node, inside=False) if not _sizes(node) else ()


def _told_of(symbol: Node) -> bool:
    r"""Brackets and the identity have their shape from elsewhere; that of `K^\top_{d \times n}` may be of either."""
    return is_symbol(symbol) and canonical(symbol) != IDENTITY and not is_transposed(symbol)


def _plain(node: Node, several: set[str]) -> Node:
    if not isinstance(node, Scripted) or not _sizes(node) or not _has_shape(node):
        return node
    bare = replace(node, sub=None)
    if is_symbol(bare) and canonical(replace(bare, sup=None) if is_transposed(bare) else bare) in several:
        return node
    return scripts_moved_out(bare.base) if bare.sup is None and not bare.primes else bare


def _behind(display: Display, told: list[tuple[Node, Sizes]]) -> Display:
    """The display with what it says of shapes as clauses behind its last row."""
    if not told:
        return display
    *rows, last = display.rows
    clauses = tuple([_clause(symbol, sizes) for symbol, sizes in told])
    items, separators = (last.items, last.separators) if isinstance(last, Sequence) else ((last,), ())
    whole = Sequence(last.span, (*items, *clauses), (*separators, *[","] * len(clauses)))
    return replace(display, rows=(*rows, whole))


def _clause(symbol: Node, sizes: Sizes) -> Node:
    r"""`X \in \mathbb{R}^{n \times d}`."""
    span = symbol.span
    product = Product(span, sizes[0], tuple([("times", size) for size in sizes[1:]]))
    return Relation(span, symbol, (("∈", Scripted(span, Styled(span, "bb", Letters(span, "R")), None, product)),))
