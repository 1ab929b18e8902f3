r"""Entries in order of size: the `x_{(i)}` of order statistics, counted from the smallest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.nodes import base_of, word
from vault_tools.compiler.syntax_tree import Fence, Scripted, Styled

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence

DATA = frozenset("xytXYT")
r"""Letters of measured values, whose order statistics by custom begin with the smallest; of scores and probabilities (`z_{(i)}`,
`p_{(i)}`) as many begin with the largest."""


def is_in_order(found: Occurrence) -> bool:
    """A subscript in round brackets with an index: a place in order of size."""
    return isinstance(found.node, Scripted) and isinstance(found.node.sub, Fence) and found.node.sub.opener == "("


def in_order(reader: Reader, found: Occurrence, whole: Value, scope: Scope) -> Value:
    """`x_{(i)}`, where `whole` are all entries of x. UnsupportedError: nobody says whether the order begins with the smallest."""
    assert isinstance(found.node, Scripted)
    sort = reader.vocabulary.function("sort")
    plain = not isinstance(found.node.base, Styled) and word(base_of(found.node)) in DATA and not found.node.primes
    if sort is None or not plain or found.name != found.base or len(found.indices) != 1:
        raise reader.unsupported("in_order", found.node.span, name=found.base)
    array = whole.expression
    if len(array.shape) != 1:
        raise reader.other_rank("in_order", found.node.span, name=found.base)
    reader.say("in_order", name=found.base)
    ordered = reader.build.call(sort, [array], array.shape, found.node.span, axis=-1)
    return take(reader, Value(ordered), found.indices, scope, found.node.span)
