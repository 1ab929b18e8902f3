r"""Rows and columns of matrices that a note gives, called by number: the `A_{1j}` of `\sum_j A_{1j} = 1`, the `A_{i2}` of a column."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, rebuilt, unwrap
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Display,
    Fence,
    Grid,
    Juxtaposed,
    Letters,
    Node,
    Number,
    Relation,
    Scripted,
    Sequence,
)
from vault_tools.verify.relations import relations, set_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Set

    Lines = tuple[tuple[Node, ...], ...]


def matrices_given(displays: Iterable[object]) -> dict[str, Lines]:
    """The rows of the matrices of numbers that a note gives, each under a name that it uses for nothing else."""
    found: dict[str, Lines] = {}
    defined: Counter[str] = Counter()
    for relation in (one for display in displays if isinstance(display, Display) for one in relations(display)):
        if is_symbol(relation.first) and relation.rest[-1][0] in {"=", "≈"}:
            defined[canonical(relation.first)] += 1
            found[canonical(relation.first)] = _rows(relation.rest[-1][1])
    return {name: rows for name, rows in found.items() if rows and defined[name] == 1}


def _rows(side: Node) -> Lines:
    side = unwrap(side)
    if not is_written_number(side):
        return ()
    match side:
        case Grid(rows=rows):
            found = tuple(map(tuple, rows))
        case Fence(body=Sequence(items=items)):
            found = tuple(tuple(one.body.items) for one in items if isinstance(one, Fence) and isinstance(one.body, Sequence))
        case _:
            return ()
    return found if len(found) > 1 and len(found[0]) > 1 and len({len(row) for row in found}) == 1 else ()


def with_lines(display: Display, matrices: Mapping[str, Lines]) -> Display:
    """The display with its numbered rows and columns as lists; the same display where it calls none."""
    bound = _bound(display) if matrices else frozenset()
    return rebuilt(display, lambda node: _line(node, matrices, bound)) if bound else display


def _bound(display: Display) -> frozenset[str]:
    """The letters over which the operators of a display run."""
    below = (operator.sub for operator in every(BigOperator, display))
    letters = (one.first if isinstance(one, Relation) else one for one in below if one is not None)
    return frozenset(canonical(letter) for letter in letters if isinstance(letter, Letters))


def _line(node: Node, matrices: Mapping[str, Lines], bound: Set[str]) -> Node:
    """`A_{1j}` as `(0.7, 0.2, 0.1)_j`, where something runs over j."""
    if not isinstance(node, Scripted) or not is_symbol(node.base) or canonical(node.base) not in matrices:
        return node
    rows = matrices[canonical(node.base)]
    match node.sub:
        case Juxtaposed(items=parts) | Sequence(items=parts, separators=(",",)):
            pass
        case _:
            return node
    match parts:
        case (Number(text=text), Letters() as letter) if text.isdecimal() and canonical(letter) in bound:
            line = rows[int(text) - 1] if 0 < int(text) <= len(rows) else ()
        case (Letters() as letter, Number(text=text)) if text.isdecimal() and canonical(letter) in bound:
            line = tuple(row[int(text) - 1] for row in rows) if 0 < int(text) <= len(rows[0]) else ()
        case _:
            return node
    if not line:
        return node
    items = tuple(set_at(entry, node.base.span) for entry in line)
    numbers = Fence(node.base.span, "(", Sequence(node.base.span, items, (",",) * (len(items) - 1)), ")")
    return Scripted(node.span, numbers, letter, node.sup, node.primes)
