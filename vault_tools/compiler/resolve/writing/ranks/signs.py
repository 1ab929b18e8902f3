"""What the signs of products and quotients say of what stands on their two sides."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.models import WEIGHTS, is_of_model
from vault_tools.compiler.resolve.writing.names.scripts import MEASURES, is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, is_greek, unwrap, word
from vault_tools.compiler.resolve.writing.ranks.attention import QUERY_AND_KEY
from vault_tools.compiler.resolve.writing.ranks.looks import is_plain_lower, scale_factor
from vault_tools.compiler.resolve.writing.ranks.neighbours import neighbours
from vault_tools.compiler.resolve.writing.ranks.terms import entrywise_factors
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Node, Product, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.ranks.marks import Marks


def joint(marks: Marks, sign: str, before: Node, behind: Node) -> None:
    """What a sign says about the factors on its two sides."""
    left, right = _factors(marks, before)[-1], _factors(marks, behind)[0]
    symbols = is_symbol(left) and is_symbol(right)
    for symbol in entrywise_factors(marks, left, right) if sign == "odot" else ():
        marks.mark(symbol, "dotted")
    weighs = sign == "ast" and symbols and word(bare(left)) in WEIGHTS and is_plain_lower(right)  # `W * x + b`
    if sign not in ("cdot", "times", "dot", "bullet") and not weighs:
        return
    neighbours(marks, left, right)
    if symbols and marks.has_row(left) and marks.has_row(right):
        marks.mark(left, "row")
        marks.mark(right, "row")
    dotted = symbols and (_at_different_places(marks, left, right) or _are_query_and_key(left, right))
    for end in (left, right) if symbols and (dotted or sign == "cdot") else ():
        marks.mark(end, "dotted" if dotted else "cdot")


def _factors(marks: Marks, operand: Node) -> list[Node]:
    r"""The factors of an operand; those in brackets of `q_m \cdot (R k_n)`, too, for products may be bracketed in any way."""
    atoms = marks.words.atoms(operand)
    inside = unwrap(atoms[0].body) if len(atoms) == 1 and isinstance(atoms[0], Fence) and atoms[0].opener == "(" else None
    return marks.words.atoms(inside) if isinstance(inside, Juxtaposed) else atoms


def dotted_sums(marks: Marks, left: Node, right: Node) -> None:
    r"""`q_i \cdot (k_j + a_{ij})`, `(q_i + u) \cdot k_j`: where two terms are vectors by their places, so are the others beside them."""
    terms = [_terms(left), _terms(right)]
    if max(map(len, terms)) == 1 or not all(is_symbol(term) and not is_upper(bare(term)) for side in terms for term in side):
        return
    if any(_at_different_places(marks, a, b) or _are_query_and_key(a, b) for a in terms[0] for b in terms[1]):
        for term in chain(*terms):
            marks.mark(term, "dotted")


def _terms(operand: Node) -> list[Node]:
    """The terms of a sum in brackets; anything else is one."""
    inside = unwrap(operand.body) if isinstance(operand, Fence) and operand.opener == "(" else None
    return [*inside.operands] if isinstance(inside, Sum) else [operand]


def gated(marks: Marks, left: Node, right: Node) -> None:
    r"""`(x_{t-1} - x_t) \odot \mu`: small letters that are multiplied entry by entry with a bracket, and those in it, are vectors."""
    ends = [_gate(marks, end) for end in (left, right)]
    if any(isinstance(unwrap(end), Fence) for end in ends):
        for end in ends:
            if isinstance(unwrap(end), Fence) or (is_symbol(end) and not is_upper(bare(end))):
                marks.mark(end, "dotted")


def _gate(marks: Marks, node: Node) -> Node:
    r"""The bracket of `\sigma(r_t)`, a letter at one index or at none through a function; anything else (`\sigma_\phi(x)`) as it is."""
    atoms = marks.words.atoms(node)
    called = len(atoms) == 2 and is_symbol(atoms[0]) and not is_of_model(atoms[0])
    inside = unwrap(atoms[1].body) if called and isinstance(atoms[1], Fence) else None
    lone = inside is not None and is_symbol(inside) and len(marks.occurrence(inside).indices) < 2
    return atoms[1] if lone and (marks.words.is_function(word(atoms[0]) or "") or not is_upper(bare(atoms[0]))) else node


def scaled(marks: Marks, product: Node, denominator: Node) -> None:
    r"""`\frac{s_t \cdot h_i}{\sqrt{d}}`: what is divided by the root of a width is a product of vectors."""
    product = unwrap(product)
    _projected(marks, product, unwrap(denominator))
    signs = [*product.signs] if isinstance(product, Product) else []
    scale = scale_factor(denominator) if "cdot" in signs[:1] else None
    if not isinstance(product, Product) or scale is None or word(bare(scale)) not in MEASURES:
        return
    factors = (product.first, product.rest[0][1])
    if all(is_symbol(factor) and is_plain_lower(factor) for factor in factors) and set(signs[1:]) <= {"slash"}:
        for factor in factors:
            marks.mark(factor, "dotted")


def _projected(marks: Marks, above: Node, below: Node) -> None:
    r"""The u and v of `\frac{v \cdot u}{u \cdot u}`: of numbers nobody would leave this quotient so, it is the share of v along u."""
    pairs = [_dotted(product) for product in (above, below)]
    if not all(pairs) or len(set(map(canonical, pairs[1]))) > 1 or canonical(pairs[1][0]) not in map(canonical, pairs[0]):
        return
    for symbol in (*pairs[0], *pairs[1]):
        marks.mark(symbol, "dotted")


def _dotted(product: Node) -> tuple[Node, ...]:
    r"""The two symbols of `u \cdot v`."""
    if not isinstance(product, Product) or product.signs != ("cdot",):
        return ()
    symbols = (product.first, product.rest[0][1])
    return symbols if all(is_symbol(symbol) and not is_upper(bare(symbol)) for symbol in symbols) else ()


def _at_different_places(marks: Marks, left: Node, right: Node) -> bool:
    r"""`q_i \cdot k_j`: Latin letters at different indices are vectors."""
    if is_upper(bare(left)) or is_upper(bare(right)) or is_greek(bare(left)) or is_greek(bare(right)):
        return False
    places = [frozenset(map(canonical, marks.occurrence(end).indices)) for end in (left, right)]
    return bool(places[0]) and bool(places[1]) and not places[0] & places[1]


def _are_query_and_key(left: Node, right: Node) -> bool:
    r"""`q \cdot k`, `q_i \cdot k_j`."""
    return {word(bare(left)), word(bare(right))} == QUERY_AND_KEY
