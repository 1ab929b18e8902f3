r"""`C_n^k` as schools of many countries write the binomial: the number below of which as many as stand above are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.nodes import children, every, number_of, rebuilt, unwrap, word
from vault_tools.compiler.syntax_tree import Display, Fraction, Letters, Name, Node, Postfix, Relation, Scripted, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction as Rational

CHOSEN = "C"


@remembered
def with_choices(display: Display) -> Display:
    """The display with each `C_n^k` as a binomial; itself where one C may be something else.

    Every C carries both scripts, and the formula counts with the letters in them (`C_n^k p^k (1-p)^{n-k}`); of written numbers the lower
    one is not smaller, and there are several, or a factorial.
    """
    letters_and_names: tuple[Letters | Name, ...] = (*every(Letters, display), *every(Name, display))
    symbols = [node for node in letters_and_names if CHOSEN in node.text]
    choices = [node for node in every(Scripted, display) if _is_choice(node)] if symbols else []
    if not choices or len(choices) != len(symbols) or any(_is_choice(side) for side in _left_sides(display)):
        return display
    letters = {text for node in choices for script in (node.sub, node.sup) if script is not None and (text := word(script)) is not None}
    several = len(set(map(_numbers, choices))) > 1 or any(sign.operator == "!" for sign in every(Postfix, display))
    if not letters <= set(_counted_with(display)) or not (letters or several):
        return display
    return rebuilt(display, _as_binomial)


def _is_choice(node: Node) -> bool:
    node = unwrap(node)
    if not isinstance(node, Scripted) or node.sub is None or node.sup is None or node.primes or word(node.base) != CHOSEN:
        return False
    below, above = _numbers(node)
    if below is not None and above is not None:
        return below >= above >= 0 and below.denominator == above.denominator == 1
    scripts = ((node.sub, below), (node.sup, above))
    return all(value is not None or len(word(script) or "") == 1 for script, value in scripts)


def _numbers(node: Scripted) -> tuple[Rational | None, Rational | None]:
    """What is written below and above, where it is a number."""
    assert node.sub is not None
    assert node.sup is not None
    return number_of(node.sub), number_of(node.sup)


def _left_sides(display: Display) -> Iterator[Node]:
    rows = [part for row in display.rows for part in (row.items if isinstance(row, Sequence) else (row,))]
    yield from (row.first for row in map(unwrap, rows) if isinstance(row, Relation))


def _counted_with(node: Node) -> Iterator[str]:
    """Letters that stand as numbers: in no subscript but that of an operator, and in no choice."""
    if _is_choice(node):
        return
    if isinstance(node, Letters | Name):
        yield node.text
    for child in children(node):
        if not (isinstance(node, Scripted) and child is node.sub):
            yield from _counted_with(child)


def _as_binomial(node: Node) -> Node:
    if not isinstance(node, Scripted) or node.sub is None or node.sup is None or not _is_choice(node):
        return node
    return Fraction(node.span, node.sub, node.sup, bar=False)
