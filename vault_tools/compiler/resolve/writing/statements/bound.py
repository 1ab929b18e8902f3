"""The letters that operators bind, as their subscripts are written."""

from __future__ import annotations

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import every, unwrap, word
from vault_tools.compiler.resolve.writing.pieces import letters_of
from vault_tools.compiler.syntax_tree import BigOperator, Node, Relation, Scripted, Sequence


def binders(node: Node) -> set[str]:
    """All letters that operators inside bind (sums, products, maxima, subscripts of softmax)."""
    return {name for operator in every(BigOperator, node) if operator.sub is not None for name in bound_names(operator.sub)}


def bound_names(sub: Node) -> list[str]:
    r"""The letters that a subscript of an operator may bind: `i`, `i,j`, `i=1`, `j \le i`, `k \in N(i)`."""
    sub = unwrap(sub)
    match sub:
        case Sequence(items=items):
            return [name for item in items for name in bound_names(item)]
        case Relation(first=first, rest=((":", _), _, *_)):  # `i: t_i \le t`
            return bound_names(first)
        case Relation(first=first, rest=rest):
            sides = [first, *(o for s, o in rest if s not in ("=", "∈", ":="))]
            return [canonical(letter) for side in sides for letter in letters_of(side) if word(letter) or isinstance(letter, Scripted)]
        case _:
            return [canonical(letter) for letter in letters_of(sub) if word(letter) is not None or isinstance(letter, Scripted)]
