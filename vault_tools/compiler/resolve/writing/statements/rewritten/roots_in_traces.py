r"""Roots of products of matrices in a trace: `\operatorname{Tr}(A + B - 2\sqrt{A B})` is `\operatorname{Tr}(A + B - 2(A B)^{1/2})`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, scripts_moved_out, unwrap, word
from vault_tools.compiler.syntax_tree import Display, Fence, Fraction, Juxtaposed, Letters, Number, Root, Scripted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.syntax_tree import Node

TRACES = frozenset({"Tr", "tr", "trace", "Trace"})


def with_roots_in_traces(display: Display) -> Display:
    """The display with such roots as powers of the product; a root entry by entry has no trace that anybody asks for."""
    found = {id(root) for row in every(Juxtaposed, display) for root in _traced(row)}
    return rebuilt(display, lambda node: _as_power(node) if id(node) in found else node) if found else display


def _traced(row: Juxtaposed) -> Iterator[Root]:
    for name, bracket in zip(row.items, row.items[1:], strict=False):
        if word(name) in TRACES and isinstance(bracket, Fence):
            yield from (root for root in every(Root, bracket) if root.degree is None and _is_product(unwrap(root.radicand)))


def _is_product(radicand: Node) -> bool:
    r"""Several capitals side by side: `AB`, `\Sigma_1 \Sigma_2`."""
    if isinstance(radicand, Letters):
        return len(radicand.text) > 1 and radicand.text.isupper()
    return isinstance(radicand, Juxtaposed) and all(map(_is_matrix, radicand.items))


def _is_matrix(node: Node) -> bool:
    node = scripts_moved_out(unwrap(node))
    return is_symbol(node) and is_upper(node.base if isinstance(node, Scripted) else node)


def _as_power(node: Node) -> Node:
    assert isinstance(node, Root)
    half = Fraction(node.span, Number(node.span, "1", "1"), Number(node.span, "2", "2"))
    return Scripted(node.span, Fence(node.span, "(", node.radicand, ")"), None, half)
