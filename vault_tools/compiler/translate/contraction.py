"""Sums of products over shared axes: as `@` where one matrix product does it, else as `np.einsum`."""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_letters
from typing import TYPE_CHECKING

from vault_tools.compiler.translate.operations import Operation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.translate.operations import Graph

Label = str
"""An axis: an index letter, or `#…` for an axis of the shape."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """An operation with one label per axis."""

    operation: Operation
    labels: tuple[Label, ...]


def contract(graph: Graph, operands: Sequence[Labelled], output: tuple[Label, ...]) -> Labelled:
    """The sum of the product of the operands over all labels that are not in `output`.

    The labels of the answer are those of `output`, perhaps in another order; labels of the shape (`#…`) always come last, as in `output`.
    """
    if len(operands) == 2:
        left, right = operands
        products = [p for p in (_matmul(graph, left, right, output), _matmul(graph, right, left, output)) if p is not None]
        if products:
            return next((product for product in products if product.labels == output), products[0])
    return einsum(graph, operands, output)


def einsum(graph: Graph, operands: Sequence[Labelled], output: tuple[Label, ...]) -> Labelled:
    """`np.einsum`, with the letters of the formula where they are single letters."""
    labels = dict.fromkeys(label for operand in operands for label in operand.labels)
    spare = (letter for letter in ascii_letters if letter not in labels)
    letters = {label: label if len(label) == 1 and label in ascii_letters else next(spare) for label in labels}
    pattern = ",".join("".join(letters[label] for label in operand.labels) for operand in operands)
    pattern += "->" + "".join(letters[label] for label in output)
    operation = graph.call("np.einsum", graph.atom(f'"{pattern}"'), *(operand.operation for operand in operands))
    return Labelled(operation, output)


def _matmul(graph: Graph, left: Labelled, right: Labelled, output: tuple[Label, ...]) -> Labelled | None:
    """`left @ right` where that is the contraction, with labels in an order that keeps those of the shape last; else None."""
    shared = [label for label in left.labels if label in right.labels]
    summed = [label for label in shared if label not in output]
    batch = [label for label in shared if label in output]
    own_left = [label for label in left.labels if label not in shared]
    own_right = [label for label in right.labels if label not in shared]
    result = (*batch, *own_left, *own_right)
    if len(summed) != 1 or len(own_right) > 1 or set(result) != set(output) or not _keeps_shape_last(result, output):
        return None
    if batch and (len(own_left) != 1 or len(own_right) != 1):
        return None
    first = _with_labels(graph, left, (*batch, *own_left, summed[0]))
    second = _with_labels(graph, right, (*batch, summed[0], *own_right))
    if first is None or second is None:
        return None
    return Labelled(graph.make("matmul", first, second), result)


def _keeps_shape_last(result: tuple[Label, ...], output: tuple[Label, ...]) -> bool:
    """True where the labels of the shape come last and as in `output`."""
    shape = tuple(label for label in output if label.startswith("#"))
    return result[len(result) - len(shape) :] == shape


def _with_labels(graph: Graph, operand: Labelled, labels: tuple[Label, ...]) -> Operation | None:
    """The operand with its labels in this order, where swapping the last two axes does it."""
    if operand.labels == labels:
        return operand.operation
    if len(labels) >= 2 and (*operand.labels[:-2], *operand.labels[:-3:-1]) == labels:
        return graph.swapped(operand.operation)
    return None
