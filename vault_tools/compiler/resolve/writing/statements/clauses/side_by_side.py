r"""Several products in one bracket: `[Q, K, V] = X [W_Q, W_K, W_V]` says `Q = X W_Q`, `K = X W_K` and `V = X W_V`."""

from __future__ import annotations

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.syntax_tree import Ellipsis_, Fence, Juxtaposed, Node, Relation, Sequence
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
