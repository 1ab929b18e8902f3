r"""The letter e: Euler's number below exponents, else a quantity of the note (residuals, an error), as it is in bold."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.names.scripts import is_transpose_mark, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, children, every, number_of, rebuilt, unwrap, word
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Display,
    Fence,
    Fraction,
    Grid,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Relation,
    Scripted,
    Sequence,
    Styled,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

QUANTITY = "frak"
"""The font that tells the e of a note from Euler's number."""
BEFORE_EULER = frozenset({"log", "ln", "pi"})
r"""What Euler's number stands behind, as in `\ln e` and `2 \pi e`."""

EXPONENTS = frozenset("abcdfgopqrsuvwxyz")
"""Letters that are no usual indices."""
SQUARE = 2
SOFTMAX = "softmax"
DEFINING = frozenset({"=", ":=", "≡", "≜"})


def with_quantity_e(display: Display) -> Display:
    r"""The display with e in a font of its own where it is no number: it stands by itself (`y = X\beta + e`, `e^T e`, `\|e\|`).

    Not beside `e^{x}`, behind a logarithm, below a written number, or on a side where nothing else is a letter. A square of e is one of
    a quantity also beside the squares of others (an error in `\frac{z^2 p}{e^2}`, a charge in `k \frac{e^2}{r^2}`).
    """
    if not any(letters.text == "e" for letters in every(Letters, display)):
        return display
    display = _with_indexed_exponents(_with_scores(_without_fonts(display)))
    places = list(_places(display))
    stands = any(above is None for _, above in places) or _is_square_among_squares(display, places)
    if not stands or any(above is not None and _is_exponent(above) for _, above in places):
        return display
    if any(_is_number(node) for node in _everything(display)) or not _has_letters(display):
        return display
    return rebuilt(display, _as_quantity)


def _is_square_among_squares(display: Display, places: list[tuple[Node, Node | None]]) -> bool:
    """Every e is squared, and so is another letter; no logarithm stands beside it."""
    others = any(name.text in BEFORE_EULER - {"pi"} for name in every(Name, display))
    if not places or others or any(above is None or number_of(above) != SQUARE for _, above in places):
        return False
    squares = (node for node in every(Scripted, display) if node.sup is not None and number_of(node.sup) == SQUARE)
    return any(isinstance(unwrap(node.base), Letters | Name) and not _is_e(node.base) for node in squares)


def _without_fonts(display: Display) -> Display:
    r"""The display with `\mathbf{e}^{x}` as `e^x` where every e in a font has an exponent."""
    fonts = [styled for styled in every(Styled, display) if _is_e(styled.body)]
    bases = [node for node in every(Scripted, display) if isinstance(node.base, Styled) and _is_e(node.base.body)]
    raised = [node for node in bases if node.sub is None and node.sup is not None and _is_exponent(node.sup)]
    if not fonts or len(raised) < len(fonts):
        return display
    return rebuilt(display, lambda node: node.body if isinstance(node, Styled) and _is_e(node.body) else node)


def _with_scores(display: Display) -> Display:
    r"""The display with the `e^t` of `\alpha^t = \mathrm{softmax}(e^t)`, `e^t = [e_1, \dots, e_n]` as an array at step t.

    Nobody takes softmax of a power of Euler's number where the left side counts above, too, and no power of it is a list.
    """
    found = [node for relation in every(Relation, display) for node in _scores(relation)]
    if not found:
        return display
    letters = {word(node.sup) for node in found if node.sup is not None}
    return rebuilt(display, lambda node: _as_score(node, letters))


def _with_indexed_exponents(display: Display) -> Display:
    r"""The display with `\frac{e^x_i}{\sum_j e^x_j}` as `\frac{e^{x_i}}{\sum_j e^{x_j}}`: the index of Euler's number is its exponent's.

    Where e has an index without an exponent, or the letter above is a script elsewhere, e is an array of the note; so it may be where
    neither a quotient is taken by such a sum nor the letter stands by itself.
    """
    raised = [node for node in every(Scripted, display) if _is_e(node.base) and node.sub is not None]
    letters = {word(node.sup) if node.sup is not None else None for node in raised}
    if not letters or not letters <= EXPONENTS or any(isinstance(unwrap(node.sub), Number) for node in raised if node.sub is not None):
        return display
    below = {word(node.sub) for node in every(Scripted, display) if node.sub is not None}
    above = {word(node.sup) for node in every(Scripted, display) if node.sup is not None and not _is_e(node.base)}
    if letters & (below | above) or not (any(map(_divides_by_powers, every(Fraction, display))) or _stand(display, letters)):
        return display
    return rebuilt(display, _as_indexed_exponent)


def _divides_by_powers(node: Fraction) -> bool:
    sums = (operator.body for operator in every(BigOperator, node.denominator) if operator.body is not None)
    return any(isinstance(body, Scripted) and _is_e(body.base) for body in map(unwrap, sums))


def _stand(display: Display, letters: set[str | None]) -> bool:
    """Whether each of the letters also stands outside the scripts of e."""
    outside = rebuilt(display, lambda node: node.base if isinstance(node, Scripted) and _is_e(node.base) else node)
    return letters <= {node.text for node in every(Letters, outside)}


def _as_indexed_exponent(node: Node) -> Node:
    if not isinstance(node, Scripted) or not _is_e(node.base) or node.sub is None or node.sup is None:
        return node
    return replace(node, sub=None, sup=Scripted(node.sup.span, unwrap(node.sup), node.sub))


def _as_score(node: Node, letters: set[str | None]) -> Node:
    """An e with one of the letters above, as a quantity."""
    if not isinstance(node, Scripted) or not _is_e(node.base) or node.sup is None or word(node.sup) not in letters:
        return node
    return replace(node, base=_as_quantity(node.base))


def _scores(relation: Relation) -> Iterator[Scripted]:
    left = unwrap(relation.first)
    letter = word(left.sup) if isinstance(left, Scripted) and left.sup is not None else None
    if letter is None or len(letter) > 1 or not letter.islower():
        return
    assert isinstance(left, Scripted)
    sides = [unwrap(side) for sign, side in relation.rest if sign in DEFINING]
    if _is_e(left.base) and left.sub is None and any(map(_is_list, sides)):
        yield left
    for node in (node for side in sides for fence in _softmax_arguments(side) for node in every(Scripted, fence)):
        if _is_e(node.base) and node.sub is None and node.sup is not None and word(node.sup) == letter:
            yield node


def _softmax_arguments(side: Node) -> Iterator[Fence]:
    for row in every(Juxtaposed, side):
        for name, behind in pairwise(row.items):
            if isinstance(behind, Fence) and (word(bare(name)) or "").lower() == SOFTMAX:
                yield behind


def _is_list(side: Node) -> bool:
    r"""`[s^\top h_1, \dots, s^\top h_n]`, `\begin{bmatrix} \dots \end{bmatrix}`; also before `\in \mathbb{R}^n`."""
    listed = isinstance(side, Grid) or (isinstance(side, Fence) and side.opener in "([" and isinstance(unwrap(side.body), Sequence))
    return listed and not any(map(_is_e, every(Letters, side)))


def _places(node: Node) -> Iterator[tuple[Node, Node | None]]:
    """Every plain e that is no script, with what stands above it."""
    if isinstance(node, Letters):
        if node.text == "e":
            yield node, None
        return
    if isinstance(node, Styled):
        return
    if isinstance(node, Scripted):
        base = unwrap(node.base)
        if isinstance(base, Letters) and base.text == "e":
            if node.sub is None and not node.primes:
                yield base, node.sup
            return
        yield from _places(node.base)
        if node.sup is not None and not is_upper(node.base):
            yield from _places(node.sup)
        return
    for child in children(node):
        yield from _places(child)


def _is_exponent(above: Node) -> bool:
    """What only Euler's number is raised to; a square and a transpose may belong to any e."""
    return number_of(above) is None and not is_transpose_mark(above)


def _everything(node: Node) -> Iterator[Node]:
    yield node
    for child in children(node):
        yield from _everything(child)


def _is_e(node: Node) -> bool:
    node = unwrap(node)
    return isinstance(node, Letters) and node.text == "e"


def _is_number(node: Node) -> bool:
    r"""`\ln e`, `1/e`, `\dots = e`: what is written of Euler's number only."""
    match node:
        case Juxtaposed(items=items):
            return any(word(left) in BEFORE_EULER and _is_e(right) for left, right in pairwise(items))
        case Fraction(numerator=above, denominator=below):
            return number_of(above) is not None and _is_e(below)
        case Relation(rest=rest):
            return any(_is_among_numbers(side) for _, side in rest)
        case _:
            return False


def _is_among_numbers(side: Node) -> bool:
    r"""`\frac{e^2}{e^2 + e}`: a side with e and numbers only, and neither a norm nor a transpose."""
    turned = any(above is not None and is_transpose_mark(above) for _, above in _places(side))
    normed = any(fence.opener in "‖|" for fence in every(Fence, side))
    return any(map(_is_e, every(Letters, side))) and not (_has_letters(side) or turned or normed)


def _has_letters(node: Node) -> bool:
    letters = (letters.text != "e" for letters in every(Letters, node))
    return any(letters) or any(not name.command or name.text in GREEK for name in every(Name, node))


def is_quantity(base: Node) -> bool:
    """An e that a display was found to use as a quantity."""
    return isinstance(base, Styled) and base.font == QUANTITY


@remembered
def uses_quantity(side: Node) -> bool:
    """Whether an e of a side is such a quantity."""
    return any(map(is_quantity, every(Styled, side)))


def _as_quantity(node: Node) -> Node:
    return Styled(node.span, QUANTITY, node) if isinstance(node, Letters) and node.text == "e" else node
