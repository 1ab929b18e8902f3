"""The order in which operations are printed: each once, behind what it is made of."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from vault_tools.compiler.translate.operations import Operation

arguments_of = attrgetter("arguments")


def in_order(roots: Collection[Operation], known: Collection[Operation] = ()) -> list[Operation]:
    """All operations below some roots, each once, arguments first; nothing of what is known already."""
    order: dict[Operation, None] = {}
    for root in roots:
        if root not in order and root not in known:
            _put_in_order(root, known, order)
    return list(order)


def _put_in_order(operation: Operation, known: Collection[Operation], order: dict[Operation, None]) -> None:
    """An operation that is new, behind all that is below it."""
    for argument in operation.arguments:
        if argument not in order and argument not in known:
            _put_in_order(argument, known, order)
    order[operation] = None


def times_used(order: Collection[Operation]) -> Counter[Operation]:
    """How often each operation is an argument, or stays the same in a loop."""
    uses = Counter(chain.from_iterable(map(arguments_of, order)))
    for operation in order:
        if operation.kind == "loop":
            uses.update(operation.detail[0].unchanging)
    return uses
