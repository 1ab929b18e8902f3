r"""Row and column numbers beside a matrix of scores: the i and j of `QK^\top - m\,|i - j|`, as biases by distance are written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every, word
from vault_tools.compiler.syntax_tree import Node, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

MATRIX = 2
ROW_AND_COLUMN = (("i", "j"), ("t", "s"))
"""The letters that count rows and columns of scores, in this order."""


def beside_scores(reader: Reader, terms: list[tuple[Node, Value]], scope: Scope) -> list[Value]:
    """The values of the terms of a sum; a number with a difference of the letters of rows and columns as a matrix beside a matrix."""
    matrix = next((value for _, value in terms if value.rank == MATRIX), None)
    if matrix is None:
        return [value for _, value in terms]
    return [value if value.rank else _spread(reader, node, value, matrix, scope) for node, value in terms]


def _spread(reader: Reader, node: Node, value: Value, matrix: Value, scope: Scope) -> Value:
    pair = next(
        (pair for sum_ in every(Sum, node) if (pair := _pair_of(sum_)) and all(_is_open(reader, name, scope) for name in pair)), None
    )
    if pair is None:
        return value
    indices = [reader.new_index(name, size) for name, size in zip(pair, matrix.expression.shape, strict=True)]
    body = reader.scalar(node, scope.bind(*zip(pair, indices, strict=True)))
    reader.say("row_and_column", row=pair[0], column=pair[1])
    return replace(value, expression=reader.build.tabulate(indices, body, node.span))


def _pair_of(difference: Sum) -> tuple[str, str] | None:
    """The letters of `i - j` or `j - i`."""
    letters = [word(term) for term in difference.operands]
    if difference.signs != ("+", "-"):
        return None
    return next((pair for pair in ROW_AND_COLUMN if letters in ([*pair], [*pair[::-1]])), None)


def _is_open(reader: Reader, name: str, scope: Scope) -> bool:
    """A letter of which nothing is known."""
    known = scope.is_index(name) or name in scope.parameters or name in reader.shapes or reader.sheet.defines(name)
    return not known and not scope.is_number(name)
