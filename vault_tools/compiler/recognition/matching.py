r"""Recognising a formula: is one resolved tree another one up to names? Used to find the family that a formula belongs to.

Inputs of the pattern are its roles. A role stands for any expression of the same rank: `softmax(\frac{QK^T}{\sqrt{d_k}})V` matches
with Q = X W_Q. Order of terms, factors and brackets, spelling of roots and scales do not count; shapes, scales and axes do. Formulas
are compared in three forms (forms.py): as matrices, entry by entry, and multiplied out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped
from vault_tools.compiler.recognition.forms import Normal, normal
from vault_tools.compiler.recognition.normal import Chain, inverse, product, transposed
from vault_tools.compiler.recognition.pointwise import AXIS
from vault_tools.compiler.recognition.roles import ABSENT, State, is_transposed, same_size, size_of, tabulated, take
from vault_tools.compiler.tree import Expression

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_PARTS = 8
"""Sums and products of more terms are compared in the order in which they are written."""
MOST_SUMS = 4
"""The same of sums inside each other."""
MOST_BATCHES = 2
"""Leading indices more than a family has: batch and head."""


@dataclass(frozen=True, slots=True)
class Match:
    """What the roles are, and numbers that sizes of the program must have (the note's `d_k = 64` is the width of K)."""

    roles: Mapping[str, Expression]
    sizes: Mapping[str, int] = field(default_factory=dict)
    dims: Mapping[str, tree.Dim] = field(default_factory=dict)
    """Sizes of the pattern by its names, as sizes of the program."""
    batch: tuple[tree.Index, ...] = ()
    """Leading indices of the program that the pattern does not have: it holds at each position of them (a head)."""
    absent: tuple[int, ...] = ()
    """Axes of the pattern's value that the program's value does not have."""
    widened: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The same axes in the roles: where an axis of size 1 is missing."""


@dataclass(frozen=True, slots=True)
class Rules:
    """How closely a family is compared.

    as_spelled: a role stands for something transposed where, and only where, the pattern writes it so: all that tells QK^T from XW.
    atoms: a role stands for one symbol.
    ranks: the program has more leading indices than the pattern, or fewer.
    """

    as_spelled: bool = False
    atoms: bool = False
    ranks: bool = False


EXACTLY = Rules()


def match(pattern: tree.Program, program: tree.Program) -> dict[str, Expression] | None:
    """Role -> expression of `program` (bindings put in), or None. Free indices of both correspond in their order on the left."""
    wanted, given = normal(pattern), normal(program)
    found = find_match(wanted, given) if wanted is not None and given is not None else None
    return dict(found.roles) if found is not None else None


def find_match(pattern: Normal, program: Normal, rules: Rules = EXACTLY) -> Match | None:
    """The same for programs in one and the same form."""
    for start, batch, absent in _alignments(pattern, program, rules):
        for state in _matches(pattern.result, program.result, start):
            if pattern.names <= set(state.roles):
                roles = {role: plain(found) for role, found in state.roles.items()}
                return Match(roles, state.fixed, state.sizes, batch, absent, state.widened)
    return None


def _alignments(pattern: Normal, program: Normal, rules: Rules) -> Iterator[tuple[State, tuple[tree.Index, ...], tuple[int, ...]]]:
    """Which index of the program each free index of the pattern is."""
    if len(pattern.result.shape) != len(program.result.shape):
        return
    own, given = pattern.indices, program.indices
    written = sum(not index.name.startswith(AXIS) for index in given)
    for more, fewer in _ranks(len(given) - len(own), rules, pattern):
        if more > written:
            continue
        batch = given[:more]
        lacking = [k for k, index in enumerate(own) if not more or index.name.startswith(AXIS)]
        for absent in combinations(lacking, fewer):
            places = iter(given[more:])
            indices = {index.name: ABSENT if k in absent else next(places) for k, index in enumerate(own)}
            names = frozenset(index.name for index in batch)
            yield State(indices=indices, batch=names, as_spelled=rules.as_spelled, atoms=rules.atoms), batch, absent


def _ranks(extra: int, rules: Rules, pattern: Normal) -> tuple[tuple[int, int], ...]:
    """How many leading indices of the program the pattern may lack, and how many of its own the program may lack."""
    if not rules.ranks:
        return ((0, 0),) if not extra else ()
    if not pattern.is_marked:
        return ()
    tried = ((max(extra, 0) + both, max(-extra, 0) + both) for both in range(2))
    return tuple((more, fewer) for more, fewer in tried if more + fewer and fewer <= len(pattern.indices) and more <= MOST_BATCHES)


def _matches(pattern: Expression, node: Expression, state: State) -> Iterator[State]:
    """All ways in which `node` is an instance of `pattern`."""
    if not state.budget.spend():
        return
    match pattern:
        case tree.Input():
            yield from _role(pattern, node, state)
        case tree.Transpose(operand=tree.Input() as role) if len(node.shape) >= 2:
            yield from _role(role, node, state, turned=True)
        case tree.Element(array=tree.Input() as role, at=at):
            yield from _entry_of_role(pattern, role, at, node, state)
        case tree.Size(dim=dim):
            yield from size_of(dim, node, state)
        case tree.Position(index=index) | tree.IndexValue(index=index):
            if type(node) is type(pattern) and state.indices.get(index.name) == getattr(node, "index", None):
                yield state
        case _:
            yield from _operation(pattern, node, state)


def _operation(pattern: Expression, node: Expression, state: State) -> Iterator[State]:
    """The same of nodes that have others inside."""
    match pattern:
        case Chain():
            yield from _chain(pattern, node, state)
        case tree.Power(base=tree.Input() | tree.Size() as base, exponent=tree.Number(value=value)) if value == -1:
            if not (isinstance(node, tree.Number) and node.value <= 0):  # one over a role: 50 of `50 tanh(z / 50)`, but no minus sign
                yield from _matches(base, _joined(node, inverse(node)), state)
        case tree.Reduce(operator="sum", where=None) if isinstance(node, tree.Reduce) and isinstance(pattern.body, tree.Reduce):
            yield from _nested_sums(pattern, node, state)
        case tree.Logic(operator=operator, operands=operands):
            if isinstance(node, tree.Logic) and node.operator == operator and len(node.operands) == len(operands):
                yield from _paired(operands, node.operands, state)
        case tree.Add() | tree.Multiply():
            yield from _commutative(_parts(pattern), _parts(node, like=pattern), node, state)
        case _ if type(node) is type(pattern):
            yield from _fields(pattern, node, state)


def _parts(node: Expression, like: Expression | None = None) -> tuple[Expression, ...]:
    if like is not None and type(node) is not type(like):
        return (node,)
    return node.terms if isinstance(node, tree.Add) else node.factors if isinstance(node, tree.Multiply) else (node,)


# ---------------------------------------------------------------- roles and sizes


def _role(role: tree.Input, node: Expression, state: State, *, turned: bool = False) -> Iterator[State]:
    """A role takes an expression of its rank, everywhere the same; one that stands transposed takes the transpose."""
    if len(node.shape) != len(role.shape) or not set(node.indices) <= state.batch:
        return
    if state.as_spelled and is_transposed(node) != turned:
        return
    yield from take(role, transposed(node) if turned else node, node.shape[::-1] if turned else node.shape, (), state)


def _entry_of_role(pattern: tree.Element, role: tree.Input, at: tuple[Expression, ...], node: Expression, state: State) -> Iterator[State]:
    """`e_{ij}` as a role takes any expression with these free indices: the array of its values. `K_{g(i)}` takes an entry written so."""
    places = [place for place in at if not (isinstance(place, tree.Position) and state.indices.get(place.index.name) == ABSENT)]
    widened = tuple(k for k, place in enumerate(at) if place not in places)
    if not all(isinstance(place, tree.Position) for place in places):
        yield from _computed_place(role, places, widened, node, state)
        return
    own = [state.indices.get(place.index.name) for place in places if isinstance(place, tree.Position)]
    over = [index for index in own if index is not None]
    if len(over) < len(own) or len(node.shape) != len(pattern.shape):
        return
    if set(node.indices) <= {index.name for index in over} | state.batch:
        whole = tabulated(over, node)
        if not (state.as_spelled and isinstance(whole, tree.Transpose)):
            yield from take(role, whole, (*(index.size for index in over), *node.shape), widened, state)


def _computed_place(
    role: tree.Input, places: list[Expression], widened: tuple[int, ...], node: Expression, state: State
) -> Iterator[State]:
    if isinstance(node, tree.Element) and len(node.at) == len(places):
        for found in _values(list(zip(places, node.at, strict=True)), state):
            if set(node.array.indices) <= state.batch and len(node.array.shape) + len(widened) == len(role.shape):
                yield from take(role, node.array, node.array.shape, widened, found)


# ---------------------------------------------------------------- inner nodes


def _fields(pattern: Expression, node: Expression, state: State) -> Iterator[State]:
    """Field by field; indices that a node binds correspond inside it."""
    pairs = [(getattr(pattern, name), getattr(node, name)) for name in _compared(type(pattern))]  # type: ignore[arg-type]
    yield from _values(pairs, _without(_bound(pattern), state))


@cache
def _compared(kind: type[Any]) -> tuple[str, ...]:
    """The fields of a kind of node that are compared, those first that name indices."""
    names = [entry.name for entry in fields(kind) if entry.compare and entry.name not in {"shape", "indices"}]
    return tuple(sorted(names, key=lambda name: name not in {"index", "over", "along"}))


def _bound(node: Expression) -> tuple[tree.Index, ...]:
    """The indices that a node binds."""
    match node:
        case tree.Reduce(index=index) | tree.ConcatOver(index=index):
            return (index,)
        case tree.Tabulate(over=over):
            return over
    return ()


def _without(bound: Iterable[tree.Index], state: State) -> State:
    """What is known outside of a node about indices that it binds anew is not known inside."""
    names = {index.name for index in bound}
    return replace(state, indices={name: index for name, index in state.indices.items() if name not in names}) if names else state


def _nested_sums(pattern: tree.Reduce, node: tree.Reduce, state: State) -> Iterator[State]:
    """Sums inside sums, whose order does not count."""
    (own, body), (other, inner) = _summed(pattern), _summed(node)
    if len(own) == len(other) <= MOST_SUMS:
        for order in permutations(other):
            yield from _values([*zip(own, order, strict=True), (body, inner)], _without(own, state))


def _summed(node: Expression) -> tuple[list[tree.Index], Expression]:
    """The indices of sums inside each other, and what they sum."""
    indices = []
    while isinstance(node, tree.Reduce) and node.operator == "sum" and node.where is None:
        indices.append(node.index)
        node = node.body
    return indices, node


def _values(pairs: list[tuple[Any, Any]], state: State) -> Iterator[State]:
    if not pairs:
        yield state
        return
    (own, other), rest = pairs[0], pairs[1:]
    for found in _value(own, other, state):
        yield from _values(rest, found)


def _value(own: Any, other: Any, state: State) -> Iterator[State]:
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


def _index(own: tree.Index, other: tree.Index, state: State) -> Iterator[State]:
    if own.name in state.indices and state.indices[own.name] != other:
        return
    sizes = dict(state.sizes)
    if same_size(own.size, other.size, sizes):
        yield replace(state, sizes=sizes, indices={**state.indices, own.name: other})


def _commutative(own: tuple[Expression, ...], other: tuple[Expression, ...], whole: Expression, state: State) -> Iterator[State]:
    """Terms in any order, those that are more than a role first; where the program has more, one role takes the rest."""
    if len(other) < len(own):
        return
    if len(other) > MOST_PARTS:
        if len(own) == len(other):
            yield from _values(list(zip(own, other, strict=True)), state)
        return
    roles = [part for part in own if _is_role(part)]
    others = [part for part in own if not _is_role(part)]
    if len(own) == len(other):
        yield from _paired((*others, *roles), other, state)
        return
    for taker in reversed(roles):
        first = (*others, *(part for part in roles if part is not taker))
        yield from _paired(first, other, state, (taker, whole))


def _is_role(part: Expression) -> bool:
    return isinstance(part, tree.Input | tree.Element)


def _paired(
    own: tuple[Expression, ...], other: tuple[Expression, ...], state: State, rest: tuple[Expression, Expression] | None = None
) -> Iterator[State]:
    """Each part of the pattern with one of the program's; what is left over goes to the role in `rest`."""
    if not own:
        if rest is None:
            yield state
        elif other:
            yield from _matches(rest[0], _joined(rest[1], other), state)
        return
    for k, part in enumerate(other):
        for found in _matches(own[0], part, state):
            yield from _paired(own[1:], (*other[:k], *other[k + 1 :]), found, rest)


def _joined(whole: Expression, parts: tuple[Expression, ...]) -> Expression:
    """Some terms or factors of a node as a node of its kind."""
    if len(parts) == 1:
        return parts[0]
    indices = tree.free(*parts)
    shape = max((part.shape for part in parts), key=len)
    if isinstance(whole, tree.Add):
        return replace(whole, terms=parts, shape=shape, indices=indices)
    return product(parts, tree.Multiply(factors=parts, shape=shape, indices=indices))


def _chain(pattern: Chain, node: Expression, state: State) -> Iterator[State]:
    """A product of matrices: each part of the pattern takes one or more neighbouring factors."""
    parts = node.parts if isinstance(node, Chain) else (node,)
    if len(parts) >= len(pattern.parts):
        yield from _split(pattern.parts, parts, state)


def _split(own: tuple[Expression, ...], other: tuple[Expression, ...], state: State) -> Iterator[State]:
    if not own:
        if not other:
            yield state
        return
    for length in sorted(range(1, len(other) - len(own) + 2), key=lambda length: not _turns(other, length)):
        head = other[0] if length == 1 else _subchain(other[:length])
        for found in _matches(own[0], head, state):
            yield from _split(own[1:], other[length:], found)


def _turns(parts: tuple[Expression, ...], place: int) -> bool:
    """Whether the transposed factors begin here: in `Q W (K U)^T`, Q W is one role and K U the other."""
    return place < len(parts) and is_transposed(parts[place]) and not is_transposed(parts[place - 1])


def _subchain(parts: tuple[Expression, ...]) -> Expression:
    first, last = parts[0], parts[-1]
    shape = (*first.shape[:-1], *(last.shape[-1:] if len(last.shape) > 1 else ()))
    return Chain(parts=parts, shape=shape, indices=tree.free(*parts))


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
