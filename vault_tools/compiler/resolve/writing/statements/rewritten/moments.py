r"""A moment in brackets: the `x(t+1)` and `u(t)` of `x(t+1) = A x(t) + B u(t)` are `x_{t+1}` and `u_t`."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.notation import GREEK
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.names.shifts import shift_letter
from vault_tools.compiler.resolve.writing.nodes import base_of, cover, every, rebuilt, scripts_moved_out, unwrap, walk_outside, word
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Letters, Name, Node, Relation, Scripted, Sequence
from vault_tools.model import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

UPDATES = frozenset({"=", ":=", "←"})
MOMENTS, TIME = frozenset("tnk"), "t"
"""Letters that count steps, and the one that by custom is the time."""
FUNCTIONS = frozenset({"Gamma", "sigma", "zeta", "Phi"})
"""Greek letters that before a bracket are functions."""
PAIR = 2


def with_moments_below(display: Display) -> Display:
    r"""The display with moments as subscripts; itself where the brackets hold arguments.

    They are moments where a statement takes a quantity from one to the next (`w(n+1) = w(n) + …`, `h(t) = \tanh(W h(t-1))`), or where a
    matrix stands before a quantity at the time t of the left side (`y(t) = C x(t)`), and no other argument has that letter.
    """
    letters = frozenset(letter for relation in every(Relation, display) for letter in _counted(relation))
    letters -= {letter for node in display.rows for letter in binders(node)} if letters else letters
    if not letters:
        return display
    return rebuilt(display, lambda node: _with_scripts(node, letters))


def _counted(relation: Relation) -> Iterator[str]:
    """The letter of the steps that a statement takes."""
    left = unwrap(relation.first)
    if relation.rest[0][0] not in UPDATES or not isinstance(left, Juxtaposed) or len(left.items) != PAIR:
        return
    defined = _moment(*left.items)
    if defined is None:
        return
    letter, shifted = defined
    rows = [row.items for _, side in relation.rest for row in every(Juxtaposed, side)]
    called = [pair for items in rows for pair in pairwise(items) if _mentions(pair[1], letter) and _quantity(pair[0])]
    moments = [_moment(*pair) for pair in called]
    if not moments or None in moments:
        return
    steps = shifted or any(moment is not None and moment[1] for moment in moments)
    carried = canonical(left.items[0]) in {canonical(_parts(symbol)[-1]) for symbol, _ in called}
    if (steps and carried) or (letter == TIME and any(_is_matrix_before(items) for items in rows)):
        yield letter


def _moment(symbol: Node, bracket: Node) -> tuple[str, bool] | None:
    """The letter of `x(t)`, `x(t+1)` or `P(k|k-1)`, and whether a number is added to it; None for other neighbours."""
    fence = base_of(bracket)
    if not isinstance(fence, Fence) or fence.opener not in "([" or not _quantity(symbol):
        return None
    inside = unwrap(fence.body)
    parts = inside.items if isinstance(inside, Sequence) and inside.separators == ("|",) else (inside,)
    shifted = [shift_letter(part) for part in parts]
    letters = {shift or word(part) for shift, part in zip(shifted, parts, strict=True)}
    letter = letters.pop() if len(letters) == 1 else None
    return (letter, any(shifted)) if letter in MOMENTS and letter is not None else None


def _mentions(bracket: Node, letter: str) -> bool:
    """A bracket that holds a letter, brackets in it aside."""
    fence = base_of(bracket)
    return isinstance(fence, Fence) and any(word(inner) == letter for inner in walk_outside(fence.body, _is_bracket))


def _is_bracket(node: Node) -> bool:
    return isinstance(node, Fence)


def _quantity(node: Node) -> bool:
    r"""A symbol that may be a quantity; no `\log`, no `\Gamma`."""
    base = base_of(node)
    if isinstance(base, Name) and base.command:
        return base.text in GREEK - FUNCTIONS
    return is_symbol(node)


def _is_matrix_before(items: tuple[Node, ...]) -> bool:
    """`C x(t)`, `Cx(t)`."""
    rows = zip(items, items[1:], items[2:], strict=False)
    apart = any(is_symbol(first) and is_upper(base_of(first)) and _moment(*pair) is not None for first, *pair in rows)
    glued = [symbol.text for symbol, bracket in pairwise(items) if isinstance(symbol, Letters) and _moment(symbol, bracket) is not None]
    return apart or any(len(text) == PAIR and text[0].isupper() and text[1].islower() for text in glued)


def _with_scripts(node: Node, letters: frozenset[str]) -> Node:
    """Juxtaposed matter with the moments of some letters below the symbols before them."""
    if not isinstance(node, Juxtaposed):
        return node
    items: list[Node] = []
    changed = False
    for item in node.items:
        moment = _moment(items[-1], item) if items else None
        if moment is None or moment[0] not in letters:
            items.append(item)
            continue
        *before, symbol = _parts(items.pop())
        items += [*before, _at(symbol, item)]
        changed = True
    if not changed:
        return node
    return items[0] if len(items) == 1 else Juxtaposed(node.span, tuple(items))


def _parts(symbol: Node) -> tuple[Node, ...]:
    """The A and x of the `Ax` in `Ax(t)`."""
    if not isinstance(symbol, Letters) or len(symbol.text) != PAIR or not (symbol.text[0].isupper() and symbol.text[1].islower()):
        return (symbol,)
    middle = symbol.span.start + 1
    return Letters(Span(symbol.span.start, middle), symbol.text[0]), Letters(Span(middle, symbol.span.end), symbol.text[1])


def _at(symbol: Node, bracket: Node) -> Node:
    fence = base_of(bracket)
    assert isinstance(fence, Fence)
    below = unwrap(fence.body)
    if isinstance(below, Sequence):  # `P(k|k-1)`
        below = Relation(below.span, below.items[0], (("|", below.items[1]),))
    above, primes = (bracket.sup, bracket.primes) if isinstance(bracket, Scripted) else (None, 0)
    return scripts_moved_out(Scripted(cover((symbol, bracket)), symbol, below, above, primes))
