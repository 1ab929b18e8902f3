r"""Exponentials of matrices: `e^{At}` and `\exp(\Delta A)` solve `x' = Ax`; other exponentials of an array are those of its entries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.writing.ranks.functions import times
from vault_tools.model import message

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Expression


def of_matrix(reader: Reader, exponent: Node, value: Value, node: Node) -> Value | None:
    """The exponential of a square matrix times a time; None for any other exponent, whose entries are meant."""
    if value.rank != 2 or value.pointwise or not times(exponent, reader.words):
        return None
    rows, columns = value.expression.shape
    if reader.sizes.contradict(rows, columns):
        return None
    return _exponential(reader, value, value.expression, node)


def beside_identity(reader: Reader, value: Value, node: Node) -> Value:
    r"""`\exp(A)` of `\exp(A) - I`: beside the identity it is the exponential of the matrix, not that of its entries."""
    match value.expression:
        case tree.Call(function="exp", arguments=(inside,)) | tree.Power(base=tree.Constant(name="e"), exponent=inside):
            return _exponential(reader, value, inside, node) if value.rank == 2 and not value.pointwise else value
        case _:
            return value


def _exponential(reader: Reader, value: Value, matrix: Expression, node: Node) -> Value:
    if not reader.sizes.unify(*matrix.shape):
        raise reader.square_error(matrix, node.span)
    reader.readings.pop(message("reading.entrywise", name="exp").text, None)  # said when it was read by itself
    reader.say("matrix_exponential")
    call = reader.build.call(named(reader, "expm", node), [matrix], matrix.shape, node.span)
    return replace(value.derived(call), form="")
