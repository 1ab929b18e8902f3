r"""The entry-by-entry form of resolved trees for recognising formulas: in it matrix algebra and index notation are one.

`QK^\top`, `q_i \cdot k_j` and `\sum_l Q_{il} K_{jl}` have one form, softmax and the quotient of exponentials have one, `\mathrm{E}[x]`
and `\frac{1}{n}\sum_i x_i` too. Every node is one number at one position. Values are never computed from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import product as all_places
from typing import TYPE_CHECKING, Any, TypeVar

from vault_tools.compiler import tree
from vault_tools.compiler.dims import Dim
from vault_tools.compiler.recognition.conditions import compared, decided
from vault_tools.compiler.recognition.normal import LARGEST, TooLargeError, product, simplified
from vault_tools.compiler.recognition.quotients import multiplied, summed
from vault_tools.compiler.tree import Expression

if TYPE_CHECKING:
    Places = tuple[Expression, ...]
    Known = Mapping[str, Expression]

Node = TypeVar("Node", bound=Expression)

LARGEST_LITERAL = 4
"""Sums over the entries of a vector that is spelled out are spelled out up to this size."""
AXIS = "axis "
"""How the index of an axis that the formula does not name begins."""
HALF = tree.Number(value=Fraction(1, 2))
TWO = tree.Number(value=Fraction(2))


class NotPointwiseError(ValueError):
    """The formula holds something that has no value of its own at each position, such as an inverse."""


@dataclass
class Pointwise:
    """Writes the nodes of one program entry by entry. TooLargeError, NotPointwiseError."""

    program: tree.Program
    put_in: bool = True
    """Without it, what the note defines stays a symbol; the result itself is always looked into."""
    bindings: Mapping[str, tree.Binding] = field(init=False)
    nodes: int = 0

    def __post_init__(self) -> None:
        own = self.program.result.name if isinstance(self.program.result, tree.Local) else None
        self.bindings = {binding.name: binding for binding in self.program.bindings if self.put_in or binding.name == own}

    def result(self) -> tuple[Expression, tuple[tree.Index, ...]]:
        """The entry of the result, and the indices of its place: the free ones, then one for each axis."""
        result, indices = self.program.result, self.program.indices
        axes = tuple(tree.Index(f"{AXIS}{k}", size) for k, size in enumerate(result.shape))
        known = {index.name: _place(index) for index in indices}
        if axes and _is_literal(result):
            return self._spelled_out(result, known), indices
        return self.entry(result, tuple(_place(axis) for axis in axes), known), (*indices, *axes)

    def _spelled_out(self, result: Expression, known: Known) -> Expression:
        """The entries of a small vector or matrix one after another."""
        places = all_places(*(range(size.number or 0) for size in result.shape))
        items = tuple(self.entry(result, tuple(tree.Number(value=Fraction(k)) for k in place), known) for place in places)
        return tree.Stack(items=items, indices=tree.free(*items))

    def entry(self, node: Expression, at: Places, known: Known) -> Expression:
        """The value of a node at a place of its shape; `known`: what indices of the formula stand for."""
        self.nodes += 1
        if self.nodes > LARGEST:
            raise TooLargeError
        match node:
            case tree.Number() | tree.Constant() | tree.Size() | tree.Full() | tree.Position() | tree.IndexValue():
                return _leaf(node, known)
            case tree.Input():
                return tree.Element(array=node, at=at, indices=tree.free(*at)) if at else node
            case tree.Identity():
                return compared("==", at[0], at[1], self._ranks)
            case tree.Compare() | tree.Logic() | tree.Where():
                return self._choice(node, at, known)
            case tree.MatMul() | tree.Outer() | tree.Call() | tree.Reduce() | tree.ConcatOver():
                return self._operation(node, at, known)
            case tree.Negate() | tree.Add() | tree.Multiply() | tree.Divide() | tree.Power():
                return self._arithmetic(node, at, known)
        return self._selected(node, at, known)

    @property
    def _ranks(self) -> Mapping[str, int]:
        return {index.name: rank for rank, index in enumerate(self.program.indices)}

    # ------------------------------------------------------------ selecting

    def _selected(self, node: Expression, at: Places, known: Known) -> Expression:
        match node:
            case tree.Local(name=name) if name not in self.bindings:
                return tree.Element(array=node, at=at, indices=tree.free(*at)) if at else node
            case tree.Local(name=name):
                binding = self.bindings[name]
                return self.entry(binding.body, at[len(binding.indices) :], {**known, **_at(binding.indices, at)})
            case tree.Element(array=array, at=places):
                return self.entry(array, (*(self.entry(place, (), known) for place in places), *at), known)
            case tree.Tabulate(over=over, body=body):
                return self.entry(body, at[len(over) :], {**known, **_at(over, at)})
            case tree.Transpose(operand=operand):
                return self.entry(operand, (*at[:-2], at[-1], at[-2]), known)
            case tree.Stack(items=items) if isinstance(at[0], tree.Number):
                return self.entry(items[int(at[0].value)], at[1:], known)
            case tree.Concat(parts=parts, axis=axis):
                entries = tuple(self.entry(part, at, known) for part in parts)
                return tree.Concat(parts=entries, axis=axis - len(node.shape) if axis >= 0 else axis, indices=tree.free(*at, *entries))
        raise NotPointwiseError

    # ------------------------------------------------------------ arithmetic and choices

    def _operand(self, operand: Expression, at: Places, known: Known, shape: tree.Shape) -> Expression:
        """Entry of an operand that is broadcast to `shape`."""
        rank = len(operand.shape)
        places = at[len(at) - rank :]
        one = Dim.of(1)
        spread = [own == one and whole != one for own, whole in zip(operand.shape, shape[len(shape) - rank :], strict=True)]
        zero = tree.Number(value=Fraction(0))
        return self.entry(operand, tuple(zero if wide else place for place, wide in zip(places, spread, strict=True)), known)

    def _parts(self, node: Node, at: Places, known: Known) -> Node:
        """A node with its operands at this place."""
        changed: dict[str, Any] = {}
        for own in fields(node):
            value = getattr(node, own.name)
            if isinstance(value, Expression):
                changed[own.name] = self._operand(value, at, known, node.shape)
            elif isinstance(value, tuple) and value and isinstance(value[0], Expression):
                changed[own.name] = tuple(self._operand(part, at, known, node.shape) for part in value)
        inside = [part for value in changed.values() for part in (value if isinstance(value, tuple) else (value,))]
        return replace(node, **changed, shape=(), indices=tree.free(*inside))

    def _arithmetic(self, node: Expression, at: Places, known: Known) -> Expression:
        return multiplied(simplified(self._parts(node, at, known)))

    def _choice(self, node: Expression, at: Places, known: Known) -> Expression:
        if isinstance(node, tree.Compare):
            inside = self._parts(node, at, known)
            return compared(node.operator, inside.left, inside.right, self._ranks)
        if isinstance(node, tree.Logic):
            return self._parts(node, at, known)
        assert isinstance(node, tree.Where)
        branches = tuple(
            (self._operand(condition, at, known, node.shape), self._operand(value, at, known, node.shape))
            for condition, value in node.branches
        )
        otherwise = self._operand(node.otherwise, at, known, node.shape) if node.otherwise is not None else None
        return decided(branches, otherwise)

    # ------------------------------------------------------------ operations with an axis of their own

    def _operation(self, node: Expression, at: Places, known: Known) -> Expression:
        match node:
            case tree.Outer(left=left, right=right):
                factors = (self.entry(left, at[:-1], known), self.entry(right, at[-1:], known))
                return multiplied(product(factors, _like(*factors)))
            case tree.MatMul(left=left, right=right):
                return self._product(left, right, at, known)
            case tree.Reduce(operator=operator, index=index, body=body, where=where):
                fresh = self._fresh(index.size)
                inside = {**known, index.name: _place(fresh)}
                condition = self.entry(where, (), inside) if where is not None else None
                return summed(operator, fresh, self.entry(body, at, inside), condition)
            case tree.ConcatOver(index=index, body=body, axis=axis):
                fresh = self._fresh(index.size)
                part = self.entry(body, at, {**known, index.name: _place(fresh)})
                names = tuple(name for name in tree.free(part) if name != fresh.name)
                return tree.ConcatOver(index=fresh, body=part, axis=axis - len(node.shape) if axis >= 0 else axis, indices=names)
            case tree.Call():
                return self._call(node, at, known)
        raise NotPointwiseError

    def _fresh(self, size: Dim) -> tree.Index:
        self.nodes += 1
        return tree.Index(f"over_{self.nodes}", size)

    def _product(self, left: Expression, right: Expression, at: Places, known: Known) -> Expression:
        rows, columns = len(left.shape) > 1, len(right.shape) > 1
        row, column = at[len(at) - rows - columns : len(at) - columns], at[len(at) - columns :]
        batch = at[: len(at) - rows - columns]
        first = (*batch[len(batch) - len(left.shape) + 1 + rows :], *row) if rows else ()
        second = batch[len(batch) - len(right.shape) + 1 + columns :] if columns else ()

        def term(place: Expression) -> Expression:
            factors = (self.entry(left, (*first, place), known), self.entry(right, (*second, place, *column), known))
            return multiplied(product(factors, _like(*factors)))

        if _is_literal(left) or _is_literal(right):
            terms = tuple(term(tree.Number(value=Fraction(k))) for k in range(left.shape[-1].number or 0))
            return simplified(tree.Add(terms=terms, indices=tree.free(*terms)))
        fresh = self._fresh(left.shape[-1])
        return summed("sum", fresh, term(_place(fresh)))

    def _call(self, node: tree.Call, at: Places, known: Known) -> Expression:
        if node.along is not None:
            place = known.get(node.along.name, _place(node.along))
            if not isinstance(place, tree.Position):
                raise NotPointwiseError
            inside = self._parts(node, at, known)
            return replace(inside, along=place.index)
        if node.axis is None:
            if node.function == "diag" and len(node.shape) == 2:
                factors = (compared("==", at[0], at[1], self._ranks), self.entry(node.arguments[0], at[:1], known))
                return product(factors, _like(*factors))
            if any(len(argument.shape) > len(node.shape) for argument in node.arguments):
                raise NotPointwiseError
            return multiplied(simplified(self._parts(node, at, known)))
        return self._along_axis(node, node.axis, at, known)

    def _along_axis(self, node: tree.Call, axis: int, at: Places, known: Known) -> Expression:
        """A function along an axis: a map of it (softmax), or one number for it (the mean)."""
        argument = node.arguments[0]
        if len(argument.shape) == len(node.shape):
            place = at[len(at) + axis]
            if not isinstance(place, tree.Position):
                raise NotPointwiseError
            inside = self._parts(node, at, known)
            return replace(inside, axis=None, along=place.index)
        if len(node.arguments) > 1:
            raise NotPointwiseError
        before = len(argument.shape) + axis
        fresh = self._fresh(argument.shape[axis])

        def body(index: tree.Index) -> Expression:
            return self.entry(argument, (*at[:before], _place(index), *at[before:]), known)

        return self._reduced(node, fresh, body(fresh), body)

    def _reduced(self, node: tree.Call, index: tree.Index, entry: Expression, body: Any) -> Expression:
        """What a reduction is in terms of sums, where it is that."""
        match node.function:
            case "sum" | "max" | "min":
                return summed(node.function, index, entry)
            case "mean":
                return _mean(index, entry)
            case "norm":
                return _root(summed("sum", index, _squared(entry)))
            case "logsumexp":
                power = tree.Power(base=tree.Constant(name="e"), exponent=entry, indices=entry.indices)
                total = summed("sum", index, power)
                return replace(node, function="log", arguments=(total,), axis=None, shape=(), indices=total.indices)
            case "var" | "std" if not node.options:
                again = self._fresh(index.size)
                off = tree.Negate(operand=_mean(again, body(again)), indices=tree.free(entry))
                deviation = simplified(tree.Add(terms=(entry, simplified(off)), indices=entry.indices))
                variance = _mean(index, _squared(deviation))
                return _root(variance) if node.function == "std" else variance
        names = tuple(name for name in entry.indices if name != index.name)
        inside = replace(node, arguments=(entry,), axis=None, along=index, shape=(), indices=entry.indices)
        return tree.Reduce(operator="mean", index=index, body=inside, indices=names)


def _leaf(node: Expression, known: Known) -> Expression:
    """A number, or a place as it is called here."""
    match node:
        case tree.Full(value=value):
            return tree.Number(value=value)
        case tree.Position(index=index):
            return known.get(index.name, node)
        case tree.IndexValue(index=index):
            place, start = known.get(index.name, _place(index)), tree.Number(value=Fraction(index.start))
            return simplified(tree.Add(terms=(place, start), indices=place.indices)) if index.start else place
    return replace(node, shape=(), indices=())


def _place(index: tree.Index) -> tree.Position:
    return tree.Position(index=index, indices=(index.name,))


def _at(indices: tuple[tree.Index, ...], at: Places) -> dict[str, Expression]:
    return {index.name: place for index, place in zip(indices, at, strict=False)}


def _like(*parts: Expression) -> Expression:
    return tree.Multiply(factors=parts, indices=tree.free(*parts))


def _is_literal(node: Expression) -> bool:
    """A vector or matrix that is spelled out, or a product with one."""
    match node:
        case tree.Transpose(operand=operand):
            return _is_literal(operand)
        case tree.MatMul(left=left, right=right):
            return (_is_literal(left) or _is_literal(right)) and _is_small(node)
        case tree.Stack():
            return _is_small(node)
    return False


def _is_small(node: Expression) -> bool:
    return all((size.number or LARGEST) <= LARGEST_LITERAL for size in node.shape)


def _squared(node: Expression) -> Expression:
    return simplified(tree.Power(base=node, exponent=TWO, indices=node.indices))


def _root(node: Expression) -> Expression:
    return simplified(tree.Power(base=node, exponent=HALF, indices=node.indices))


def _mean(index: tree.Index, entry: Expression) -> Expression:
    total = summed("sum", index, entry)
    share = tree.Power(base=tree.Size(dim=index.size), exponent=tree.Number(value=Fraction(-1)))
    return multiplied(product((share, total), _like(total)))
