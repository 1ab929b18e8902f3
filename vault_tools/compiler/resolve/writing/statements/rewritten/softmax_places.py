r"""Places that a softmax runs over: an index behind it that its argument carries, and all places of a range.

`\text{softmax}(q_i \cdot k_j)_j` is `\text{softmax}_j(q_i \cdot k_j)`; `\alpha_{ij} = \mathrm{softmax}(s_{ij}) \;\; \forall j \le i` is the
softmax over those j. The range must move with another index of the left side; for all of an axis it says nothing new.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap, word
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import Display, Fence, Juxtaposed, Name, Relation, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node

SOFTMAX = frozenset({"softmax", "Softmax", "SoftMax"})


def with_indices_of_softmax(display: Display) -> Display:
    """The display with such an index below the word; an entry of a vector (`softmax(z)_j`) stays as it is."""
    return rebuilt(display, _moved)


def _moved(node: Node) -> Node:
    if not isinstance(node, Juxtaposed) or not any(_carries(name, bracket) for name, bracket in pairwise(node.items)):
        return node
    items = list(node.items)
    for at, (name, bracket) in enumerate(pairwise(node.items)):
        if _carries(name, bracket) and isinstance(bracket, Scripted):
            items[at], items[at + 1] = Scripted(name.span, name, bracket.sub), bracket.base
    return replace(node, items=tuple(items))


def _carries(name: Node, bracket: Node) -> bool:
    """Softmax before a bracket with one letter below, which is a script inside."""
    if not isinstance(bracket, Scripted) or bracket.sub is None or bracket.sup is not None or bracket.primes:
        return False
    fence = unwrap(bracket.base)
    letter = word(bracket.sub)
    if word(name) not in SOFTMAX or not isinstance(fence, Fence) or letter is None or len(letter) > 1:
        return False
    return canonical(bracket.sub) in script_letters(fence.body)


FOR_ALL = "forall"


def with_ranges_of_weights(display: Display) -> Display:
    """The display with the range below such a softmax; itself where no statement of weights has one."""
    if not any(map(_is_quantified, every(Sequence, display))):
        return display
    return rebuilt(display, _ranged)


def _is_quantified(node: Sequence) -> bool:
    return any(_range(item) is not None for item in node.items)


def _range(node: Node) -> Relation | None:
    r"""The `j \le i` of `\forall j \le i`."""
    node = unwrap(node)
    first = unwrap(node.first) if isinstance(node, Relation) and len(node.rest) == 1 and node.rest[0][0] in "≤<∈" else None
    if not isinstance(node, Relation) or not isinstance(first, Juxtaposed) or len(first.items) != 2 or word(first.items[0]) != FOR_ALL:
        return None
    return replace(node, first=first.items[1]) if len(word(first.items[1]) or "") == 1 else None


def _ranged(node: Node) -> Node:
    if not isinstance(node, Sequence):
        return node
    items = list(node.items)
    for at, item in enumerate(node.items[1:], start=1):
        limits, weights = _range(item), unwrap(items[at - 1])
        if limits is not None and isinstance(weights, Relation) and _moves(weights, limits):
            items[at - 1] = rebuilt(weights, lambda inner, limits=limits: _limited(inner, limits))  # type: ignore[misc]
    return replace(node, items=tuple(items))


def _moves(weights: Relation, limits: Relation) -> bool:
    """The left side has the letter of the range, and another one that the end of the range has."""
    letters = set(script_letters(weights.first))
    running = word(limits.first)
    end = limits.rest[0][1]
    ends = {word(end), *script_letters(end), *(word(fence.body) for fence in every(Fence, end))}
    return running in letters and bool((letters - {running}) & ends)


def _limited(node: Node, limits: Relation) -> Node:
    if not isinstance(node, Juxtaposed) or len(node.items) < 2:
        return node
    name, *rest = node.items
    letter = word(limits.first) or ""
    if not _is_softmax(name, letter) or not isinstance(rest[0], Fence) or not any(letter in script_letters(item) for item in rest):
        return node
    base = name.base if isinstance(name, Scripted) else name
    return replace(node, items=(Scripted(name.span, base, sub=limits), *rest))


def _is_softmax(name: Node, letter: str) -> bool:
    """The word, with nothing below it or with the letter that it runs over."""
    if isinstance(name, Scripted) and name.sup is None and name.sub is not None and word(name.sub) == letter:
        name = name.base
    return isinstance(name, Name) and name.text == "softmax"
