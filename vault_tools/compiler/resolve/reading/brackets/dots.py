r"""Matrices with dots: a column of vectors end to end, and patterns with one value above, on and below the diagonal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.reading.brackets.joins import concat_list, listed
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap, word
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.syntax_tree import Ellipsis_, Grid, Node, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.tree import Expression


def dotted_grid(reader: Reader, node: Grid, scope: Scope) -> Value:
    """The value of a matrix with dots. NothingToCompute where they stand between names; UnsupportedError where numbers are hidden."""
    if all(len(row) == 1 for row in node.rows):
        return _column(reader, node, scope)
    cells = [unwrap(cell) for row in node.rows for cell in row if not isinstance(unwrap(cell), Ellipsis_)]
    if not all(_is_value(cell) for cell in cells):
        raise nothing("lone_name")
    bands = _bands(node)
    if bands is None:
        raise reader.unsupported("ellipsis", node.span)
    return Value(_banded(reader, bands, node, scope))


def _column(reader: Reader, node: Grid, scope: Scope) -> Value:
    pattern = listed(reader, tuple(row[0] for row in node.rows))
    if pattern is None:
        raise nothing("lone_name")
    value = concat_list(reader, pattern, scope, node.span)
    if value.form == "row" or value.rank > 1:
        raise nothing("lone_name")
    return value


def _is_value(cell: Node) -> bool:
    """A written number or an infinity."""
    if isinstance(cell, Sum) and len(cell.terms) == 1:
        cell = unwrap(cell.terms[0][1])
    return is_written_number(cell) or word(cell) == "infty"


def _bands(node: Grid) -> dict[int, Node] | None:
    """The cell above (-1), on (0) and below (1) the diagonal of a square pattern; None where cells contradict each other."""
    size = len(node.rows)
    middle = _dotted_line([tuple(row) for row in node.rows])
    if any(len(row) != size for row in node.rows) or middle is None or middle != _dotted_line(list(zip(*node.rows, strict=True))):
        return None
    found: dict[int, Node] = {}
    for i, row in enumerate(node.rows):
        for j, cell in enumerate(row):
            if middle in (i, j):
                continue
            side = (i > j) - (i < j)
            if _written(found.setdefault(side, cell)) != _written(cell):
                return None
    corner = unwrap(node.rows[middle][middle])
    return found if set(found) == {-1, 0, 1} and middle >= 2 and isinstance(corner, Ellipsis_) and corner.kind == "ddots" else None


def _dotted_line(lines: list[tuple[Node, ...]]) -> int | None:
    """The one line that holds dots only, if it is the last but one."""
    found = [k for k, line in enumerate(lines) if all(isinstance(unwrap(cell), Ellipsis_) for cell in line)]
    return found[0] if len(found) == 1 and found[0] == len(lines) - 2 else None


def _written(cell: Node) -> str:
    """A value, for comparing cells."""
    cell = unwrap(cell)
    number = number_of(cell)
    sign = cell.terms[0][0] if isinstance(cell, Sum) else "+"
    return str(number) if number is not None else f"{sign}inf"


def _banded(reader: Reader, bands: dict[int, Node], node: Grid, scope: Scope) -> Expression:
    size = reader.sizes.fresh()
    row, column = reader.new_index("i", size), reader.new_index("j", size)
    left, right = (reader.value_of(index, node.span) for index in (row, column))
    above, on, below = (reader.scalar(bands[side], scope) for side in (-1, 0, 1))
    build = reader.build
    branches = [(build.compare("<", left, right, node.span), above), (build.compare(">", left, right, node.span), below)]
    return build.tabulate((row, column), build.where(branches, on, node.span), node.span)
