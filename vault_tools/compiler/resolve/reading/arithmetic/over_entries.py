"""Operators over all entries of an array: sums and largest entries that name no index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.values import Value

if TYPE_CHECKING:
    from vault_tools.compiler import tree
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.model import Span


def over_all(reader: Reader, operator: tree.Reduction, value: Value, span: Span) -> Value:
    """An operator over all entries of an array."""
    array = value.expression
    indices = [reader.new_index(name, dim) for name, dim in zip("ijkl", array.shape, strict=False)]
    body = reader.build.element(array, [reader.build.position(index) for index in indices], span)
    for index in reversed(indices):
        body = reader.build.reduce(operator, index, body, None, span)
    return Value(body)


def place_of_extreme(reader: Reader, operator: tree.Reduction, value: Value, span: Span) -> Value:
    r"""`\arg\max p`, `argmax(softmax(z))`: where in a vector its largest entry stands. UnsupportedError for anything but a vector."""
    if value.rank != 1:
        raise reader.other_rank("argmax", span)
    reader.say("argmax")
    return over_all(reader, operator, value, span)
