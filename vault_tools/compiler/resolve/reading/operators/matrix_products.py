r"""Product signs over matrices, whose order matters: `\prod_{l=1}^{L} A_l` is A_1 A_2 … A_L, `\prod_{l=L}^{1} A_l` runs downwards.

The product of all is the last state of the recurrence `P_l = P_{l-1} A_l` that begins with the identity.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.arithmetic.products import multiply
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, number_of, unwrap, walk, word
from vault_tools.compiler.syntax_tree import BigOperator, Juxtaposed, Node, Relation, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.operators.ranges import Binding
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

MATRIX = 2


def upwards(node: BigOperator) -> tuple[BigOperator, bool]:
    r"""The operator with its range from the lower end to the upper one, and whether it was written the other way round.

    `\sum_{i=1}^{0}` and `\prod_{i=1}^{0}` are empty.
    """
    sub = unwrap(node.sub) if node.sub is not None else None
    low = number_of(node.sup) if node.sup is not None else None
    if low is None or node.sup is None or not isinstance(sub, Relation) or sub.signs != ("=",):
        return node, False
    high = unwrap(sub.rest[0][1])
    value = number_of(high)
    empty = value is not None and (value <= low + 1 or node.operator != "prod")
    if isinstance(high, Sequence) or empty or (value is None and low not in (0, 1, 2)):
        return node, False
    return replace(node, sub=replace(sub, rest=(("=", node.sup),)), sup=high), True


def matrices(reader: Reader, node: BigOperator, binding: Binding, scope: Scope, *, down: bool) -> Value | None:
    """The product of matrices in the order of its letter; None where the body is made of numbers."""
    if node.body is None or not any(is_symbol(item) and is_upper(bare(item)) for item in walk(node.body)):
        return None
    factors, behind = _with_its_letter(node.body, {name for name, index in binding.scope.indices.items() if index in binding.indices})
    body = reader.read(factors, binding.scope)
    if body.rank != MATRIX:
        return None
    if len(binding.indices) != 1 or binding.conditions:
        raise reader.unsupported("operator", node.span, name=node.operator)
    index, build = binding.indices[0], reader.build
    if not reader.sizes.unify(body.expression.shape[0], body.expression.shape[1]):
        raise reader.square_error(body.expression, node.span)
    before = build.state(index, 0, body.expression.shape, "product", node.span)
    pair = (body.expression, before) if down else (before, body.expression)
    start = tree.Identity(shape=body.expression.shape, span=node.span)
    products = build.recur(index, [("product", start, build.matmul(*pair, node.span))], 0, node.span)
    last = build.add([tree.Size(dim=index.size, span=node.span), number(-1, "-1")], node.span)
    reader.say("order_of_product", index=index.name)
    value = Value(build.element(products, [last], node.span))
    return value if behind is None else multiply(reader, [(value, node), (reader.read(behind, scope), behind)], [""], node.span)


def _with_its_letter(body: Node, letters: set[str]) -> tuple[Node, Node | None]:
    r"""The factors up to the last one that carries the letter, and those behind: the x of `\prod_l A_l x` stands behind the product."""
    if not isinstance(body, Juxtaposed):
        return body, None
    carrying = [k for k, item in enumerate(body.items) if any(word(inner) in letters for inner in walk(item))]
    end = carrying[-1] + 1 if carrying else len(body.items)
    return _row(body, 0, end), _row(body, end, len(body.items)) if end < len(body.items) else None


def _row(body: Juxtaposed, start: int, end: int) -> Node:
    return body.items[start] if end == start + 1 else replace(body, items=body.items[start:end])
