r"""`\Sigma` typed where `\sum` is meant: a sum sign before what it adds, no covariance matrix."""

from __future__ import annotations

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transposed, is_upper
from vault_tools.compiler.resolve.writing.nodes import base_of, cover, every, juxtaposed, number_of, rebuilt, unwrap, walk, word
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import BigOperator, Display, Fence, Fraction, Juxtaposed, Letters, Name, Node, Product, Scripted

SIGMA = "Sigma"
HOW_MANY = frozenset("nNmMT")
"""Letters that numbers of things are called."""
LOGARITHMS = frozenset({"log", "ln"})
RUNNING = frozenset("ijkn")


@remembered
def with_sum_signs(display: Display) -> Display:
    r"""The display with sums for `\Sigma`; itself where one may be a matrix.

    Each stands before small letters only, and one of them before what nobody multiplies by a matrix: a logarithm, a square of brackets,
    symbols whose index stands nowhere else, what is then divided by a number of things, another sum; one with a letter below before two
    symbols that carry it.
    """
    signs = [name for name in every(Name, display) if name.text == SIGMA]
    if not signs:
        return display
    rows = [row for row in every(Juxtaposed, display) if _sums(row)]
    if sum(map(len, map(_sums, rows))) != len(signs) or not any(_adds(row, display) for row in rows):
        return display
    return rebuilt(display, _as_sums)


def _sums(row: Node) -> list[int]:
    r"""Where each `\Sigma` of a row stands, with numbers before the first and small letters behind it."""
    if not isinstance(row, Juxtaposed):
        return []
    places = [k for k, item in enumerate(row.items) if _is_sign(item)]
    if not places or any(k + 1 in (*places, len(row.items)) for k in places):
        return []
    before, behind = row.items[: places[0]], [item for item in row.items[places[0] :] if not _is_sign(item)]
    numbers = all(number_of(item) is not None or isinstance(item, Fraction) or word(item) in HOW_MANY for item in before)
    return places if numbers and not any(map(_is_of_arrays, (inner for item in behind for inner in walk(item)))) else []


def _is_sign(node: Node) -> bool:
    r"""`\Sigma`, `\Sigma_i`, `\Sigma_i^n`."""
    if not isinstance(node, Scripted):
        return isinstance(node, Name) and node.text == SIGMA
    counted = node.sup is None or word(node.sup) in HOW_MANY
    return _is_sign(node.base) and counted and not node.primes and node.sub is not None and word(node.sub) in RUNNING


def _is_of_arrays(node: Node) -> bool:
    return is_transposed(node) or (is_symbol(node) and is_upper(base_of(node)))


def _adds(row: Juxtaposed, display: Display) -> bool:
    """Whether a row is a sum for certain."""
    places = _sums(row)
    if len(places) > 1:
        return True
    sign, behind = row.items[places[0]], (*row.items[places[0] + 1 :], *_factors_behind(row, display))
    if any(word(node) in LOGARITHMS for item in behind for node in (*every(Name, item), *every(Letters, item))):
        return True
    if isinstance(sign, Scripted):
        return sum(word(sign.sub) in script_letters(item) for item in behind if sign.sub is not None) > 1
    squared = (node for node in behind if isinstance(node, Scripted) and isinstance(unwrap(node.base), Fence) and node.sup is not None)
    return (
        any(number_of(node.sup) is not None for node in squared if node.sup is not None)
        or bool(_letters(behind) - _letters_outside(row, display))
        or _is_mean(row, display)
    )


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
