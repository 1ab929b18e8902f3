r"""`\arg\min_{p \in \Delta} \|p - z\|^2`: the nearest point of the simplex, which is what sparsemax gives (Martins and Astudillo 2016)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap, word
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Node, Relation, Scripted, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope


def nearest_on_simplex(reader: Reader, node: BigOperator, scope: Scope) -> Value | None:
    """Sparsemax of the point; None for any other minimum."""
    point = _point(node)
    function = reader.vocabulary.function("sparsemax")
    if point is None or function is None:
        return None
    value = reader.read(point, scope)
    if not value.rank:
        raise reader.rank_error(value.expression, 1, node.span, "argmin")
    reader.say("nearest_on_simplex")
    return Value(reader.build.call(function, [value.expression], value.expression.shape, node.span, -1))


def _point(node: BigOperator) -> Node | None:
    r"""The z of `\|p - z\|^2` or `\|z - p\|_2^2` with the p that runs over the simplex."""
    sub, body = unwrap(node.sub) if node.sub is not None else None, unwrap(node.body) if node.body is not None else None
    if node.operator != "argmin" or not isinstance(sub, Relation) or sub.signs != ("∈",):
        return None
    simplex = unwrap(sub.rest[0][1])
    simplex = unwrap(simplex.base) if isinstance(simplex, Scripted) else simplex
    if canonical(simplex) != "Delta" or not isinstance(body, Scripted) or body.sup is None or number_of(body.sup) != 2:
        return None
    inside, below = unwrap(body.base), number_of(body.sub) if body.sub is not None else 2
    apart = unwrap(inside.body) if isinstance(inside, Fence) and inside.opener == "‖" and below == 2 else None
    if not isinstance(apart, Sum) or apart.signs != ("+", "-") or word(sub.first) is None:
        return None
    terms = [*apart.operands]
    others = [term for term in terms if canonical(term) != canonical(sub.first)]
    return others[0] if len(others) == 1 else None
