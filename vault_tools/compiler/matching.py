r"""Recognising a formula: is one resolved tree another one up to names? Used to find the family that a formula belongs to.

Inputs of the pattern are its roles. A role stands for any expression of the same rank: `softmax(\frac{QK^T}{\sqrt{d_k}})V` matches
with Q = X W_Q. Order of terms, factors and brackets, spelling of roots and scales do not count; shapes, scales and axes do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.normal import Chain, Normaliser, TooLargeError, expressions_in, mapped, product, substituted, transposed
from vault_tools.compiler.tree import Expression

if TYPE_CHECKING:
    from collections.abc import Iterator

TELLING = (Chain, tree.Call, tree.Reduce, tree.Outer, tree.MatrixPower, tree.Where, tree.Constant)
MANY_NUMBERS = 5
"""Arithmetic of so many numbers is a form of its own (the step of Adam)."""
MOST_PERMUTED = 5
"""Sums and products of more terms are compared in the order in which they are written."""


@dataclass(frozen=True, slots=True)
class _State:
    """What is known so far: roles, sizes and indices of the pattern in terms of the program."""

    roles: Mapping[str, Expression] = field(default_factory=dict)
    sizes: Mapping[str, tree.Dim] = field(default_factory=dict)
    fixed: Mapping[str, int] = field(default_factory=dict)
    indices: Mapping[str, tree.Index] = field(default_factory=dict)
    as_spelled: bool = False


@dataclass(frozen=True, slots=True)
class Normal:
    """A program prepared for matching: its result in normal form, its free indices, and its inputs."""

    result: Expression
    indices: tuple[tree.Index, ...]
    names: frozenset[str]

    @property
    def is_telling(self) -> bool:
        """Whether a pattern is more than arithmetic of a few numbers, which every formula has somewhere."""
        return len(self.names) >= MANY_NUMBERS or any(isinstance(node, TELLING) or node.shape for node in _inside(self.result))


def _inside(node: Expression) -> Iterator[Expression]:
    yield node
    for child in expressions_in(node):
        yield from _inside(child)


@dataclass(frozen=True, slots=True)
class Match:
    """What the roles are, and numbers that sizes of the program must have (the note's `d_k = 64` is the width of K)."""

    roles: Mapping[str, Expression]
    sizes: Mapping[str, int] = field(default_factory=dict)
    dims: Mapping[str, tree.Dim] = field(default_factory=dict)
    """Sizes of the pattern by its names, as sizes of the program."""


def normal(program: tree.Program) -> Normal | None:
    """A program in normal form; None where it is unreasonably large."""
    try:
        result = Normaliser(program).normal(program.result)
    except TooLargeError:
        return None
    result, indices = _with_numbers(result, program), program.indices
    while isinstance(result, tree.Tabulate):  # what is written entry by entry, and what a call gives as a whole
        indices = (*indices, *result.over)
        result = result.body
    return Normal(result, indices, frozenset(node.name for node in _inside(result) if isinstance(node, tree.Input)))


def match(pattern: tree.Program, program: tree.Program) -> dict[str, Expression] | None:
    """Role -> expression of `program` (bindings put in), or None. Free indices of both correspond in their order on the left."""
    wanted, given = normal(pattern), normal(program)
    found = find_match(wanted, given) if wanted is not None and given is not None else None
    return dict(found.roles) if found is not None else None


def find_match(pattern: Normal, program: Normal, *, as_spelled: bool = False) -> Match | None:
    """The same for programs in normal form.

    as_spelled: a role stands for something transposed where, and only where, the pattern writes it so: all that tells QK^T from XW.
    """
    if len(pattern.indices) != len(program.indices) or len(pattern.result.shape) != len(program.result.shape):
        return None
    indices = {own.name: other for own, other in zip(pattern.indices, program.indices, strict=True)}
    start = _State(indices=indices, as_spelled=as_spelled)
    state = next((found for found in _matches(pattern.result, program.result, start) if pattern.names <= set(found.roles)), None)
    if state is None:
        return None
    return Match({role: plain(found) for role, found in state.roles.items()}, state.fixed, state.sizes)


def _with_numbers(node: Expression, program: tree.Program) -> Expression:
    """Symbols that the note sets to a number (`d_k = 4`) as that number."""
    numbers = {p.name: p.default for p in program.inputs if isinstance(p.default, tree.Number)}

    def change(inner: Expression) -> Expression:
        if isinstance(inner, tree.Input) and inner.name in numbers:
            return numbers[inner.name]
        return mapped(inner, change)

    return change(node) if numbers else node


def _matches(pattern: Expression, node: Expression, state: _State) -> Iterator[_State]:
    """All ways in which `node` is an instance of `pattern`."""
    match pattern:
        case tree.Input():
            yield from _role(pattern, node, state)
        case tree.Transpose(operand=tree.Input() as role) if len(node.shape) >= 2:
            yield from _role(role, node, state, turned=True)
        case tree.Element(array=tree.Input() as role, at=at) if all(isinstance(place, tree.Position) for place in at):
            yield from _indexed_role(pattern, role, node, state)
        case tree.Size(dim=dim):
            yield from _size(dim, node, state)
        case tree.Position(index=index) | tree.IndexValue(index=index):
            if type(node) is type(pattern) and state.indices.get(index.name) == getattr(node, "index", None):
                yield state
        case Chain():
            yield from _chain(pattern, node, state)
        case tree.Add() | tree.Multiply() if type(node) is type(pattern):
            yield from _commutative(_parts(pattern), _parts(node), node, state)
        case _ if type(node) is type(pattern):
            yield from _fields(pattern, node, state)


def _is_transposed(node: Expression) -> bool:
    """Written with a transposition; in normal form that of a product has gone to its factors."""
    return isinstance(node, tree.Transpose) or (isinstance(node, Chain) and all(_is_transposed(part) for part in node.parts))


def _parts(node: Expression) -> tuple[Expression, ...]:
    return node.terms if isinstance(node, tree.Add) else node.factors if isinstance(node, tree.Multiply) else (node,)


# ---------------------------------------------------------------- roles and sizes


def _role(role: tree.Input, node: Expression, state: _State, *, turned: bool = False) -> Iterator[_State]:
    """A role takes an expression of its rank, everywhere the same; one that stands transposed takes the transpose."""
    if len(node.shape) != len(role.shape) or node.indices or (state.as_spelled and _is_transposed(node) != turned):
        return
    yield from _take(role, transposed(node) if turned else node, state)


def _indexed_role(pattern: tree.Element, role: tree.Input, node: Expression, state: _State) -> Iterator[_State]:
    """`e_{ij}` as a role takes any expression with these free indices: the array of its values."""
    own = [state.indices.get(place.index.name) for place in pattern.at if isinstance(place, tree.Position)]
    if any(index is None for index in own) or len(node.shape) != len(pattern.shape):
        return
    over = [index for index in own if index is not None]
    if not set(node.indices) <= {index.name for index in over}:
        return
    yield from _take(role, _tabulated(over, node), state)


def _tabulated(over: list[tree.Index], body: Expression) -> Expression:
    """The array of a body's values; plain where the body just selects from one, with index names that depend on nothing."""
    positions = tuple(tree.Position(index=index, indices=(index.name,)) for index in over)
    if isinstance(body, tree.Element) and body.at == positions and not body.array.indices:
        return body.array
    fresh = tuple(replace(index, name=f"place_{k}") for k, index in enumerate(over))
    names = {old.name: tree.Position(index=new, indices=(new.name,)) for old, new in zip(over, fresh, strict=True)}
    shape = (*(index.size for index in fresh), *body.shape)
    return tree.Tabulate(over=fresh, body=substituted(body, names), shape=shape)


def _take(role: tree.Input, node: Expression, state: _State) -> Iterator[_State]:
    if role.name in state.roles:
        if state.roles[role.name] == node:
            yield state
        return
    sizes = dict(state.sizes)
    for own, other in zip(role.shape, node.shape, strict=True):
        if not _same_size(own, other, sizes):
            return
    yield replace(state, roles={**state.roles, role.name: node}, sizes=sizes)


def _same_size(own: tree.Dim, other: tree.Dim, sizes: dict[str, tree.Dim]) -> bool:
    """Whether a size of the pattern may be that of the program; learns named sizes, and checks those that are known."""
    if len(own.names) == 1 and own == tree.Dim.of(own.names[0]):
        return sizes.setdefault(own.names[0], other) == other
    return own.number is None or own == other


def _size(dim: tree.Dim, node: Expression, state: _State) -> Iterator[_State]:
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
    if _same_size(dim, other, sizes):
        yield replace(state, sizes=sizes)


def _numbered_size(dim: tree.Dim, number: int, state: _State) -> Iterator[_State]:
    """A number where the pattern has a size: the axis must have that number of entries, or be free to have it."""
    known = state.sizes.get(dim.names[0]) if len(dim.names) == 1 and dim == tree.Dim.of(dim.names[0]) else None
    if known is None or number < 1:
        return
    if known.number == number:
        yield state
    elif len(known.names) == 1 and known == tree.Dim.of(known.names[0]) and state.fixed.get(known.names[0], number) == number:
        yield replace(state, fixed={**state.fixed, known.names[0]: number})


# ---------------------------------------------------------------- inner nodes


def _fields(pattern: Expression, node: Expression, state: _State) -> Iterator[_State]:
    """Field by field; indices that a node binds correspond inside it."""
    yield from _values([(getattr(pattern, name), getattr(node, name)) for name in _compared(type(pattern))], state)  # type: ignore[arg-type]


@cache
def _compared(kind: type[Expression]) -> tuple[str, ...]:
    """The fields of a kind of node that are compared, those first that bind indices."""
    names = [entry.name for entry in fields(kind) if entry.compare and entry.name not in {"shape", "indices"}]
    return tuple(sorted(names, key=lambda name: name not in {"index", "over"}))


def _values(pairs: list[tuple[Any, Any]], state: _State) -> Iterator[_State]:
    if not pairs:
        yield state
        return
    (own, other), rest = pairs[0], pairs[1:]
    for found in _value(own, other, state):
        yield from _values(rest, found)


def _value(own: Any, other: Any, state: _State) -> Iterator[_State]:
    match own:
        case Expression():
            if isinstance(other, Expression):
                yield from _matches(own, other, state)
        case tree.Index():
            if isinstance(other, tree.Index):
                yield from _index(own, other, state)
        case tuple():
            if isinstance(other, tuple) and len(own) == len(other):
                yield from _values(list(zip(own, other, strict=True)), state)
        case _ if own == other:
            yield state


def _index(own: tree.Index, other: tree.Index, state: _State) -> Iterator[_State]:
    if own.name in state.indices and state.indices[own.name] != other:
        return
    sizes = dict(state.sizes)
    if _same_size(own.size, other.size, sizes):
        yield replace(state, sizes=sizes, indices={**state.indices, own.name: other})


def _commutative(own: tuple[Expression, ...], other: tuple[Expression, ...], whole: Expression, state: _State) -> Iterator[_State]:
    """Terms in any order; where the program has more, the last part of the pattern that is a role takes the rest."""
    if len(own) == len(other):
        orders = permutations(other) if len(other) <= MOST_PERMUTED else iter((other,))
        for order in orders:
            yield from _values(list(zip(own, order, strict=True)), state)
    elif len(own) < len(other) <= MOST_PERMUTED and isinstance(own[-1], tree.Input | tree.Element):
        for order in permutations(other):
            rest = _joined(whole, order[len(own) - 1 :])
            yield from _values([*zip(own[:-1], order, strict=False), (own[-1], rest)], state)


def _joined(whole: Expression, parts: tuple[Expression, ...]) -> Expression:
    indices = tuple(dict.fromkeys(name for part in parts for name in part.indices))
    like = replace(whole, shape=max((part.shape for part in parts), key=len), indices=indices)
    return replace(like, terms=parts) if isinstance(like, tree.Add) else product(parts, like)


def _chain(pattern: Chain, node: Expression, state: _State) -> Iterator[_State]:
    """A product of matrices: each part of the pattern takes one or more neighbouring factors."""
    parts = node.parts if isinstance(node, Chain) else (node,)
    if len(parts) >= len(pattern.parts):
        yield from _split(pattern.parts, parts, state)


def _split(own: tuple[Expression, ...], other: tuple[Expression, ...], state: _State) -> Iterator[_State]:
    if not own:
        if not other:
            yield state
        return
    for length in range(1, len(other) - len(own) + 2):
        head = other[0] if length == 1 else _subchain(other[:length])
        for found in _matches(own[0], head, state):
            yield from _split(own[1:], other[length:], found)


def _subchain(parts: tuple[Expression, ...]) -> Expression:
    first, last = parts[0], parts[-1]
    shape = (*first.shape[:-1], *(last.shape[-1:] if len(last.shape) > 1 else ()))
    return Chain(parts=parts, shape=shape, indices=tuple(dict.fromkeys(name for part in parts for name in part.indices)))


def plain(node: Expression) -> Expression:
    """A matched expression with its flat products as nested ones again, so that it can be evaluated."""
    inside = mapped(node, plain)
    if not isinstance(inside, Chain):
        return inside
    result = inside.parts[0]
    for part in inside.parts[1:]:
        shape = (*result.shape[:-1], *(part.shape[-1:] if len(part.shape) > 1 else ()))
        result = tree.MatMul(left=result, right=part, shape=shape, indices=tuple(dict.fromkeys((*result.indices, *part.indices))))
    return result
