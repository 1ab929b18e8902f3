r"""Gradients that the note gives by a formula: `w \leftarrow w - \eta \nabla J` after `\nabla J = X^\top (X w - y)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.gradients import NABLA, PARTIAL
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import base_of, cover, every, rebuilt, texts, unwrap, word
from vault_tools.compiler.syntax_tree import Display, Fence, Fraction, Juxtaposed, Letters, Name, Node, Relation, Scripted, Styled

if TYPE_CHECKING:
    from collections.abc import Mapping

MARKS = frozenset({NABLA, PARTIAL})
PAIR = 2


def gradient_symbol(side: Node) -> Node | None:
    r"""One symbol for a left side that is a gradient: `\nabla J`, `\frac{\partial L}{\partial w}`, `\frac{dL}{dw}`, `\nabla J(w)`."""
    side = unwrap(side)
    if not isinstance(side, Fraction) and NABLA not in texts(side):
        return None
    found: Node = _named(side)
    called = isinstance(found, Juxtaposed) and len(found.items) == PAIR and isinstance(found.items[1], Fence)
    symbol = found.items[0] if called and isinstance(found, Juxtaposed) else found
    return found if found is not side and is_symbol(symbol) else None


def with_known_gradients(display: Display, functions: Mapping[str, bool]) -> Display:
    """The display with symbols for the gradients of its right sides that the note defines, itself among the note.

    `functions`: the names that the note defines, and whether they are functions; else a gradient is taken where it is needed.
    """
    if not takes_part(display):
        return display
    known = dict(functions)
    for relation in every(Relation, display):
        left = gradient_symbol(relation.first)
        if left is not None:
            called = isinstance(left, Juxtaposed)
            known[canonical(base_of(left.items[0] if isinstance(left, Juxtaposed) else left))] = called
    return rebuilt(display, lambda node: _right_named(node, known))


def _right_named(node: Node, names: Mapping[str, bool]) -> Node:
    if not isinstance(node, Relation):
        return node
    rest = tuple((sign, _named(side, names)) for sign, side in node.rest)
    changed = any(new is not old for (_, new), (_, old) in zip(rest, node.rest, strict=True))
    return Relation(node.span, node.first, rest) if changed else node


def _named(node: Node, names: Mapping[str, bool] | None = None) -> Node:
    """A node with symbols for gradients; `names`: for these only."""
    return rebuilt(node, lambda inner: _symbol(inner, names))


def _symbol(node: Node, names: Mapping[str, bool] | None) -> Node:
    match node:
        case Fraction():
            symbol = _of_fraction(node)
            return symbol if symbol is not None and _is_among(symbol, names) else node
        case Juxtaposed(items=items) if any(word(base_of(item)) == NABLA for item in items):
            return _of_row(node, names)
        case _:
            return node


def _is_among(symbol: Node, names: Mapping[str, bool] | None) -> bool:
    return names is None or canonical(base_of(symbol)) in names


def _is_gradient(node: Fraction) -> bool:
    return _of_fraction(node) is not None


def _of_fraction(node: Fraction) -> Node | None:
    r"""`\frac{\partial L}{\partial w_1}` as `dL_dw_1`."""
    of, by = _behind_mark(node.numerator), _behind_mark(node.denominator)
    if of is None or by is None or isinstance(of, Scripted):
        return None
    return _with_name(by, f"d{canonical(base_of(of))}_d{canonical(base_of(by))}", node)


def _with_name(by: Node, name: str, place: Node) -> Node:
    """A symbol with the scripts and the font of what a gradient is taken by."""
    base = by.base if isinstance(by, Scripted) else by
    symbol: Node = Letters(place.span, name)
    if isinstance(base, Styled):
        symbol = Styled(place.span, base.font, symbol)
    return Scripted(place.span, symbol, by.sub, by.sup, by.primes) if isinstance(by, Scripted) else symbol


def _behind_mark(part: Node) -> Node | None:
    r"""The w of `\partial w`, `d\mathbf{w}`, `dw_1`; the argument of `\partial J(w)` aside."""
    part = unwrap(part)
    base = base_of(part)
    if isinstance(base, Letters) and len(base.text) == PAIR and base.text[0] == "d":
        letter = Letters(base.span, base.text[1])
        return Scripted(part.span, letter, part.sub, part.sup, part.primes) if isinstance(part, Scripted) else letter
    items = part.items if isinstance(part, Juxtaposed) else ()
    if len(items) not in (PAIR, PAIR + 1) or word(items[0]) not in (PARTIAL, "d") or not _is_letter(items[1]):
        return None
    return items[1] if len(items) == PAIR or isinstance(items[2], Fence) else None


def _is_letter(node: Node) -> bool:
    base = base_of(unwrap(node))
    return is_symbol(node) and (
        len(word(base) or "") == 1 or (isinstance(base, Name) and base.command) or not isinstance(base, Letters | Name)
    )


def _of_row(node: Juxtaposed, names: Mapping[str, bool] | None) -> Node:
    r"""`\eta \nabla_w J(w)` with the gradient as one symbol, and its argument behind it where it is a function."""
    items: list[Node] = []
    rest = list(node.items)
    while rest:
        item = rest.pop(0)
        symbol = _of_nabla(item, rest[0]) if rest and word(base_of(item)) == NABLA and _is_letter(rest[0]) else None
        plain = symbol is not None and names is not None and not names.get(canonical(base_of(symbol)))
        bracket = rest[1] if plain and len(rest) > 1 else None
        elsewhere = isinstance(bracket, Fence) and word(bracket.body) is None  # `\nabla J(w_t)` of a J's gradient at w
        if symbol is None or elsewhere or not _is_among(symbol, names):
            items.append(item)
            continue
        items.append(symbol)
        del rest[: 2 if isinstance(bracket, Fence) else 1]
    if len(items) == len(node.items):
        return node
    return items[0] if len(items) == 1 else Juxtaposed(cover(items), tuple(items))


def _of_nabla(nabla: Node, of: Node) -> Node:
    """`nabla_J`, or `dJ_dw` where the symbol below says by what."""
    by = unwrap(nabla.sub) if isinstance(nabla, Scripted) and nabla.sub is not None else None
    letter = canonical(base_of(of))
    return Letters(nabla.span, f"nabla_{letter}") if by is None else _with_name(by, f"d{letter}_d{canonical(base_of(by))}", nabla)


def takes_part(side: Node) -> bool:
    """Whether a side holds gradients itself."""
    return not MARKS.isdisjoint(texts(side)) or any(map(_is_gradient, every(Fraction, side)))
