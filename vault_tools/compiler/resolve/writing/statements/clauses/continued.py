r"""What stands behind a comma without being a clause: `y = a, b + c`, and `p = \pi_k , p_k(x)` where a thin space lost its backslash."""

from __future__ import annotations

from vault_tools.compiler.resolve.writing.nodes import base_of, every, number_of, texts, unwrap, word
from vault_tools.compiler.syntax_tree import (
    Ellipsis_,
    Fence,
    Grid,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Number,
    Relation,
    Sequence,
    Styled,
    Sum,
    Text,
)

CUTS = frozenset({",", ";"})
r"""Separators that the thin spaces `\,` and `\;` are where they lost their backslash."""
QUANTIFIERS = frozenset({"forall", "exists"})


def goes_on(sides: tuple[Node, ...], items: list[Node]) -> bool:
    r"""Whether the first item goes on with the last side of an equation, whatever is missing between the two.

    A sum does. So does any other expression that no remark, list or declaration follows (`y = W x, b \in \mathbb{R}`), unless numbers
    are listed or it is made of what the equation defines (`\phi(x) = e^x, \phi(q)^\top \phi(k)`).
    """
    item = items[0]
    if isinstance(item, Sum) and len(item.terms) > 1 and every(Letters, item):
        return True
    said = any(holds_relation(other) or every(Text, other) or every(Ellipsis_, other) or _is_quantified(other) for other in items)
    return not said and not isinstance(item, Fence | Number | Grid) and number_of(sides[-1]) is None and not _uses(item, sides[0])


def _uses(item: Node, defined: Node) -> bool:
    first = unwrap(defined.items[0] if isinstance(defined, Juxtaposed) else defined)
    name = word(base_of(first))
    return name is not None and name in texts(item)


def until_wide(items: list[Node], separators: tuple[str, ...]) -> list[Node]:
    """Items up to the first that neither comma nor semicolon precedes."""
    return items[: 1 + next((k for k, separator in enumerate(separators) if separator not in CUTS), len(separators))]


def _is_quantified(node: Node) -> bool:
    r"""`\forall i`."""
    return any(name.text in QUANTIFIERS for name in every(Name, node))


def holds_relation(node: Node) -> bool:
    """An equation or another relation, also inside a list, a brace or fonts."""
    match node:
        case Relation():
            return True
        case Sequence(items=items):
            return any(holds_relation(unwrap(item)) for item in items)
        case Fence(opener="{", body=body, closer="."):
            return bool(every(Relation, body))
        case Juxtaposed(items=items):
            return labels_a_statement(items)
        case _:
            return isinstance(node, Styled) and holds_relation(unwrap(node.body))


def labels_a_statement(items: tuple[Node, ...]) -> bool:
    """`where` or prose glued to an equation."""
    return len(items) == 2 and isinstance(items[0], Text) and isinstance(unwrap(items[1]), Relation | Sequence)
