"""Names of sizes: upper bounds of operators, and what a number between bars counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import children, every, number_of, scripts_moved_out, unwrap, word
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Node, Scripted

if TYPE_CHECKING:
    from fractions import Fraction as Rational

    from vault_tools.compiler.resolve.writing.statements.context import Entry


def number_for_bars(entry: Entry) -> tuple[Node, Rational] | None:
    r"""`|B| = 4`: the symbol between the bars, and the number."""
    sides = entry.statement.sides
    symbol = between_bars(sides[0]) if entry.statement.is_equation and len(sides) == 2 else None
    value = number_of(sides[1]) if symbol is not None else None
    return (symbol, value) if symbol is not None and value is not None else None


def between_bars(node: Node) -> Node | None:
    """The symbol that stands alone between bars."""
    node = unwrap(node)
    inside = scripts_moved_out(unwrap(node.body)) if isinstance(node, Fence) and node.opener == "|" else None
    return inside if inside is not None and is_symbol(inside) else None


def upper_bounds(node: Node) -> set[str]:
    r"""Names in upper limits of operators: `n` of `\sum_{i=1}^n`, `C_in` of `C_{in}`, `T` of `T-1`."""
    return {name for operator in every(BigOperator, node) if operator.sup is not None for name in size_names(operator.sup)}


def size_names(node: Node) -> set[str]:
    """Names of sizes in an expression of sizes."""
    node = unwrap(node)
    if isinstance(node, Scripted) and word(unwrap(node.base)) is not None:
        return {canonical(node)}
    if number_of(node) is not None or (isinstance(node, Fence) and node.opener == "|"):
        return set()
    if word(node) is not None:
        return {canonical(node)}
    return {name for child in children(node) for name in size_names(child)}
