"""The check road: a resolved tree evaluated with mpmath, node by node and entry by entry, sharing nothing with the float road."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

from vault_tools.verify.exact.numbers import Position
from vault_tools.verify.exact.road import Road
from vault_tools.verify.exact.rules import RULES
from vault_tools.verify.numbers import nested

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vault_tools.compiler import tree
    from vault_tools.compiler.vocabulary import Vocabulary

DIGITS = (50, 70)
"""The two precisions that must agree."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """Entries of one array. `positions` are all positions of `shape`, or the chosen ones where it was too large."""

    shape: tuple[int, ...]
    positions: tuple[Position, ...]
    values: tuple[Any, ...]

    def nested(self) -> Any:
        """Nested lists (a number for shape ()); only for a complete tensor."""
        return nested(self.shape, iter(self.values))


class Evaluator(Road):
    """The whole value of expressions of a program, or the entries that are asked for."""

    rules = RULES

    def tensor(self, result: tree.Expression, indices: Iterable[tree.Index], positions: Iterable[Position] | None = None) -> Tensor:
        """All entries of an expression (axes of `indices` first), or those at the given positions; at the first precision."""
        return self.tensors(result, indices, positions)[0]

    def tensors(
        self, result: tree.Expression, indices: Iterable[tree.Index], positions: Iterable[Position] | None = None
    ) -> tuple[Tensor, ...]:
        """The same at each precision. PartedError: these decide differently."""
        over = tuple(indices)
        shape = (*(self.size(index.size) for index in over), *self.shape(result))
        wanted = tuple(positions) if positions is not None else tuple(product(*map(range, shape)))
        values = [self.entry(result, {index.name: i for index, i in zip(over, at, strict=False)}, at[len(over) :]) for at in wanted]
        return tuple([Tensor(shape, wanted, tuple([value[k] for value in values])) for k in range(len(self.contexts))])


def evaluate(
    program: tree.Program, inputs: Mapping[str, Any], sizes: Mapping[str, int], vocabulary: Vocabulary, digits: int = DIGITS[0]
) -> Any:
    """The value of a program: nested lists of mpmath numbers in the shape of `program.shape`, or one number.

    Errors: NoSecondImplementationError, NotComputableError; KeyError for a size or input that is not there.
    """
    return Evaluator(program, inputs, sizes, vocabulary, digits).tensor(program.result, program.indices).nested()
