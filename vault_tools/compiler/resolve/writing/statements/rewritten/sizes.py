r"""Sizes between bars that are given as numbers: one letter for a set and its parts, or sizes that stand without bars, too.

`-\sum_v \frac{|D_v|}{|D|} \log \frac{|D_v|}{|D|}` has one number for each D_v and one for D; so has
`\sum_k \frac{|C_k|}{|D|} \log \frac{C_k}{D}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap, word
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.syntax_tree import Display, Fence, Fraction, Letters, Node, Relation, Scripted

if TYPE_CHECKING:
    from collections.abc import Iterator


def with_bare_sizes(display: Display) -> Display:
    """The display without the bars round such sizes, and with a name of its own for the parts of a set; itself where there are none."""
    shares = [(part, whole) for node in every(Fraction, display) if (part := _size(node.numerator)) and (whole := _size(node.denominator))]
    if not shares:
        return display
    barred = {id(fence.body) for fence in every(Fence, display)}  # in bars, or an argument: `\mathrm{Entropy}(S_v)`
    bare = {canonical(node) for node in every(Scripted, display) if id(node) not in barred}
    sizes = {canonical(size) for part, whole in shares if canonical(part) in bare for size in (part, whole)}
    if sizes:
        return rebuilt(display, lambda node: _without_bars(node, sizes))
    parts = {canonical(part): part for part, whole in shares if isinstance(part, Scripted) and canonical(part.base) == canonical(whole)}
    letters = {word(part.base) or "" for part in parts.values() if isinstance(part, Scripted)}
    if len(letters) != 1 or not _is_only_sized(display, letters):
        return display
    return rebuilt(display, lambda node: _apart(_without_bars(node, {*parts, *letters}), binders(display), letters))


def _size(node: Node) -> Node | None:
    """What stands between the bars of `|C_k|`, `|D|`, `|D^v|`."""
    fence = unwrap(node)
    body = unwrap(fence.body) if isinstance(fence, Fence) and fence.opener == "|" else None
    one = isinstance(body, Scripted) and (body.sub is None) != (body.sup is None) and not body.primes
    base = body.base if one and isinstance(body, Scripted) else body
    return body if isinstance(base, Letters) and len(base.text) == 1 and is_upper(base) else None


def _without_bars(node: Node, sizes: set[str]) -> Node:
    size = _size(node)
    return size if size is not None and canonical(size) in sizes else node


def _is_only_sized(display: Display, letters: set[str]) -> bool:
    """Whether the letter stands on right sides between bars only."""
    sides = [side for relation in every(Relation, display) for _, side in relation.rest]
    sized = sum(1 for side in sides for _ in _sized(side, letters))
    return 0 < sized == sum(node.text in letters for side in sides for node in every(Letters, side))


def _sized(side: Node, letters: set[str]) -> Iterator[Node]:
    for fence in every(Fence, side):
        size = _size(fence)
        if size is not None and word(size.base if isinstance(size, Scripted) else size) in letters:
            yield size


def _apart(node: Node, bound: set[str], letters: set[str]) -> Node:
    """`D_v` as the size at v, which has a name of its own."""
    if not isinstance(node, Scripted) or word(node.base) not in letters:
        return node
    place = node.sub or node.sup
    if place is None or word(place) not in bound:
        return node
    return Scripted(node.span, Letters(node.base.span, f"size_{word(node.base)}"), place)
