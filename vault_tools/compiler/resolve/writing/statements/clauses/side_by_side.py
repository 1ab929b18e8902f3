r"""Several equations in one: `[Q, K, V] = X [W_Q, W_K, W_V]` is `Q = X W_Q`, `K = X W_K` and `V = X W_V`, as does `Q, K, V = X W_Q, …`."""

from __future__ import annotations

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import EQUALITIES
from vault_tools.compiler.syntax_tree import Ellipsis_, Fence, Juxtaposed, Node, Relation, Sequence, Text
from vault_tools.model import Span


def side_by_side(node: Node) -> Node:
    """The equations that a bracket of names and a bracket of factors stand for; every other node as it is."""
    if not isinstance(node, Relation) or len(node.rest) != 1 or node.rest[0][0] not in ("=", ":="):
        return node
    names, product = _listed(node.first), unwrap(node.rest[0][1])
    if names is None or not isinstance(product, Juxtaposed):
        return node
    factors = [_listed(item) for item in product.items]
    places = [k for k, listed in enumerate(factors) if listed is not None]
    values = factors[places[0]] if len(places) == 1 else None
    if values is None or len(values) != len(names) or not all(map(is_symbol, (*names, *values))):
        return node
    sign = node.rest[0][0]
    rows = [(*product.items[: places[0]], value, *product.items[places[0] + 1 :]) for value in values]
    pairs = zip(names, rows, strict=True)
    equations = tuple(
        Relation(Span(name.span.start, row[-1].span.end), name, ((sign, Juxtaposed(product.span, row)),)) for name, row in pairs
    )
    return Sequence(node.span, equations, (",",) * (len(equations) - 1))


def _listed(node: Node) -> tuple[Node, ...] | None:
    """What stands between commas in square brackets."""
    node = unwrap(node)
    body = unwrap(node.body) if isinstance(node, Fence) and node.opener == "[" and node.closer == "]" else None
    if not isinstance(body, Sequence) or set(body.separators) != {","} or any(isinstance(unwrap(item), Ellipsis_) for item in body.items):
        return None
    return body.items


def paired(node: Sequence) -> Sequence:
    """`Q, K, V = XW_Q, XW_K, XW_V` as three equations: as many values as names, position by position."""
    count = next((k for k, item in enumerate(node.items) if not is_symbol(item) or isinstance(unwrap(item), Text)), len(node.items))
    end = 2 * count + 1
    equation = unwrap(node.items[count]) if 0 < count < len(node.items) else None
    listed = end <= len(node.items) and all(separator == "," for separator in node.separators[: end - 1])
    listed = listed and (node.separators[end - 1 : end] != (",",) or isinstance(unwrap(node.items[end]), Relation))
    if not isinstance(equation, Relation) or not listed or len(equation.rest) != 1 or equation.rest[0][0] not in EQUALITIES:
        return node
    names = (*node.items[:count], equation.first)
    values = (equation.rest[0][1], *node.items[count + 1 : end])
    if not is_symbol(equation.first) or any(isinstance(unwrap(value), Relation | Text | Ellipsis_) for value in values):
        return node
    sign = equation.rest[0][0]
    pairs = (Relation(Span(n.span.start, v.span.end), n, ((sign, v),)) for n, v in zip(names, values, strict=True))
    return Sequence(node.span, (*pairs, *node.items[end:]), (*node.separators[:count], *node.separators[end - 1 :]))
