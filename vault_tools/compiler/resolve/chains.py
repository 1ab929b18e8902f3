"""The sides of a chain as they were read: which are kept, and what their indices count."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.finish import walk
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.tree import Expression, Index
from vault_tools.errors import FormulaError

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader

OPEN = frozenset({tree.Input, tree.Local, tree.Size, tree.Identity, tree.Full, tree.IndexValue, tree.Position, tree.State})
"""Kinds of nodes whose value the sides themselves do not say."""


@dataclass
class Sides:
    """The sides of a chain as they were read."""

    values: list[Value] = field(default_factory=list)
    signs: list[str] = field(default_factory=list)
    """The sign before each of `values`."""
    stated: list[tuple[str, Expression]] = field(default_factory=list)
    trouble: list[Exception] = field(default_factory=list)


def counted(reader: Reader, sides: Sides, indices: tuple[Index, ...]) -> tuple[Index, ...]:
    r"""The indices on the left; a letter that only the arguments of given values carry (`\rho_t = \pi(a_t|s_t)`) counts nothing."""
    if not reader.valued:
        return indices
    return tuple(index for index in indices if any(index.name in value.expression.indices for value in sides.values))


def drop_names(reader: Reader, sides: Sides) -> None:
    """Leave out a name behind what it names (`y = W x = z`) if nobody says what it is."""
    while len(sides.values) > 1 and isinstance(last := sides.values[-1].expression, tree.Input):
        if last.name in reader.shapes or last.name in reader.defaults or isinstance(sides.values[-2].expression, tree.Input):
            return
        sides.values.pop()
        sides.signs.pop()


def whole(reader: Reader, sides: Sides, indices: tuple[Index, ...]) -> tuple[Index, ...]:
    r"""The indices on the left; none where the last side is all entries at once (`h_i = \sum_j A_{ij} v_j = A V`).

    Sides of the other kind are left out. So it is where no side has an index (`A_{ij} = \mathrm{softmax}(Q K^\top)`), and where
    the last side is numbers put in.
    """
    if not indices:
        return indices
    letters = {index.name for index in indices}
    if all(letters.isdisjoint(value.expression.indices) and value.rank == len(letters) for value in sides.values):
        reader.say("all_entries", indices=", ".join(index.name for index in indices))
        return ()
    ranks = {value.rank + len(letters) for value in sides.values if letters <= set(value.expression.indices)}
    entire = [value.rank in ranks and letters.isdisjoint(value.expression.indices) for value in sides.values]
    if any(entire):
        _keep(sides, [is_whole == entire[-1] for is_whole in entire])
        return () if entire[-1] else indices
    written = [_is_of_numbers(value.expression) for value in sides.values]
    if not written[-1]:
        return indices
    _keep(sides, written)
    reader.say("one_place", indices=", ".join(index.name for index in indices))
    return ()


def _keep(sides: Sides, kept: list[bool]) -> None:
    sides.values = list(compress(sides.values, kept))
    sides.signs = list(compress(sides.signs, kept))


def _is_of_numbers(value: Expression) -> bool:
    r"""`1 \cdot 0.5 + 2 \cdot 0.25` behind `s_{ij} = q_i \cdot k_j`: the numbers of one place, for which the letters are labels."""
    return not any(type(node) in OPEN for node in walk(value))


def trouble_of(sides: Sides, *, wanted: bool) -> Exception:
    """Why a chain has no value. `wanted`: all of its sides are in trouble, and it defines no symbol."""
    refusals = [error for error in sides.trouble if isinstance(error, FormulaError)]
    if wanted and refusals and all(error.message.key == "unsupported.unknown_function" for error in refusals):
        return nothing()  # `\langle f(q, m), f(k, n) \rangle = g(q, k, m - n)`: what functions should be like
    return (refusals or sides.trouble or [nothing()])[-1]
