r"""`D = \sum_i p_i \log \frac{p_i}{q_i} \ge 0`: what a definition says of its own value is no part of what is computed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, number_of
from vault_tools.compiler.syntax_tree import Letters, Relation

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display, Node

BOUNDS = frozenset({"≥", ">", "≤", "<"})


def without_bounds(display: Display) -> Display:
    """The display without the numbers between which its definitions say that their values lie."""
    rows = tuple(map(_unbounded, display.rows))
    return display if rows == display.rows else replace(display, rows=rows)


def _unbounded(row: Node) -> Node:
    match row:
        case Relation(rest=(("=" | ":=", body), *between, (sign, last))) if sign in BOUNDS and number_of(last) is not None:
            signs = {sign for sign, _ in between}
            if signs <= {"="} and number_of(body) is None and not is_symbol(body) and every(Letters, body):
                return replace(row, rest=row.rest[:-1])
    return row
