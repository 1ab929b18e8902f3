"""Mutants of resolved trees: programs with one mistake, of the kinds that a wrong reading of a formula would make.

Both roads start from the resolved tree, so both go wrong together.
"""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from vault_tools.compiler import tree
from vault_tools.compiler.tree import Expression

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Mutant = tuple[str, tree.Program]
"""What was done, and the program."""
Change = tuple[str, Expression]

ONE, TWO, HALF = (tree.Number(Fraction(value)) for value in (1, 2, Fraction(1, 2)))
NEIGHBOURS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
OTHER_REDUCTIONS = {
    "sum": ("max", "mean"),
    "mean": ("sum",),
    "max": ("sum", "min"),
    "min": ("max",),
    "product": ("sum",),
    "argmax": ("argmin",),
}
OTHER_FUNCTIONS = {
    "tanh": "sigmoid",
    "sigmoid": "tanh",
    "sin": "cos",
    "cos": "sin",
    "relu": "abs",
    "gelu": "relu",
    "exp": "log",
    "log": "exp",
}


def mutants(program: tree.Program) -> Iterator[Mutant]:
    """All programs with one mistake, in the result or in one of the bindings."""
    for kind, result in _variants(program.result, program):
        sides = tuple(result if side == program.result else side for side in program.sides)
        yield kind, replace(program, result=result, sides=sides)
    for at, binding in enumerate(program.bindings):
        for kind, body in _variants(binding.body, program):
            changed = replace(binding, body=body)
            yield kind, replace(program, bindings=(*program.bindings[:at], changed, *program.bindings[at + 1 :]))


def _variants(node: Any, program: tree.Program) -> Iterator[tuple[str, Any]]:
    """A node (or a tuple of nodes) with one change in it or below it."""
    if isinstance(node, tuple):
        for at, part in enumerate(node):
            yield from ((kind, (*node[:at], new, *node[at + 1 :])) for kind, new in _variants(part, program))
    if not isinstance(node, Expression):
        return
    for kind, new in _changes(node):
        yield kind, replace(new, shape=node.shape, indices=node.indices)
    for field in fields(node):
        yield from ((kind, replace(node, **{field.name: new})) for kind, new in _variants(getattr(node, field.name), program))


def _changes(node: Expression) -> Iterator[Change]:
    """The node itself mistaken. Its shape and its indices are those of the right one (transposes: in square examples)."""
    rule = RULES.get(type(node))
    if rule is not None:
        yield from rule(node)


def _alike(one: Expression, other: Expression) -> bool:
    """Whether one may stand where the other stands, on any example."""
    return one.shape == other.shape and set(one.indices) == set(other.indices)


def _without(parts: tuple[Expression, ...]) -> Iterator[tuple[Expression, tuple[Expression, ...]]]:
    """Each part, and the others."""
    if len(parts) > 1:
        yield from ((part, (*parts[:at], *parts[at + 1 :])) for at, part in enumerate(parts))


def _twice(node: Expression) -> Expression:
    return tree.Multiply((TWO, node), shape=node.shape, indices=node.indices)


# ---------------------------------------------------------------- rules


def _multiply(node: tree.Multiply) -> Iterator[Change]:
    for part, rest in _without(node.factors):
        left = rest[0] if len(rest) == 1 else replace(node, factors=rest)
        if len(rest) > 1 or _alike(left, node):
            yield ("scale dropped" if not part.shape else "factor dropped"), left
    yield "factor 2", _twice(node)


def _divide(node: tree.Divide) -> Iterator[Change]:
    if _alike(node.numerator, node):
        yield "scale dropped", node.numerator
    if not node.shape:
        yield "fraction upside down", tree.Divide(node.denominator, node.numerator)
    if isinstance(node.denominator, tree.Add) and isinstance(root := node.denominator.terms[0], tree.Power) and root.exponent == HALF:
        inside = replace(node.denominator, terms=(root.base, *node.denominator.terms[1:]))
        yield "epsilon inside the root", replace(node, denominator=replace(root, base=inside))
    yield "multiplied, not divided", tree.Multiply((node.numerator, node.denominator))


def _add(node: tree.Add) -> Iterator[Change]:
    for at, (_, rest) in enumerate(_without(node.terms)):
        left = rest[0] if len(rest) == 1 else replace(node, terms=rest)
        if len(rest) > 1 or _alike(left, node):
            yield "term dropped", left
        term = node.terms[at]
        turned = tree.Negate(term, shape=term.shape, indices=term.indices)
        yield "sign flipped", replace(node, terms=(*node.terms[:at], turned, *node.terms[at + 1 :]))


def _power(node: tree.Power) -> Iterator[Change]:
    exponent = node.exponent
    more = tree.Add((exponent, ONE), shape=exponent.shape, indices=exponent.indices)
    yield "exponent changed", replace(node, exponent=more)
    if _alike(node.base, node):
        yield "power dropped", node.base
    if isinstance(node.base, tree.Add) and exponent == HALF and not node.base.terms[-1].shape:
        *terms, epsilon = node.base.terms
        base = replace(node.base, terms=tuple(terms)) if len(terms) > 1 else terms[0]
        yield "epsilon outside the root", tree.Add((replace(node, base=base), epsilon))


def _matmul(node: tree.MatMul) -> Iterator[Change]:
    yield "factor 2", _twice(node)
    if len(node.left.shape) == len(node.right.shape) == 2:
        yield "operands swapped", replace(node, left=node.right, right=node.left)
        yield "left operand transposed", replace(node, left=_turned(node.left))
        yield "right operand transposed", replace(node, right=_turned(node.right))
    elif len(node.left.shape) == 2:
        yield "left operand transposed", replace(node, left=_turned(node.left))
    elif len(node.right.shape) == 2:
        yield "right operand transposed", replace(node, right=_turned(node.right))


def _turned(node: Expression) -> Expression:
    if isinstance(node, tree.Transpose):
        return replace(node.operand, shape=node.shape)
    return tree.Transpose(node, shape=node.shape, indices=node.indices)


def _call(node: tree.Call) -> Iterator[Change]:
    first = node.arguments[0] if node.arguments else node
    if node.axis is not None and len(first.shape) > 1:
        yield "wrong axis", replace(node, axis=-2 if node.axis == -1 else -1)
    if node.function in OTHER_FUNCTIONS and node.axis is None:
        yield "another function", replace(node, function=OTHER_FUNCTIONS[node.function])
    if _alike(first, node):
        yield "function dropped", first
    yield "factor 2", _twice(node)


def _reduce(node: tree.Reduce) -> Iterator[Change]:
    for operator in OTHER_REDUCTIONS.get(node.operator, ()):
        yield f"{operator} for {node.operator}", replace(node, operator=operator)
    position = tree.Position(node.index, indices=(node.index.name,))
    last = tree.Add((tree.Size(node.index.size), tree.Number(Fraction(-1))))
    yield "bound off by one: first left out", _restricted(node, tree.Compare(">", position, tree.Number(Fraction(0))))
    yield "bound off by one: last left out", _restricted(node, tree.Compare("<", position, last))


def _restricted(node: tree.Reduce, condition: tree.Compare) -> Expression:
    condition = replace(condition, indices=(node.index.name,))
    if node.where is None:
        return replace(node, where=condition)
    indices = tuple(dict.fromkeys((*node.where.indices, *condition.indices)))
    return replace(node, where=tree.Logic("and", (node.where, condition), indices=indices))


def _compare(node: tree.Compare) -> Iterator[Change]:
    yield "mask: ends changed", replace(node, operator=NEIGHBOURS[node.operator])
    yield "mask shifted by one", replace(node, right=tree.Add((node.right, ONE), shape=node.right.shape, indices=node.right.indices))
    yield "mask turned round", replace(node, left=node.right, right=node.left)


def _element(node: tree.Element) -> Iterator[Change]:
    if len(node.at) > 1:
        yield "indices swapped", replace(node, at=(*node.at[:-2], node.at[-1], node.at[-2]))
    for at, place in enumerate(node.at):
        if isinstance(place, tree.Position):
            turned = tree.Negate(place, indices=place.indices)
            back = tree.Add((tree.Size(place.index.size), tree.Number(Fraction(-1)), turned), indices=place.indices)
            yield "counted from the end", replace(node, at=(*node.at[:at], back, *node.at[at + 1 :]))


def _concat_over(node: tree.ConcatOver) -> Iterator[Change]:
    yield "wrong head split", replace(node, axis=-2 if node.axis == -1 else -1)


def _recur(node: tree.Recur) -> Iterator[Change]:
    for at, start in enumerate(node.starts):
        if start is not None:
            moved = tree.Add((start, ONE), shape=start.shape, indices=start.indices)
            yield "another start", replace(node, starts=(*node.starts[:at], moved, *node.starts[at + 1 :]))
    if node.starts[node.result] is not None:
        earlier = tree.State(node.index, node.result, 1, indices=(node.index.name,), shape=node.bodies[node.result].shape)
        yield "step shifted", replace(node, bodies=(*node.bodies[: node.result], earlier, *node.bodies[node.result + 1 :]))


def _state(node: tree.State) -> Iterator[Change]:
    if node.back:
        yield "state of the step before dropped", tree.Full(Fraction(0))
        yield "state two steps back", replace(node, back=node.back + 1)


def _concat(node: tree.Concat) -> Iterator[Change]:
    yield "parts in another order", replace(node, parts=node.parts[::-1])


def _stack(node: tree.Stack) -> Iterator[Change]:
    yield "items in another order", replace(node, items=node.items[::-1])


def _where(node: tree.Where) -> Iterator[Change]:
    first, *others = node.branches
    if node.otherwise is not None:
        yield "branches swapped", replace(node, branches=((first[0], node.otherwise), *others), otherwise=first[1])
    elif others:
        second = others[0]
        yield "branches swapped", replace(node, branches=((first[0], second[1]), (second[0], first[1]), *others[1:]))


def _number(node: tree.Number) -> Iterator[Change]:
    yield "number off by one", replace(node, value=node.value + 1)
    if node.value not in {0, 1}:
        yield "number halved", replace(node, value=node.value / 2)


def _size(node: tree.Size) -> Iterator[Change]:
    yield "size off by one", tree.Add((node, ONE))


RULES: dict[type, Callable[[Any], Iterator[Change]]] = {
    tree.Multiply: _multiply,
    tree.Divide: _divide,
    tree.Add: _add,
    tree.Negate: lambda node: iter([("sign flipped", node.operand)]),
    tree.Power: _power,
    tree.MatMul: _matmul,
    tree.Outer: lambda node: iter([("operands swapped", replace(node, left=node.right, right=node.left))]),
    tree.Transpose: lambda node: iter([("transpose dropped", node.operand)]),
    tree.MatrixPower: lambda node: iter([("exponent changed", replace(node, exponent=-node.exponent))]),
    tree.RepeatedProduct: lambda node: iter([("exponent changed", replace(node, times=tree.Add((node.times, ONE))))]),
    tree.Call: _call,
    tree.Reduce: _reduce,
    tree.Compare: _compare,
    tree.Element: _element,
    tree.Concat: _concat,
    tree.ConcatOver: _concat_over,
    tree.Recur: _recur,
    tree.State: _state,
    tree.Stack: _stack,
    tree.Where: _where,
    tree.Number: _number,
    tree.Size: _size,
}
