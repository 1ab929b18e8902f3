r"""A definition used with fewer or more indices than it is written with: `e_t` of `e_{t,i} = …`, `\alpha_{t,i}` of `\alpha_t = …`.

Of what stands below or above, the first letters are those of the definition; the rest are axes that the definition, or its value, leaves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.reading.indices.elements import position
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.nodes import word
from vault_tools.compiler.syntax_tree import Node, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.facts import Facts
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.tree import Expression, Index


@dataclass(frozen=True, slots=True)
class Places:
    """Which index stands at each axis that the definition names (None: all places), and those that stand at axes of its value."""

    named: tuple[Node | None, ...]
    inner: tuple[Node, ...]


def places(head: Occurrence, found: Occurrence, heads: Facts, facts: Facts) -> Places | None:
    """Where the indices of an occurrence belong; None where its letters stand in another order than those of the left side."""
    (below, above), (own_below, own_above) = _scripts(found, facts), _scripts(head, heads)
    if (own_above and below and not own_below) and not above:
        return None
    named = (*_along(below, len(own_below)), *_along(above, len(own_above)))
    inner = (*below[len(own_below) :], *above[len(own_above) :])
    letters = [word(node) for node in head.indices]
    crossed = any(node is not None and word(node) in letters and word(node) != letter for letter, node in zip(letters, named, strict=True))
    if crossed or any(word(node) in letters for node in inner) or (inner and None in named):
        return None
    return Places(named, inner)


def _scripts(found: Occurrence, facts: Facts) -> tuple[tuple[Node, ...], tuple[Node, ...]]:
    """The indices below and above a symbol."""
    node = found.node
    if not isinstance(node, Scripted) or node.sup is None:
        return found.indices, ()
    count = len(read_symbol(replace(node, sup=None), facts).indices) if node.sub is not None else 0
    return found.indices[:count], found.indices[count:]


def _along(nodes: tuple[Node, ...], count: int) -> tuple[Node | None, ...]:
    return (*nodes[:count], *(None,) * (count - len(nodes)))


def pick(reader: Reader, array: Expression, indices: tuple[Index, ...], at: Places, scope: Scope, found: Occurrence) -> Value | None:
    """The part of an array whose first axes are `indices`; None where its value has no axis for an index."""
    span = found.node.span
    if len(array.shape) < len(indices) + len(at.inner):
        return None
    left: list[Index] = []
    chosen: list[Expression] = []
    for index, node in zip(indices, at.named, strict=True):
        if node is None:
            left.append(reader.new_index(index.letter, index.size, index.start))
            chosen.append(reader.build.position(left[-1]))
        else:
            chosen.append(position(reader, node, index.size, scope, index.start))
    sizes = array.shape[len(indices) :]
    chosen += [position(reader, node, size, scope) for node, size in zip(at.inner, sizes, strict=False)]
    return Value(reader.build.tabulate(left, reader.build.element(array, chosen, span), span), plain=True)
