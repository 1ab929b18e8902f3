r"""A point beside data of the same letter: the x of `\sum_i K(x - x_i)` is one input, the x_i are another."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transpose_mark, is_upper
from vault_tools.compiler.resolve.writing.nodes import (
    every,
    number_of,
    rebuilt,
    scripts_moved_out,
    text_of,
    unwrap,
    walk,
    walk_outside,
    word,
)
from vault_tools.compiler.resolve.writing.statements.bound import binders, bound_names
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Display,
    Fence,
    Fraction,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Product,
    Relation,
    Scripted,
    Sequence,
    Styled,
    Sum,
    Text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIR = 2
COUNTING = frozenset("ijkn")
"""Letters that count things; others count steps, of which the bare letter may be the one before."""


def with_data_apart(display: Display) -> Display:
    r"""The display with a name of its own, `x_i`, for data beside whose elements the bare letter stands as a point; itself where none does.

    They meet as terms, neighbours or arguments below a sum over i, or as terms where i stands on the left (`d_i = \|x - x_i\|`).
    """
    data, margins = data_of(display), _margins(display)
    if not data and not margins:
        return display
    return rebuilt(display, lambda node: _renamed(node, data, margins))


def _margins(display: Display) -> frozenset[tuple[str, str]]:
    r"""The N_y of `\frac{N_{yi} + \alpha}{N_y + \alpha n}`: what has one index of two below the other is a table of its own."""
    found: set[tuple[str, str]] = set()
    pairs = any(node.sub is not None and len(word(node.sub) or "") == PAIR for node in every(Scripted, display))
    for above, below in _quotients(display) if pairs else ():
        first = _indices(above)
        second = _indices(below) if first else []
        for one, two in ((first, second), (second, first)) if second else ():
            found.update((base, run) for base, run in one if any(b == base and run in r and len(r) > 1 for b, r in two))
    counted = _counted(display) if found else ()
    return frozenset([(base, run) for base, run in found if run in counted]) if found else frozenset()


def _indices(part: Node) -> list[tuple[str, str]]:
    """Symbols and the small letters below them, outside sums."""
    nodes = (node for node in walk_outside(part, _is_sum) if isinstance(node, Scripted) and node.sub is not None)
    return [(canonical(node.base), text) for node in nodes if (text := word(node.sub) or "").islower() and len(text) < 3]  # type: ignore[arg-type]


@remembered
def data_of(display: Display) -> dict[str, str]:
    """The letters of points -> the index of the data that have the same letter."""
    indexed = [word(_bare(node.base)) for node in every(Scripted, display) if node.sub is not None or _index(node) is not None]
    if not indexed:
        return {}
    standing = tuple(map(text_of, (*every(Letters, display), *every(Name, display), *every(Text, display))))
    for letter in indexed:
        if letter is not None and standing.count(letter) > indexed.count(letter):  # more often than as a base
            return {**dict(_met(display)), **dict(_totals(display))}
    return {}


def _totals(display: Display) -> Iterator[tuple[str, str]]:
    r"""The n_k of `\frac{n_k}{n}`, the w_i of `(\prod_i r_i^{w_i})^{1/w}`: the bare letter beside them is their total."""
    counted = _counted(display)
    for above, below in _quotients(display):
        nodes = walk(display) if number_of(above) is not None else (node for part in (above, below) for node in walk_outside(part, _is_sum))
        carriers = [node for node in nodes if isinstance(node, Scripted)]
        indexed = {
            canonical(node.base): letter for node in carriers if node.sub is not None and (letter := word(node.sub)) and len(letter) == 1
        }
        for letters in (part for part in (*_parts(above), *_parts(below)) if isinstance(part, Letters) and len(part.text) == 1):
            letter = indexed.get(letters.text, "")
            if letter in counted and letter != letters.text:
                yield letters.text, letter


def _counted(display: Display) -> set[str]:
    """Letters that an operator binds or a left side carries; others (`N_c`, a critical size) are labels."""
    left = [relation.first for relation in every(Relation, display)]
    carried = {letter for side in left for node in every(Scripted, side) for letter in script_letters(node, inside=False)}
    return binders(display) | carried | {letters.text for side in left for letters in every(Letters, side) if letters.text.islower()}


def _is_sum(node: Node) -> bool:
    r"""`x / \sum_i x_i^2`: what a sum inside the quotient runs over are the entries of x."""
    return isinstance(node, BigOperator)


def _quotients(display: Display) -> Iterator[tuple[Node, Node]]:
    for fraction in every(Fraction, display):
        if fraction.bar:
            yield fraction.numerator, fraction.denominator
    for product in every(Product, display):
        if product.rest[0][0] == "slash":
            yield product.first, product.rest[0][1]


def _parts(node: Node) -> list[Node]:
    """What is added or multiplied in one part of a quotient."""
    node = unwrap(node)
    terms = [unwrap(term) for term in node.operands] if isinstance(node, Sum) else [node]
    return [factor for term in terms for factor in (term.items if isinstance(term, Juxtaposed) else (term,))]


def _met(display: Display) -> Iterator[tuple[str, str]]:
    """The letters with their index whose elements meet the bare letter."""
    for operator in every(BigOperator, display):
        if operator.sub is not None and operator.body is not None:
            bound = frozenset(bound_names(operator.sub))
            yield from (found for node in walk(operator.body) for pair in _meetings(node) for found in _element(*pair, bound))
            for relation in every(Relation, operator.sub):  # `i: t_i \le t`
                sides = [side for _, side in relation.rest] if relation.rest[0][0] == ":" else []
                yield from (found for pair in pairwise(sides) for found in _element(*pair, bound))
    for relation in every(Relation, display):
        counted = COUNTING & set(map(_index, every(Scripted, relation.first)))
        for node in (inner for _, side in relation.rest for inner in every(Sum, side)) if counted else ():
            yield from (found for pair in _meetings(node) for found in _element(*pair, counted))


def _meetings(node: Node) -> list[tuple[Node, Node]]:
    """What has to be alike: terms of a sum, neighbours in a product, arguments of one call."""
    match node:
        case Sum(terms=terms):
            return list(combinations([_last(term) for _, term in terms], 2))
        case Sequence(items=items):
            return list(combinations(items, 2))
        case Juxtaposed(items=items):
            return list(pairwise(items))
        case Product(first=first, rest=rest):
            factors = [first, *(operand for _, operand in rest)]
            pairs = zip(pairwise(factors), rest, strict=True)
            return [(_last(left), _first(right)) for (left, right), (sign, _) in pairs if sign not in ("slash", "div")]
        case _:
            return []


def _last(term: Node) -> Node:
    term = unwrap(term)
    return term.items[-1] if isinstance(term, Juxtaposed) else term


def _first(factor: Node) -> Node:
    factor = unwrap(factor)
    return factor.items[0] if isinstance(factor, Juxtaposed) else factor


def _element(left: Node, right: Node, bound: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The letter that has a bound index alone in one symbol, and no script but a transpose in the other."""
    for element, whole in ((left, right), (right, left)):
        if not is_symbol(element) or not is_symbol(whole):
            continue
        element, whole = scripts_moved_out(unwrap(element)), scripts_moved_out(unwrap(whole))
        letter = _index(element) if isinstance(element, Scripted) else None
        if not isinstance(element, Scripted) or letter not in bound or letter is None or len(letter) > 1 or is_upper(element.base):
            continue
        if isinstance(whole, Scripted) and (whole.sub is not None or whole.primes or whole.sup is None or not is_transpose_mark(whole.sup)):
            continue
        name = canonical(whole.base if isinstance(whole, Scripted) else whole)
        if name == canonical(element.base) and _is_letter(_bare(element.base)):
            yield name, letter


def _index(symbol: Scripted) -> str | None:
    r"""The i of `x_i` and `x^{(i)}`."""
    if symbol.sub is not None:
        return word(symbol.sub)
    above = unwrap(symbol.sup) if symbol.sup is not None else None
    return word(above.body) if isinstance(above, Fence) and above.opener == "(" else None


def _is_letter(base: Node) -> bool:
    return isinstance(base, Letters) or (isinstance(base, Name) and base.command and base.text in GREEK)


def _bare(base: Node) -> Node:
    base = unwrap(base)
    return unwrap(base.body) if isinstance(base, Styled) else base


def _renamed(node: Node, data: dict[str, str], margins: frozenset[tuple[str, str]]) -> Node:
    if not isinstance(node, Scripted) or (node.sub is None and _index(node) is None) or not is_symbol(node):
        return node
    base = canonical(node.base)
    inner = _bare(node.base)
    letter = _index(node) if isinstance(inner, Letters) and (base, _index(node)) in margins else data.get(base)
    if letter is None or not isinstance(inner, Letters | Name) or not _is_letter(inner):
        return node
    named: Node = Letters(inner.span, f"{inner.text}_{letter}")
    return replace(node, base=Styled(node.base.span, node.base.font, named) if isinstance(node.base, Styled) else named)
