"""What the roles of a pattern stand for: what one role may take, and what sizes of both formulas mean each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.recognition.normal import Chain, transposed
from vault_tools.compiler.recognition.quotients import moved, renamed
from vault_tools.compiler.tree import Expression

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_TRIED = 4_000
"""Comparisons of nodes until a formula counts as not recognised: formulas are short, and no formula may take long."""
ABSENT = tree.Index("absent", tree.Dim.of(1))
"""An index of the pattern that the program does not have: one query instead of many."""


class _Budget:
    """How many comparisons one attempt has left."""

    def __init__(self) -> None:
        self.left = MOST_TRIED

    def spend(self) -> bool:
        self.left -= 1
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class State:
    """What is known so far: roles, sizes and indices of the pattern in terms of the program."""

    roles: Mapping[str, Expression] = field(default_factory=dict)
    widened: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    sizes: Mapping[str, tree.Dim] = field(default_factory=dict)
    fixed: Mapping[str, int] = field(default_factory=dict)
    indices: Mapping[str, tree.Index] = field(default_factory=dict)
    batch: frozenset[str] = frozenset()
    as_spelled: bool = False
    atoms: bool = False
    budget: _Budget = field(default_factory=_Budget)


def is_transposed(node: Expression) -> bool:
    """Written with a transposition; in normal form that of a product has gone to its factors."""
    return isinstance(node, tree.Transpose) or (isinstance(node, Chain) and all(is_transposed(part) for part in node.parts))


def tabulated(over: list[tree.Index], body: Expression) -> Expression:
    """The array of a body's values; plain where the body just selects from one, with index names that depend on nothing."""
    positions = tuple(tree.Position(index=index, indices=(index.name,)) for index in over)
    if isinstance(body, tree.Element) and body.at[len(body.at) - len(over) :] == positions and not body.array.indices:
        return _selected(body.array, body.at[: len(body.at) - len(over)], body.indices)
    if isinstance(body, tree.Element) and body.at == positions[::-1] and len(positions) == 2 and not body.array.indices:
        return transposed(body.array)
    fresh = tuple(replace(index, name=f"place_{k}") for k, index in enumerate(over))
    for old, new in zip(over, fresh, strict=True):
        body = moved(body, old, new)
    shape = (*(index.size for index in fresh), *body.shape)
    names = tuple(name for name in body.indices if name not in {index.name for index in fresh})
    return tree.Tabulate(over=fresh, body=body, shape=shape, indices=names) if over else body


def _selected(array: Expression, at: tuple[Expression, ...], names: tuple[str, ...]) -> Expression:
    """The part of an array at leading positions."""
    if not at:
        return array
    kept = {name for place in at for name in place.indices}
    return tree.Element(array=array, at=at, shape=array.shape[len(at) :], indices=tuple(name for name in names if name in kept))


def take(role: tree.Input, node: Expression, shape: tuple[tree.Dim, ...], widened: tuple[int, ...], state: State) -> Iterator[State]:
    """A role takes an expression with this shape: everywhere the same. `widened`: axes of the role that the program does not have."""
    if state.atoms and not _is_atom(node):
        return
    node = renamed(node)
    if role.name in state.roles:
        if state.roles[role.name] == node:
            yield state
        return
    sizes, rest = dict(state.sizes), iter(shape)
    for axis, own in enumerate(role.shape):
        if not same_size(own, ABSENT.size if axis in widened else next(rest), sizes):
            return
    wide = {**state.widened, role.name: widened} if widened else state.widened
    yield replace(state, roles={**state.roles, role.name: node}, widened=wide, sizes=sizes)


def _is_atom(node: Expression) -> bool:
    """One symbol, or an entry of one, or its transpose."""
    match node:
        case tree.Element(array=inner, at=at):
            return _is_atom(inner) and all(isinstance(place, tree.Position | tree.Number) for place in at)
        case tree.Transpose(operand=inner) | tree.Tabulate(body=inner):
            return _is_atom(inner)
    return isinstance(node, tree.Input | tree.Local)


def same_size(own: tree.Dim, other: tree.Dim, sizes: dict[str, tree.Dim]) -> bool:
    """Whether a size of the pattern may be that of the program; learns named sizes, and checks those that are known."""
    if len(own.names) == 1 and own == tree.Dim.of(own.names[0]):
        return sizes.setdefault(own.names[0], other) == other
    return own.number is None or own == other


def size_of(dim: tree.Dim, node: Expression, state: State) -> Iterator[State]:
    """A size as a number (the d_k under the root): must be the same axis, or that axis's number."""
    sizes = dict(state.sizes)
    match node:
        case tree.Size(dim=other):
            pass
        case tree.Number(value=value) if value.denominator == 1:
            yield from _numbered_size(dim, int(value), state)
            return
        case _:
            return
    if same_size(dim, other, sizes):
        yield replace(state, sizes=sizes)


def _numbered_size(dim: tree.Dim, number: int, state: State) -> Iterator[State]:
    """A number where the pattern has a size: the axis must have that number of entries, or be free to have it."""
    known = state.sizes.get(dim.names[0]) if len(dim.names) == 1 and dim == tree.Dim.of(dim.names[0]) else None
    if known is None or number < 1:
        return
    if known.number == number:
        yield state
    elif len(known.names) == 1 and known == tree.Dim.of(known.names[0]) and state.fixed.get(known.names[0], number) == number:
        yield replace(state, fixed={**state.fixed, known.names[0]: number})
