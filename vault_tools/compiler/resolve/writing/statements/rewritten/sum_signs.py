r"""`\Sigma` typed where `\sum` is meant: a sum sign before what it adds, no covariance matrix."""

from __future__ import annotations

from itertools import pairwise

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import base_of, cover, every, juxtaposed, number_of, rebuilt, unwrap, walk, word
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
    Sum,
)

SIGMA = "Sigma"
HOW_MANY = frozenset("nNmMT")
"""Letters that numbers of things are called."""
LOGARITHMS = frozenset({"log", "ln"})
RUNNING = frozenset("ijkn")
COUNTED = RUNNING | frozenset("clmt")
"""Letters below a sign, those of classes and steps that a covariance matrix may have among them."""
PLACES = frozenset("ij")
r"""Letters of samples: `\Sigma_i (y_i - x_i)` is of no class, `\Sigma_k (x_k - \mu_k)` may be."""


@remembered
def with_sum_signs(display: Display) -> Display:
    r"""The display with sums for `\Sigma`; itself where one may be a matrix.

    Each stands before small letters only, and one of them before what nobody multiplies by a matrix: a logarithm, a square of brackets,
    symbols whose index stands nowhere else, what is then divided by a number of things, another sum; one with a letter below before two
    symbols that carry it or one in an exponential, in bars or in a square of brackets, or with its range.
    """
    signs = [name for name in every(Name, display) if name.text == SIGMA]
    if not signs:
        return display
    rows = [row for row in every(Juxtaposed, display) if _sums(row)]
    if sum(map(len, map(_sums, rows))) != len(signs) or not any(_adds(row, display) for row in rows):
        return display
    return rebuilt(display, _as_sums)


def _sums(row: Node) -> list[int]:
    r"""Where each `\Sigma` of a row stands, with numbers or a logarithm before the first and small letters behind it."""
    if not isinstance(row, Juxtaposed):
        return []
    places = [k for k, item in enumerate(row.items) if _is_sign(item)]
    if not places or any(k + 1 in (*places, len(row.items)) for k in places):
        return []
    before, behind = row.items[: places[0]], [item for item in row.items[places[0] :] if not _is_sign(item)]
    numbers = all(number_of(item) is not None or isinstance(item, Fraction) or word(item) in HOW_MANY | LOGARITHMS for item in before)
    return places if numbers and not any(map(_has_arrays, behind)) else []


def _is_sign(node: Node) -> bool:
    r"""`\Sigma`, `\Sigma_i`, `\Sigma_i^n`, `\Sigma_{j \neq i}`."""
    if not isinstance(node, Scripted):
        return isinstance(node, Name) and node.text == SIGMA
    counted = node.sup is None or word(node.sup) in HOW_MANY
    return _is_sign(node.base) and counted and not node.primes and node.sub is not None and _runs(node.sub)


def _runs(below: Node) -> bool:
    r"""A letter, or what is said of one: `i`, `j \neq i`, `j \in S`."""
    return word(below.operands[0] if isinstance(below, Relation) else below) in COUNTED


def _has_arrays(node: Node) -> bool:
    r"""Whether a transposed or a capital stands in it; the one below a stroke is a number, `\frac{x_k}{T}`."""
    below = {id(fraction.denominator) for fraction in every(Fraction, node)}
    below |= {id(part) for product in every(Product, node) for sign, part in product.rest if sign == "slash"}
    return any(is_transposed(inner) or (is_symbol(inner) and is_upper(base_of(inner))) for inner in walk(node) if id(inner) not in below)


def _adds(row: Juxtaposed, display: Display) -> bool:
    """Whether a row is a sum for certain."""
    places = _sums(row)
    if len(places) > 1:
        return True
    sign, behind = row.items[places[0]], (*row.items[places[0] + 1 :], *_factors_behind(row, display))
    if any(word(node) in LOGARITHMS for item in behind for node in (*every(Name, item), *every(Letters, item))):
        return True
    if isinstance(sign, Scripted):
        ranged = isinstance(sign.sub, Relation) or (sign.sup is not None and not is_transposed(sign))
        return ranged or (sign.sub is not None and _runs_over(str(word(sign.sub)), behind))
    return any(map(_is_square, behind)) or bool(_letters(behind) - _letters_outside(row, display)) or _is_mean(row, display)


def _runs_over(letter: str, behind: tuple[Node, ...]) -> bool:
    r"""Whether what stands behind `\Sigma_i` has the letter twice, or in what no matrix is multiplied by."""
    entries = [node for item in behind if not _is_difference(item, letter) for node in every(Scripted, item)]
    if sum(letter in script_letters(node, inside=False) for node in entries) > 1:
        return True
    numbers = (node for item in behind for node in walk(item) if _is_square(node) or _is_exponential(node) or _is_in_bars(node))
    return any(letter in script_letters(node) for node in (*numbers, *_applied(behind)))


def _is_difference(node: Node, letter: str) -> bool:
    return letter not in PLACES and isinstance(node, Fence) and isinstance(unwrap(node.body), Sum)


def _is_square(node: Node) -> bool:
    return isinstance(node, Scripted) and isinstance(unwrap(node.base), Fence) and node.sup is not None and number_of(node.sup) is not None


def _is_exponential(node: Node) -> bool:
    r"""`e^{z_j}`, the exponent read with it."""
    return isinstance(node, Scripted) and word(node.base) == "e" and node.sub is None


def _is_in_bars(node: Node) -> bool:
    return isinstance(node, Fence) and node.opener in "|‖"


def _applied(behind: tuple[Node, ...]) -> list[Node]:
    r"""What `\exp` is applied to: `\exp(z_j)`."""
    return [argument for function, argument in pairwise(behind) if word(function) == "exp"]


def _factors_behind(row: Juxtaposed, display: Display) -> list[Node]:
    return [factor for product in every(Product, display) if product.first is row for _, factor in product.rest]


def _letters(nodes: tuple[Node, ...]) -> set[str]:
    return {letter for node in nodes for letter in script_letters(node) if letter in RUNNING}


def _letters_outside(row: Juxtaposed, display: Display) -> set[str]:
    """Letters of scripts that stand elsewhere, too."""
    inside = {id(inner) for part in (row, *_factors_behind(row, display)) for inner in walk(part)}
    outside = (node for node in every(Scripted, display) if id(node) not in inside)
    return {letter for node in outside for letter in script_letters(node, inside=False)}


def _is_mean(row: Juxtaposed, display: Display) -> bool:
    r"""`\frac{\Sigma x}{n}`, `\frac{1}{n} \Sigma x`, `\Sigma x / n`."""
    first = row.items[0]
    if isinstance(first, Fraction) and word(first.denominator) in HOW_MANY:
        return True
    below = [fraction.denominator for fraction in every(Fraction, display) if fraction.numerator is row]
    below += [part for product in every(Product, display) if product.first is row for sign, part in product.rest[:1] if sign == "slash"]
    return any(word(part) in HOW_MANY for part in below)


def _as_sums(node: Node) -> Node:
    r"""A row with an operator from each `\Sigma` on, the last over the factors behind a sign of multiplication, too."""
    if isinstance(node, Product):
        return _over_factors(node)
    places = _sums(node)
    if not places or not isinstance(node, Juxtaposed):
        return node
    ends = (*places[1:], len(node.items))
    return juxtaposed([*node.items[: places[0]], *(_sum(node.items[k:end]) for k, end in zip(places, ends, strict=True))])


def _sum(items: tuple[Node, ...]) -> BigOperator:
    sign, body = items[0], juxtaposed(list(items[1:]))
    below, above = (sign.sub, sign.sup) if isinstance(sign, Scripted) else (None, None)
    return BigOperator(cover(items), "sum", below, above, body)


def _over_factors(node: Product) -> Node:
    """A sum that a product starts with reaches to the end of it, up to a slash; one that was written so has reached its end."""
    *before, total = node.first.items if isinstance(node.first, Juxtaposed) else (node.first,)
    if not isinstance(total, BigOperator) or total.body is None or any(sign == "slash" for sign in node.signs):
        return node
    body = Product(cover((total.body, *(part for _, part in node.rest))), total.body, node.rest)
    return juxtaposed([*before, BigOperator(cover((total, node)), "sum", total.sub, total.sup, body)])
