r"""Lists that a note writes as rows: of `q = [1, 2]` and `k = [3, 4]` the product `q k^T` is the number 11, and `q^T k` may be a matrix.

Whether a list in brackets is a row or a column is a convention; what is said to come out, a number or a matrix, shows which one is meant.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transpose_mark
from vault_tools.compiler.resolve.writing.nodes import cover, every, rebuilt, unwrap
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.syntax_tree import Display, Fence, Grid, Juxtaposed, Letters, Name, Node, Product, Relation, Scripted, Sequence
from vault_tools.model import Span
from vault_tools.verify.relations import relations, with_relations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Set


def rows_given(displays: Iterable[object]) -> frozenset[str]:
    """Symbols that the note sets to a list of numbers which stands in one row."""
    return frozenset(name for display in displays if isinstance(display, Display) for name in _rows_in(display))


def _rows_in(display: Display) -> Iterator[str]:
    for relation in relations(display):
        sign, side = relation.rest[-1]
        if is_symbol(relation.first) and sign == "=" and is_row(side):
            yield canonical(relation.first)


def is_row(side: Node) -> bool:
    """`[1, 2]`, `(1, 2)`; a matrix of one row is one already."""
    side = unwrap(side)
    body = unwrap(side.body) if isinstance(side, Fence) else side
    if not isinstance(body, Sequence) or set(body.separators) != {","}:
        return False
    return is_written_number(side) and not any(isinstance(one, Fence | Grid) for one in body.items)


def transposes(display: Display) -> bool:
    """Whether something in a display is transposed."""
    return any(node.sup is not None and is_transpose_mark(node.sup) for node in every(Scripted, display))


def multiplied_as_rows(display: Display, rows: Set[str]) -> Display:
    """The display with the products of its rows as what they are said to be: of one row and another transposed a number, or a matrix."""
    if not transposes(display):
        return display
    return with_relations(display, lambda relation: _as_said(relation, rows))


def _as_said(relation: Relation, rows: Set[str]) -> Relation:
    last = unwrap(relation.rest[-1][1])
    if any(every(kind, last) for kind in (Letters, Name)):
        return relation
    sign = "otimes" if _is_matrix(last) else "cdot"
    return rebuilt(relation, lambda node: _multiplied(node, rows, sign))


def _is_matrix(side: Node) -> bool:
    if isinstance(side, Grid):
        return len(side.rows) > 1 and len(side.rows[0]) > 1
    return isinstance(side, Fence) and len(every(Fence, side)) > 2


def _multiplied(node: Node, rows: Set[str], sign: str) -> Node:
    match node:
        case Juxtaposed(items=items):
            return _with_pairs(node, items, rows, sign)
        case Product(first=first, rest=(("cdot" | "times", second),)):
            return _with_pairs(node, (first, second), rows, sign)
        case Scripted(base=Letters(text=text) as run, sub=None, sup=sup) if len(text) == 2 and sup is not None:
            middle = run.span.start + 1
            first = replace(run, text=text[0], span=Span(run.span.start, middle))
            second = replace(run, text=text[1], span=Span(middle, run.span.end))
            return _with_pairs(node, (first, replace(node, span=Span(middle, node.span.end), base=second)), rows, sign)
    return node


def _with_pairs(node: Node, items: tuple[Node, ...], rows: Set[str], sign: str) -> Node:
    """The factors with the first pair of rows of which one is transposed as one product."""
    for k, (first, second) in enumerate(pairwise(items)):
        one, other = _row(first, rows), _row(second, rows)
        if one is None or other is None or (one is first) == (other is second):
            continue
        product = Product(cover((first, second)), one, ((sign, other),))
        if len(items) == 2:
            return product
        return Juxtaposed(node.span, (*items[:k], Fence(product.span, "(", product, ")"), *items[k + 2 :]))
    return node


def _row(node: Node, rows: Set[str]) -> Node | None:
    """A row without its transpose; None for all else."""
    plain = node
    if isinstance(node, Scripted) and node.sup is not None and is_transpose_mark(node.sup):
        plain = replace(node, sup=None) if node.sub is not None else node.base
    listed = isinstance(plain, Fence) and is_row(plain)
    return plain if listed or (is_symbol(plain) and canonical(plain) in rows) else None


# ---------------------------------------------------------------- rows below one another


def stacked(display: Display, rows: Set[str], *, numbered_only: bool = True) -> Display:
    r"""`X = \begin{bmatrix} x_1 \\ x_2 \end{bmatrix}` as the matrix of its rows; the same display where no rows are stacked.

    numbered_only: only symbols of one letter; of `\begin{bmatrix} h \\ x \end{bmatrix}` one long column may be meant.
    """
    return rebuilt(display, lambda node: _of_rows(node, rows, numbered_only=numbered_only)) if rows else display


def _of_rows(node: Node, rows: Set[str], *, numbered_only: bool) -> Node:
    if not isinstance(node, Grid) or len(node.rows) < 2 or any(len(row) != 1 for row in node.rows):
        return node
    cells = [unwrap(row[0]) for row in node.rows]
    if not all(is_symbol(cell) and canonical(cell) in rows for cell in cells):
        return node
    letters = {canonical(cell.base) for cell in cells if isinstance(cell, Scripted) and cell.sub is not None and cell.sup is None}
    numbered = len(letters) == 1 and all(isinstance(cell, Scripted) for cell in cells)
    return replace(node, rows=tuple((_transposed(cell),) for cell in cells)) if numbered or not numbered_only else node


def _transposed(symbol: Node) -> Node:
    mark = Name(Span(symbol.span.end, symbol.span.end), "top", command=True)
    whole = isinstance(symbol, Scripted) and symbol.sup is None
    return replace(symbol, sup=mark) if whole else Scripted(symbol.span, symbol, None, mark)  # type: ignore[call-arg]
