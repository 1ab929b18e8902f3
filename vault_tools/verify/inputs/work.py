"""How much work the evaluation of a program is."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.verify.domains import expressions, indices

if TYPE_CHECKING:
    from collections.abc import Mapping


def operations(program: tree.Program, over: tuple[tree.Index, ...], sizes: Mapping[str, int]) -> int:
    """Scalar operations of a full evaluation: entries of every node, times the length of what it contracts."""
    named = dict(sizes)
    lengths = {index.name: index.size.value(named) for index in (*indices(program), *over)}
    total = 0
    for node in {id(node): node for node in expressions(program)}.values():
        entries = prod(lengths.get(name, 1) for name in node.indices) * prod(dim.value(named) for dim in node.shape)
        total += entries * _inner(node, named)
    return total


def _inner(node: tree.Expression, sizes: dict[str, int]) -> int:
    match node:
        case tree.MatMul(left=left):
            return left.shape[-1].value(sizes)
        case tree.Reduce(index=index):
            return index.size.value(sizes)
        case tree.MatrixPower(base=base) | tree.RepeatedProduct(base=base):
            return base.shape[-1].value(sizes) ** 2
    return 1
