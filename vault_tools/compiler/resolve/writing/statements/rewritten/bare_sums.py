r"""A sum sign with nothing below it, over probabilities of a lone letter: `\sum p(x) \log p(x)` is `\sum_x`.

Part of the display in one notation. Elsewhere a bare sum is over the index of its entries, or over all of an array.
"""

from __future__ import annotations

from dataclasses import replace

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap, word
from vault_tools.compiler.syntax_tree import BigOperator, Display, Fence, Juxtaposed, Letters, Node, Scripted

PROBABILITIES = frozenset({"p", "q", "P", "Q"})


@remembered
def with_letters_below(display: Display) -> Display:
    """The display with the letter below each such sum; itself where there is none."""
    if not any(_is_bare(operator) and _letter(operator) is not None for operator in every(BigOperator, display)):
        return display
    return rebuilt(display, _named)


def _named(node: Node) -> Node:
    letter = _letter(node) if isinstance(node, BigOperator) and _is_bare(node) else None
    return node if letter is None or not isinstance(node, BigOperator) else replace(node, sub=letter)


def _is_bare(operator: BigOperator) -> bool:
    return operator.operator == "sum" and operator.sub is None and operator.sup is None and operator.body is not None


def _letter(operator: BigOperator) -> Letters | None:
    """The one letter of which the body has probabilities, if it stands nowhere else there."""
    body = operator.body
    assert body is not None
    arguments = [letter for row in every(Juxtaposed, body) for letter in _arguments(row)]
    names = {letter.text for letter in arguments}
    if len(names) != 1:
        return None
    written = [node for node in every(Letters, body) if not names.isdisjoint(node.text)]
    return arguments[0] if len(written) == len(arguments) else None


def _arguments(row: Juxtaposed) -> list[Letters]:
    """The x of each `p(x)`, `p(x)^2` in a row of factors."""
    found: list[Letters] = []
    for name, atom in zip(row.items, row.items[1:], strict=False):
        fence = atom.base if isinstance(atom, Scripted) else atom
        inside = unwrap(fence.body) if isinstance(fence, Fence) and fence.opener == "(" else None
        if word(name) in PROBABILITIES and isinstance(inside, Letters) and len(inside.text) == 1:
            found.append(inside)
    return found
