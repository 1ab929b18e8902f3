r"""Elements of one of several sets: `\sum_{x \in C_k} \|x - \mu_k\|^2` adds up the x_j whose place j is in the k-th set.

Part of the display in one notation. Elements of a set without an index are the entries of the set itself, and stay as they are.
"""

from __future__ import annotations

from dataclasses import replace

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.nodes import arguments, every, rebuilt, texts, unwrap, word
from vault_tools.compiler.syntax_tree import BigOperator, Display, Fence, Juxtaposed, Letters, Node, Relation, Scripted

DATA = frozenset({"x", "y", "z", "p"})
"""Letters of data; those of nodes, words and states only say where something stands in a table."""
COUNTERS = "jinmlqr"


@remembered
def with_places_of_members(display: Display) -> Display:
    """The display with an index for the elements of indexed sets; itself where it has none."""
    if not any(_letter(operator) for operator in every(BigOperator, display)):
        return display
    written = texts(display)
    counter = next((letter for letter in COUNTERS if letter not in written), None)

    def counted(node: Node) -> Node:
        return _counted(node, _letter(node), counter) if isinstance(node, BigOperator) else node

    return rebuilt(display, counted)


def _letter(operator: BigOperator) -> str | None:
    r"""The x of `x \in C_k` and of `x_i \in C_k`; None where the set has no letter below, or the same as the element."""
    below = unwrap(operator.sub) if operator.sub is not None else None
    if not isinstance(below, Relation) or len(below.rest) != 1 or below.rest[0][0] != "∈" or operator.body is None:
        return None
    element, collection = unwrap(below.first), unwrap(below.rest[0][1])
    of = word(collection.sub) if isinstance(collection, Scripted) and collection.sub is not None and collection.sup is None else None
    if of is None or len(of) != 1:
        return None
    if isinstance(element, Scripted):
        label = word(element.sub) if element.sub is not None and element.sup is None and not element.primes else None
        return word(element.base) if label is not None and len(label) == 1 and label != of and word(element.base) in DATA else None
    return word(element) if word(element) in DATA else None


def _counted(operator: BigOperator, letter: str | None, counter: str | None) -> BigOperator:
    """The operator over the place of its elements."""
    if letter is None or operator.body is None or not isinstance(operator.sub, Relation):
        return operator
    element = unwrap(operator.sub.first)
    if isinstance(element, Scripted) and element.sub is not None:
        return replace(operator, sub=replace(operator.sub, first=element.sub))
    if counter is None or not _is_value(operator.body, letter):
        return operator
    place = Letters(element.span, counter)
    body = rebuilt(operator.body, lambda node: Scripted(node.span, node, place) if _is_letter(node, letter) else node)
    return replace(operator, sub=replace(operator.sub, first=place), body=body)


def _is_value(body: Node, letter: str) -> bool:
    """Whether the letter is computed with: it stands by itself, and not only as the argument of a function or below a symbol."""
    lone = sum(_is_letter(node, letter) for node in every(Letters, body))
    inside = sum(letter in node.text for node in every(Letters, body))
    scripted = any(_is_letter(unwrap(node.base), letter) and node.sub is not None for node in every(Scripted, body))
    below = sum(texts(node.sub).issuperset({letter}) for node in every(Scripted, body) if node.sub is not None)
    return lone == inside > _arguments(body, letter) + below and not scripted


def _arguments(body: Node, letter: str) -> int:
    """How often the letter is the whole argument of something before a bracket."""
    rows = (row.items for row in every(Juxtaposed, body))
    fences = (unwrap(item.base if isinstance(item, Scripted) else item) for items in rows for item in items[1:])
    return sum(_is_letter(unwrap(node), letter) for fence in fences if isinstance(fence, Fence) for node in arguments(fence))


def _is_letter(node: Node, letter: str) -> bool:
    return isinstance(node, Letters) and node.text == letter
