r"""Arguments by name, `\text{Attn}(Q = x, K = V = y)` as programs write them, in the order in which the function has its parameters."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import arguments, base_of, every, rebuilt, unwrap
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Relation, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.statements.context import Context
    from vault_tools.compiler.syntax_tree import Display, Node

USUAL = ("Q", "K", "V")
"""The parameters of attention, in the order in which everybody calls it."""


def with_arguments_in_order(display: Display, context: Context) -> Display:
    """The display with such calls; itself where none has arguments by name, or other names than the definition."""
    if not any(_named(fence) for fence in every(Fence, display)):
        return display
    return rebuilt(display, lambda node: _in_order(node, context))


def _named(fence: Fence) -> dict[str, Node]:
    """The arguments by the names of their parameters; none where one of them is no equation behind a name."""
    found: dict[str, Node] = {}
    for node in map(unwrap, arguments(fence)) if fence.opener == "(" else ():
        if not isinstance(node, Relation) or {sign for sign, _ in node.rest} != {"="}:
            return {}
        *names, value = (node.first, *[side for _, side in node.rest])
        if not all(map(is_symbol, names)):
            return {}
        found.update({canonical(name): value for name in names})
    return found


def _in_order(node: Node, context: Context) -> Node:
    if not isinstance(node, Juxtaposed):
        return node
    items = list(node.items)
    for k, item in enumerate(items):
        named = _named(item) if k and isinstance(item, Fence) else {}
        order = _parameters(canonical(base_of(items[k - 1])), set(named), context) if named else ()
        if order and isinstance(item, Fence):
            values = tuple(named[name] for name in order)
            items[k] = replace(item, body=Sequence(item.body.span, values, (",",) * (len(values) - 1)))
    return node if items == list(node.items) else replace(node, items=tuple(items))


def _parameters(function: str, names: set[str], context: Context) -> tuple[str, ...]:
    """The names in the order of the function's parameters; none where the note defines it with others."""
    known = [entry.head.parameters for entry in context.by_base.get(function, ()) if entry.head.parameters]
    orders = [tuple(map(canonical, parameters)) for parameters in known] or [USUAL]
    return next((order for order in orders if set(order) == names and len(order) == len(names) > 1), ())
