r"""Means over several axes at once: in `\frac{1}{NHW} \sum_{n,h,w} x_{nchw}` n runs up to N, h up to H, w up to W.

The sum of `\frac{1}{CN} \sum (x_{c,n} - y_{c,n})^2` runs over the letters below what is summed, as their capitals divide it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.nodes import every, number_of, rebuilt, unwrap, walk, walk_outside, word
from vault_tools.compiler.resolve.writing.pieces import letters_of, pieces
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Display,
    Fraction,
    Juxtaposed,
    Letters,
    Node,
    Number,
    Product,
    Relation,
    Scripted,
    Sequence,
)


@remembered
def with_ends_of_means(display: Display) -> Display:
    """The display with the end of each letter; itself where no sum over several letters is divided by their capitals."""
    if not any(len(_letters(operator)) > 1 for operator in every(BigOperator, display)):
        return display
    fixed = frozenset(part.text for part in walk_outside(display, _is_bare) if isinstance(part, Letters))
    whole: Display = rebuilt(display, lambda node: _ended(node, fixed))
    return whole


def _ended(node: Node, fixed: frozenset[str]) -> Node:
    """With the ends of sums in a row of factors or above a bar; a letter that stands outside bare sums is fixed in them."""
    match node:
        case Juxtaposed(items=items):
            changed = (items[0], *(_with_ends(item, before, fixed) for before, item in pairwise(items)))
            return replace(node, items=changed) if any(new is not old for new, old in zip(changed, items, strict=True)) else node
        case Fraction(numerator=above, denominator=below):
            changed_above = _with_ends(above, Fraction(node.span, Number(node.span, "1", "1"), below), fixed)
            return node if changed_above is above else replace(node, numerator=changed_above)
        case _:
            return node


def _with_ends(node: Node, before: Node, fixed: frozenset[str]) -> Node:
    """A sum behind `1` over the capitals of its letters, as sums over each of them."""
    letters = _letters(node)
    if len(letters) < 2 or not isinstance(before, Fraction) or number_of(before.numerator) != 1 or not isinstance(node, BigOperator):
        return node
    if _capitals(before.denominator) != sorted(letter.text.upper() for letter in letters):
        return node
    if _is_bare(node) and not fixed.isdisjoint(letter.text for letter in letters):
        return node
    assert node.body is not None
    for letter in reversed(letters):
        start = Relation(letter.span, letter, (("=", Number(letter.span, "1", "1")),))
        node = replace(node, sub=start, sup=Letters(letter.span, letter.text.upper()), body=node if node.sup is not None else node.body)
    return node


def _letters(node: Node) -> list[Letters]:
    r"""The n, h and w below `\sum_{n,h,w}` and `\sum_{nhw}`, where nothing stands above; below what is summed where a sum has none."""
    if not isinstance(node, BigOperator) or node.operator != "sum" or node.sup is not None or node.body is None:
        return []
    if node.sub is None:
        return _letters_inside(node.body)
    below = unwrap(node.sub)
    parts = [unwrap(part) for part in below.items] if isinstance(below, Sequence | Juxtaposed) else []
    letters = [part for part in parts if isinstance(part, Letters) and len(part.text) == 1 and part.text.islower()]
    return letters if len(letters) == len(parts) else []


def _letters_inside(body: Node) -> list[Letters]:
    """The single small letters below a symbol that carries all those of the others; none beside further operators."""
    carried = [_below(node.sub) for node in every(Scripted, body) if node.sub is not None]
    if not carried or every(BigOperator, body):
        return []
    most = max(carried, key=len)
    return list(most.values()) if all(letters.keys() <= most.keys() for letters in carried) else []


def _below(script: Node) -> dict[str, Letters]:
    parts = (letter for piece in pieces(script) for letter in letters_of(piece))
    return {part.text: part for part in parts if isinstance(part, Letters) and len(part.text) == 1 and part.text.islower()}


def _is_bare(node: Node) -> bool:
    return isinstance(node, BigOperator) and node.sub is None


def _capitals(denominator: Node) -> list[str]:
    r"""The capitals of `NHW`, `N \cdot H \cdot W`, in the order of the alphabet; none of anything else."""
    plain = all(isinstance(inner, Letters | Juxtaposed | Product) for inner in walk(unwrap(denominator)))
    written = "".join(word(letters) or "" for letters in every(Letters, denominator))
    return sorted(written) if plain and written.isupper() else []
