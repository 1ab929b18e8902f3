"""Spelled-out patterns: `v_1^2 + v_2^2 + … + v_n^2` is a sum over one running letter."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_transpose_mark
from vault_tools.compiler.resolve.writing.nodes import children, unwrap, with_parts, word
from vault_tools.compiler.resolve.writing.pieces import pieces
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Letters, Node, Number, Scripted, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator


def at_letter(node: Node, letter: str, number: str | None) -> Node:
    """The node with the running number in its subscripts replaced by a letter (the first number found, or `number` everywhere)."""
    if not isinstance(node, Scripted):
        return with_parts(node, lambda part: at_letter(part, letter, number))
    base = at_letter(node.base, letter, number) if number is not None else node.base
    return replace(node, base=base, sub=_renamed(node.sub, letter, number) if node.sub is not None else None)


def _renamed(sub: Node, letter: str, number: str | None) -> Node:
    """A subscript with its running number replaced; letters written in one run with it (`i1`) keep their place."""
    found = list(pieces(sub))
    for k, piece in enumerate(found):
        inner = unwrap(piece)
        if (isinstance(inner, Number) and number in (None, inner.text)) or (not isinstance(inner, Number) and end_text(inner) == number):
            found[k] = Letters(piece.span, letter)
            break
    else:
        return sub
    return found[0] if len(found) == 1 else Sequence(sub.span, tuple(found), (",",) * (len(found) - 1))


def same(first: Node, second: Node) -> bool:
    """Equal up to places."""
    return key(first) == key(second)


def key(node: object) -> object:
    """A node without its places."""
    if isinstance(node, tuple):
        return tuple(map(key, node))
    if is_dataclass(node) and not isinstance(node, type):
        return (type(node).__name__, *(key(getattr(node, f.name)) for f in fields(node) if f.name not in ("span", "written")))
    return node


def ends(first: Node, last: Node) -> tuple[str | None, Node | None]:
    """The first number and the last value of the running subscript of a pattern."""
    pieces_first, pieces_last = list(script_pieces(first)), list(script_pieces(last))
    place = next((k for k, piece in enumerate(pieces_first) if isinstance(piece, Number)), None)
    if place is None:
        return None, None
    start = pieces_first[place]
    assert isinstance(start, Number)
    opposite = pieces_last[place] if len(pieces_first) == len(pieces_last) else None
    if opposite is None or not (isinstance(opposite, Number) or end_text(opposite)):
        opposite = next((piece for piece in pieces_last if word(piece) is not None or isinstance(piece, Number)), None)
    return start.text, opposite


def end_text(node: Node) -> str | None:
    """How the last value of a pattern is told: `n`, `n_h`; None for expressions."""
    node = unwrap(node)
    return word(node) or (canonical(node) if isinstance(node, Scripted) else None)


def script_pieces(node: Node) -> Iterator[Node]:
    """The pieces of all subscripts in a node, those inside subscripts left out."""
    stack = [node]
    while stack:
        here = stack.pop()
        if isinstance(here, Scripted):
            if here.sub is not None:
                yield from map(unwrap, pieces(here.sub))
            stack.extend(part for part in (here.sup, here.base) if part is not None)
        else:
            stack.extend(reversed(children(here)))


def numbered_below(item: Node) -> Node:
    """An item of a list that is numbered above (`x_p^1 E`, `x_p^N E`, `head^{(1)}`), with its number below."""
    match unwrap(item):
        case Scripted(sup=Fence(opener="(", body=Number() | Letters() | Scripted() as number)) as symbol:
            return numbered_below(replace(symbol, sup=number)) if not isinstance(number, Scripted) else _below(symbol, number)
        case Juxtaposed(items=(first, *rest)) as row:
            return replace(row, items=(numbered_below(first), *rest))
        case Scripted(sup=Number() | Letters() as above) as symbol if not is_transpose_mark(above):
            return _below(symbol, above)
        case other:
            return other


def _below(symbol: Scripted, number: Node) -> Node:
    sub = symbol.sub
    below = number if sub is None else Sequence(sub.span, (*pieces(sub), number), (",",) * len(pieces(sub)))
    return replace(symbol, sub=below, sup=None)
