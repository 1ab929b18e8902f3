"""Numbers, tuples, matrices, ellipsis patterns and concatenations in brackets."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.build import nothing, number
from vault_tools.compiler.resolve.reading.arithmetic.norms import determinant, matrix_norm
from vault_tools.compiler.resolve.reading.brackets.dots import dotted_grid
from vault_tools.compiler.resolve.reading.brackets.joins import join, listed_value
from vault_tools.compiler.resolve.reading.operators.conditions import read_cases
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.syntax_tree import Ellipsis_, Empty, Fence, Grid, Node, Number, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.tree import Expression


def read_number(reader: Reader, node: Node, _scope: Scope) -> Value:
    """A literal, exactly; what a comma in it means is said."""
    assert isinstance(node, Number)
    if node.doubtful:
        raise reader.unsupported("doubtful_number", node.span, written=node.written)
    if "," in node.written:
        reader.say("comma", written=node.written, value=node.text)
    if "e" in node.written:
        reader.say("scientific", written=node.written)
    return Value(number(Fraction(node.text), node.written, node.span))


def read_sequence(reader: Reader, node: Node, scope: Scope) -> Value:
    r"""Items without brackets. UnsupportedError behind a comma (`\frac{a , b}{c}`): a list, or a thin space without its backslash?"""
    assert isinstance(node, Sequence)
    if node.separators[0] in (",", ";") or any(node is side for side in scope.page.sides):
        raise reader.unsupported("stray_comma", node.items[1].span, hint="stray_comma_hint")
    return items_value(reader, node, "(", scope)


def items_value(reader: Reader, node: Sequence, opener: str, scope: Scope) -> Value:
    r"""`(a, b)`, `[1, 0, 1]`, `[a; b]`, `[a \| b]`."""
    pairs = any(isinstance(unwrap(item), Ellipsis_) for item in node.items) and is_tuple_in_brackets(node.items[0])
    if opener == "{" or pairs:
        raise nothing("lone_name")
    if any(isinstance(unwrap(item), Ellipsis_) for item in node.items):
        return listed_value(reader, node, scope)
    if "|" in node.separators and len(node.items) == 2 and opener == "(":
        return _inner_product(reader, node, scope)
    values = [reader.read(item, scope) for item in node.items]
    separator = node.separators[0]
    if separator in (",", "quad") and all(value.rank == 0 for value in values):
        return Value(reader.build.stack([value.expression for value in values], node.span))
    if separator == ";" and all(value.rank == 0 for value in values):
        return Value(reader.build.stack([value.expression for value in values], node.span), "column")
    if separator == "," and all(map(_is_written_row, node.items)):
        return Value(_matrix_of_rows(reader, values, node))
    if separator in ("‖", ";", ",", "|", "quad") and (opener == "[" or separator in ("‖", ";")):
        return join(reader, values, "rows" if separator == ";" else "", node)
    same_rank = len({value.rank for value in values}) == 1
    raise reader.other_rank("pair" if same_rank else "tuple", node.span)


def _is_written_row(node: Node) -> bool:
    """`[1, 0, 1]` inside another bracket: a row of a matrix that is written as a list of lists."""
    node = unwrap(node)
    body = unwrap(node.body) if isinstance(node, Fence) and node.opener in "[(" else None
    return isinstance(body, Sequence) and body.separators[0] == ","


def _matrix_of_rows(reader: Reader, values: list[Value], node: Node) -> Expression:
    """A matrix from its rows. UnsupportedError: they are not equally long."""
    shapes = [value.expression.shape for value in values]
    if any(len(shape) != len(shapes[0]) or any(map(reader.sizes.contradict, shape, shapes[0])) for shape in shapes):
        raise reader.unsupported("ragged", node.span)
    return reader.build.stack([value.expression for value in values], node.span)


def is_tuple_in_brackets(node: Node) -> bool:
    """`(k_1, v_1)`: a pair, whose items are not joined."""
    node = unwrap(node)
    return isinstance(node, Fence) and node.opener == "(" and isinstance(unwrap(node.body), Sequence)


def _inner_product(reader: Reader, node: Sequence, scope: Scope) -> Value:
    left, right = (reader.read(item, scope) for item in node.items)
    return inner_product(reader, left, right, node)


def inner_product(reader: Reader, left: Value, right: Value, node: Node) -> Value:
    r"""`(a|b)`, `\langle a, b \rangle`."""
    if left.rank != 1 or right.rank != 1:
        if left.rank == right.rank == 0:
            return Value(reader.build.multiply([left.expression, right.expression], node.span))
        raise reader.build.fail("shape.inner", left.expression, right.expression, node.span)
    reader.say("inner_product")
    return Value(reader.build.matmul(left.expression, right.expression, node.span))


def read_grid(reader: Reader, node: Node, scope: Scope) -> Value:
    """A matrix literal, a determinant between bars, or cases."""
    assert isinstance(node, Grid)
    if node.kind in ("cases", "rcases"):
        return read_cases(reader, node, scope)
    if any(isinstance(unwrap(cell), Ellipsis_) for row in node.rows for cell in row):
        return dotted_grid(reader, node, scope)
    if any(isinstance(cell, Empty) for row in node.rows for cell in row):
        raise reader.unsupported("empty_cell", node.span)
    value = _matrix(reader, node, scope)
    if node.kind == "vmatrix":
        return determinant(reader, value, node)
    if node.kind == "Vmatrix":
        return matrix_norm(reader, value, node)
    return value


def _matrix(reader: Reader, node: Grid, scope: Scope) -> Value:
    rows = [[reader.read(cell, scope) for cell in row] for row in node.rows]
    if len({len(row) for row in rows}) != 1:
        raise reader.unsupported("ragged", node.span)
    if all(value.rank == 0 for row in rows for value in row):
        return Value(stacked(reader, [[value.expression for value in row] for row in rows], node))
    return _blocks(reader, rows, node)


def stacked(reader: Reader, rows: list[list[Expression]], node: Node) -> Expression:
    """A matrix of scalar entries."""
    return reader.build.stack([reader.build.stack(row, node.span) for row in rows], node.span)


def _blocks(reader: Reader, rows: list[list[Value]], node: Grid) -> Value:
    """Blocks: matrices side by side and above each other, vectors as rows or in a column."""
    ranks = {value.rank for row in rows for value in row}
    if ranks == {2}:
        bands = [reader.build.concat([v.expression for v in row], -1, node.span) if len(row) > 1 else row[0].expression for row in rows]
        return Value(reader.build.concat(bands, -2, node.span) if len(bands) > 1 else bands[0])
    vectors = [value for row in rows for value in row]
    if ranks == {1} and len(rows[0]) == 1 and len(rows) > 1:
        if all(value.form == "row" for value in vectors):
            return Value(reader.build.stack([value.expression for value in vectors], node.span))
        reader.say("vectors_joined")
        return Value(reader.build.concat([value.expression for value in vectors], -1, node.span), "column")
    raise reader.other_rank("blocks", node.span)
