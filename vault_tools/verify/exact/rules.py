"""What one entry of each kind of node is: the rules of the check road, one small function per node type.

NaN by rule: no branch of a `cases` holds, a position outside an array, 0/0, ∞ − ∞, a root or logarithm of a negative number.
Empty sums are 0, empty products 1, an empty maximum or mean NaN; of ties argmax takes the first.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from operator import add, mul, neg
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.model import message
from vault_tools.verify.exact.functions import call
from vault_tools.verify.exact.numbers import (
    Environment,
    NotComputableError,
    Numbers,
    PartedError,
    Position,
    broadcast,
    exponential,
    matrix_power,
    power,
    quotient,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from vault_tools.verify.exact.road import Road, Rule

# ---------------------------------------------------------------- leaves


def _number(road: Road, node: tree.Number, _environment: Environment, _at: Position) -> Any:
    return road.leaf(node.value)


def _constant(road: Road, node: tree.Constant, _environment: Environment, _at: Position) -> Any:
    if node.name == "inf":
        return tuple([mp.inf for mp in road.contexts])
    return road.moved(tuple([+getattr(mp, node.name) for mp in road.contexts]))


def _local(road: Road, node: tree.Local, _environment: Environment, at: Position) -> Any:
    binding = road.bindings[node.name]
    own = {index.name: i for index, i in zip(binding.indices, at, strict=False)}
    return road.entry(binding.body, own, at[len(binding.indices) :])


def _size(road: Road, node: tree.Size, _environment: Environment, _at: Position) -> Any:
    return road.size(node.dim)


def _position(_road: Road, node: tree.Position, environment: Environment, _at: Position) -> Any:
    return environment[node.index.name]


def _index_value(_road: Road, node: tree.IndexValue, environment: Environment, _at: Position) -> Any:
    return environment[node.index.name] + node.index.start


def _identity(_road: Road, _node: tree.Identity, _environment: Environment, at: Position) -> Any:
    return int(at[-1] == at[-2])


def _full(road: Road, node: tree.Full, _environment: Environment, _at: Position) -> Any:
    return road.leaf(node.value)


# ---------------------------------------------------------------- selecting and building


def _whole(road: Road, node: tree.Expression, environment: Environment) -> int:
    """The value of a scalar expression that must be a position."""
    values = road.entry(node, environment, ())
    if not all(mp.isint(value) for mp, value in zip(road.contexts, values, strict=True)):
        raise NotComputableError(message("check.position_not_whole"))
    whole, *others = map(int, values)
    if any(other != whole for other in others):
        raise PartedError
    return whole


def _element(road: Road, node: tree.Element, environment: Environment, at: Position) -> Any:
    positions = tuple([environment[p.index.name] if type(p) is tree.Position else _whole(road, p, environment) for p in node.at])
    for i, size in zip(positions, road.shape(node.array), strict=False):
        if not 0 <= i < size:
            return road.nan
    return road.entry(node.array, environment, positions + at)


def _slice(road: Road, node: tree.Slice, environment: Environment, at: Position) -> Any:
    axis = node.axis % len(at)
    moved = at[axis] + _whole(road, node.start, environment)
    return road.entry(node.array, environment, (*at[:axis], moved, *at[axis + 1 :]))


def _tabulate(road: Road, node: tree.Tabulate, environment: Environment, at: Position) -> Any:
    own = {index.name: i for index, i in zip(node.over, at, strict=False)}
    return road.entry(node.body, {**environment, **own}, at[len(node.over) :])


def _stack(road: Road, node: tree.Stack, environment: Environment, at: Position) -> Any:
    return road.entry(node.items[at[0]], environment, at[1:])


def _concat(road: Road, node: tree.Concat, environment: Environment, at: Position) -> Any:
    axis = node.axis % len(at)
    left = at[axis]
    for part in node.parts:
        size = road.shape(part)[axis]
        if left < size:
            return road.entry(part, environment, (*at[:axis], left, *at[axis + 1 :]))
        left -= size
    return road.nan


def _concat_over(road: Road, node: tree.ConcatOver, environment: Environment, at: Position) -> Any:
    axis = node.axis % len(at)
    i, inside = divmod(at[axis], road.shape(node.body)[axis])
    return road.entry(node.body, {**environment, node.index.name: i}, (*at[:axis], inside, *at[axis + 1 :]))


def _recur(road: Road, node: tree.Recur, environment: Environment, at: Position) -> Any:
    """One position after the other, so that no step asks for more than the one before it."""
    road.recurrences[node.index.name] = node
    for step in range(at[0]):
        here = {**environment, node.index.name: step}
        road.shared(node, here, (step,), lambda here=here: _step(road, node, here))  # type: ignore[misc]
    return road.entry(node.bodies[node.result], {**environment, node.index.name: at[0]}, at[1:])


def _step(road: Road, node: tree.Recur, environment: Environment) -> None:
    """All entries of the quantities that later steps look back at."""
    for start, body in zip(node.starts, node.bodies, strict=True):
        if start is not None:
            for position in product(*map(range, road.shape(body))):
                road.entry(body, environment, position)


def _state(road: Road, node: tree.State, environment: Environment, at: Position) -> Any:
    whole = road.recurrence(node.index.name)
    step = environment[node.index.name] - node.back
    start = whole.starts[node.state]
    if step >= 0:
        return road.entry(whole.bodies[node.state], {**environment, node.index.name: step}, at)
    return road.nan if start is None else road.operand(start, environment, at)


# ---------------------------------------------------------------- arithmetic


def _negate(road: Road, node: tree.Negate, environment: Environment, at: Position) -> Any:
    return tuple(map(neg, road.operand(node.operand, environment, at)))


def _add(road: Road, node: tree.Add, environment: Environment, at: Position) -> Any:
    total = road.operand(node.terms[0], environment, at)
    for term in node.terms[1:]:
        total = tuple(map(add, total, road.operand(term, environment, at)))
    return total


def _multiply(road: Road, node: tree.Multiply, environment: Environment, at: Position) -> Any:
    total = road.operand(node.factors[0], environment, at)
    for factor in node.factors[1:]:
        total = tuple(map(mul, total, road.operand(factor, environment, at)))
    return total


def _divide(road: Road, node: tree.Divide, environment: Environment, at: Position) -> Any:
    return road.each(quotient, road.operand(node.numerator, environment, at), road.operand(node.denominator, environment, at))


def _power(road: Road, node: tree.Power, environment: Environment, at: Position) -> Any:
    exponent = road.operand(node.exponent, environment, at)
    if isinstance(node.base, tree.Constant) and node.base.name == "e":
        return road.each(exponential, exponent)
    return road.each(power, road.operand(node.base, environment, at), exponent)


# ---------------------------------------------------------------- matrix algebra


def _matmul(road: Road, node: tree.MatMul, environment: Environment, at: Position) -> Any:
    left, right = road.shape(node.left), road.shape(node.right)
    if len(left) == len(right) == 2:
        return road.dot(road.line(node.left, environment, at[:1], (), left[1]), road.line(node.right, environment, (), at[1:], left[1]))
    batch = at[: len(at) - (len(left) > 1) - (len(right) > 1)]
    rest = at[len(batch) :]
    row, column = (rest[:1] if len(left) > 1 else ()), (rest[-1:] if len(right) > 1 else ())
    before, behind = broadcast_batch(left[:-2], batch), broadcast_batch(right[:-2], batch)
    first = road.line(node.left, environment, (*before, *row), (), left[-1])
    return road.dot(first, road.line(node.right, environment, behind, column, left[-1]))


def broadcast_batch(shape: tuple[int, ...], batch: Position) -> Position:
    """The leading axes of a matrix operand at the position `batch` of the result's leading axes."""
    return broadcast(shape, batch) if shape else ()


def _outer(road: Road, node: tree.Outer, environment: Environment, at: Position) -> Any:
    return tuple(map(mul, road.entry(node.left, environment, at[:1]), road.entry(node.right, environment, at[1:])))


def _transpose(road: Road, node: tree.Transpose, environment: Environment, at: Position) -> Any:
    return road.entry(node.operand, environment, (*at[:-2], at[-1], at[-2]))


def _matrix_power(road: Road, node: tree.MatrixPower, environment: Environment, at: Position) -> Any:
    batch, n = at[:-2], road.shape(node.base)[-1]

    def compute() -> Any:
        rows = [[road.entry(node.base, environment, (*batch, i, j)) for j in range(n)] for i in range(n)]
        return _powers(road, rows, node.exponent)

    return tuple([power_of[at[-2], at[-1]] for power_of in road.shared(node, environment, batch, compute)])


def _powers(road: Road, rows: list[list[Numbers]], exponent: Fraction) -> tuple[Any, ...]:
    """The power of a matrix at each precision."""
    at_each = [[[entry[k] for entry in row] for row in rows] for k in range(len(road.contexts))]
    return tuple([matrix_power(mp, mp.matrix(own), exponent) for mp, own in zip(road.contexts, at_each, strict=True)])


def _repeated_product(road: Road, node: tree.RepeatedProduct, environment: Environment, at: Position) -> Any:
    times = _whole(road, node.times, environment)
    if times < 0:
        raise NotComputableError(message("check.position_not_whole"))
    n = road.shape(node.base)[-1]

    def compute() -> Any:
        rows = [[road.entry(node.base, environment, (i, j)) for j in range(n)] for i in range(n)]
        return _powers(road, rows, Fraction(times))

    return tuple([power_of[at] for power_of in road.shared(node, environment, (), compute)])


# ---------------------------------------------------------------- reductions and choices


def _reduce(road: Road, node: tree.Reduce, environment: Environment, at: Position) -> Any:
    terms = list(_terms(road, node, environment, at))
    reduced = REDUCTIONS[node.operator]
    return tuple([reduced(mp, [(i, numbers[k]) for i, numbers in terms]) for k, mp in enumerate(road.contexts)])


def _terms(road: Road, node: tree.Reduce, environment: Environment, at: Position) -> Iterator[tuple[int, Numbers]]:
    for i in range(road.size(node.index.size)):
        inside = {**environment, node.index.name: i}
        if node.where is None or road.holds(road.entry(node.where, inside, broadcast(road.shape(node.where), at))):
            yield i, road.entry(node.body, inside, at)


def _total(mp: Any, terms: list[tuple[int, Any]]) -> Any:
    return sum((value for _, value in terms), mp.mpf(0))


def _product(mp: Any, terms: list[tuple[int, Any]]) -> Any:
    result = mp.mpf(1)
    for _, value in terms:
        result = result * value
    return result


def _mean(mp: Any, terms: list[tuple[int, Any]]) -> Any:
    return _total(mp, terms) / len(terms) if terms else mp.nan


def _extreme(sign: int, *, place: bool) -> Callable[[Any, list[tuple[int, Any]]], Any]:
    def choose(mp: Any, terms: list[tuple[int, Any]]) -> Any:
        if not terms or any(mp.isnan(value) for _, value in terms):
            return mp.nan
        best = max(terms, key=lambda term: (sign * term[1], -term[0]))
        return best[0] if place else best[1]

    return choose


REDUCTIONS: Mapping[str, Callable[[Any, list[tuple[int, Any]]], Any]] = {
    "sum": _total,
    "product": _product,
    "mean": _mean,
    "max": _extreme(1, place=False),
    "min": _extreme(-1, place=False),
    "argmax": _extreme(1, place=True),
    "argmin": _extreme(-1, place=True),
}

COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def _compare(road: Road, node: tree.Compare, environment: Environment, at: Position) -> Any:
    compared = map(COMPARISONS[node.operator], road.operand(node.left, environment, at), road.operand(node.right, environment, at))
    return tuple(map(int, compared))


def _logic(road: Road, node: tree.Logic, environment: Environment, at: Position) -> Any:
    values = (road.holds(road.operand(operand, environment, at)) for operand in node.operands)
    match node.operator:
        case "and":
            return int(all(values))
        case "or":
            return int(any(values))
        case "not":
            return int(not next(values))


def _where(road: Road, node: tree.Where, environment: Environment, at: Position) -> Any:
    for condition, value in node.branches:
        if road.holds(road.operand(condition, environment, at)):
            return road.operand(value, environment, at)
    return road.nan if node.otherwise is None else road.operand(node.otherwise, environment, at)


RULES: Mapping[type[tree.Expression], Rule] = {
    tree.Number: _number,
    tree.Constant: _constant,
    tree.Local: _local,
    tree.Size: _size,
    tree.Position: _position,
    tree.IndexValue: _index_value,
    tree.Identity: _identity,
    tree.Full: _full,
    tree.Element: _element,
    tree.Slice: _slice,
    tree.Tabulate: _tabulate,
    tree.Stack: _stack,
    tree.Concat: _concat,
    tree.ConcatOver: _concat_over,
    tree.Recur: _recur,
    tree.State: _state,
    tree.Negate: _negate,
    tree.Add: _add,
    tree.Multiply: _multiply,
    tree.Divide: _divide,
    tree.Power: _power,
    tree.MatMul: _matmul,
    tree.Outer: _outer,
    tree.Transpose: _transpose,
    tree.MatrixPower: _matrix_power,
    tree.RepeatedProduct: _repeated_product,
    tree.Call: call,
    tree.Reduce: _reduce,
    tree.Compare: _compare,
    tree.Logic: _logic,
    tree.Where: _where,
}
