r"""Normal form of resolved trees for recognising formulas: bindings put in, transposes at the leaves, products flat, scalars outside.

`\frac{QK^T}{\sqrt d}`, `\frac{1}{\sqrt d}QK^T` and `Q K^T d^{-1/2}` have one normal form. Values are never computed from it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped
from vault_tools.compiler.records import record
from vault_tools.compiler.tree import Expression

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

LARGEST = 4_000
"""Nodes of a normal form; a program that grows beyond it when its bindings are put in is not recognised."""
MOST_BITS = 4_096
"""Of a number to a whole power: a larger one stays written as a power."""


@record(frozen=True, slots=True)
class Chain(Expression):
    """A product of matrices and vectors, flat: matrix products are associative."""

    parts: tuple[Expression, ...]


class TooLargeError(ValueError):
    """The normal form would be unreasonably large."""


def substituted(node: Expression, positions: Mapping[str, Expression]) -> Expression:
    """The node with the positions of some indices replaced by expressions (0-based)."""
    match node:
        case tree.Position(index=index) if index.name in positions:
            return positions[index.name]
        case tree.IndexValue(index=index) if index.name in positions:
            place = positions[index.name]
            start = tree.Number(value=Fraction(index.start))
            return tree.Add(terms=(place, start), indices=place.indices) if index.start else place
    inside = mapped(node, lambda child: substituted(child, positions))
    if inside is node and not any(name in positions for name in node.indices):
        return node  # an index may be named that a definition put in does not depend on
    return replace(inside, indices=_renamed(node.indices, positions))


def _renamed(names: tuple[str, ...], positions: Mapping[str, Expression]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(new for name in names for new in (positions[name].indices if name in positions else (name,))))


class Normaliser:
    """Puts one program into normal form. A definition that is not among the bindings stays a symbol."""

    def __init__(self, bindings: Iterable[tree.Binding]) -> None:
        self.bindings = {binding.name: binding for binding in bindings}
        self.nodes = 0

    def normal(self, node: Expression) -> Expression:
        """The normal form of a node. TooLargeError."""
        self.nodes += 1
        if self.nodes > LARGEST:
            raise TooLargeError
        match node:
            case tree.Local(name=name) if name not in self.bindings:
                return node
            case tree.Local(name=name) if not self.bindings[name].indices:
                return self.normal(self.bindings[name].body)
            case tree.Local(name=name):
                binding = self.bindings[name]
                return self.normal(tree.Tabulate(over=binding.indices, body=binding.body, shape=node.shape))
            case tree.Element(array=tree.Local(name=name), at=at) if name in self.bindings and len(at) >= len(self.bindings[name].indices):
                return self._element_of_binding(node, self.bindings[name], at)
            case tree.Transpose(operand=operand):
                return transposed(self.normal(operand))
            case _:
                return simplified(mapped(node, self.normal))

    def _element_of_binding(self, node: Expression, binding: tree.Binding, at: tuple[Expression, ...]) -> Expression:
        own = {index.name: position for index, position in zip(binding.indices, at, strict=False)}
        body = substituted(binding.body, own)
        rest = at[len(own) :]
        return self.normal(tree.Element(array=body, at=rest, shape=node.shape, indices=node.indices) if rest else body)


def simplified(node: Expression) -> Expression:
    """One step at a node whose children are in normal form."""
    match node:
        case tree.Divide(numerator=numerator, denominator=denominator):
            return product((numerator, *inverse(denominator)), node)
        case tree.Negate(operand=operand):
            return product((tree.Number(value=Fraction(-1)), operand), node)
        case tree.Multiply(factors=factors):
            return product(factors, node)
        case tree.Add(terms=terms):
            return replace(node, terms=tuple(part for term in terms for part in (term.terms if isinstance(term, tree.Add) else (term,))))
        case tree.Power(base=base, exponent=exponent):
            return power(base, exponent, node)
        case tree.MatMul(left=left, right=right):
            return chain(left, right, node)
        case tree.Call(function="exp", arguments=(x,)):
            return tree.Power(base=tree.Constant(name="e"), exponent=x, shape=node.shape, indices=node.indices)
        case tree.Call(function="sqrt", arguments=(x,)):
            return power(x, tree.Number(value=Fraction(1, 2)), node)
    return node


def product(factors: tuple[Expression, ...], like: Expression) -> Expression:
    """A flat product without ones, numbers collected in front, with the shape and indices of `like`."""
    flat = [part for factor in factors for part in (factor.factors if isinstance(factor, tree.Multiply) else (factor,))]
    number, others = Fraction(1), []
    for part in flat:
        if isinstance(part, tree.Number):
            number *= part.value
        else:
            others.append(part)
    parts = ([tree.Number(value=number)] if number != 1 or not others else []) + others
    return parts[0] if len(parts) == 1 else tree.Multiply(factors=tuple(parts), shape=like.shape, indices=like.indices)


def inverse(node: Expression) -> tuple[Expression, ...]:
    """Factors of 1/node."""
    if isinstance(node, tree.Multiply):
        return tuple(part for factor in node.factors for part in inverse(factor))
    return (power(node, tree.Number(value=Fraction(-1)), node),)


def power(base: Expression, exponent: Expression, like: Expression) -> Expression:
    """base^exponent; numbers as exponents multiply, numbers to whole powers are computed."""
    if not isinstance(exponent, tree.Number):
        return tree.Power(base=base, exponent=exponent, shape=like.shape, indices=like.indices)
    whole = exponent.value.denominator == 1
    match base:
        case tree.Number(value=value) if whole and value and abs(exponent.value) * _bits(value) < MOST_BITS:
            return tree.Number(value=value ** int(exponent.value))
        case tree.Power(base=inner, exponent=tree.Number(value=value)) if whole:
            return power(inner, tree.Number(value=value * exponent.value), like)
        case tree.Power(base=inner, exponent=inside) if whole:
            return tree.Power(base=inner, exponent=product((exponent, inside), inside), shape=like.shape, indices=like.indices)
    return base if exponent.value == 1 else tree.Power(base=base, exponent=exponent, shape=like.shape, indices=like.indices)


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def chain(left: Expression, right: Expression, like: Expression) -> Expression:
    """A flat matrix product with its scalar factors outside."""
    scalars: list[Expression] = []
    parts: list[Expression] = []
    for side in (left, right):
        inner = _without_scalars(side, scalars)
        parts.extend(inner.parts if isinstance(inner, Chain) else (inner,))
    joined = Chain(parts=tuple(parts), shape=like.shape, indices=like.indices)
    return product((*scalars, joined), like) if scalars else joined


def _without_scalars(node: Expression, scalars: list[Expression]) -> Expression:
    """The node without its scalar factors, which are added to `scalars`."""
    if not isinstance(node, tree.Multiply):
        return node
    found = [factor for factor in node.factors if not factor.shape]
    rest = tuple(factor for factor in node.factors if factor.shape)
    if not rest:
        return node
    scalars.extend(found)
    return product(rest, node)


def transposed(node: Expression) -> Expression:
    """The transpose in normal form, at the leaves: (AB)^T is B^T A^T."""
    shape = (*node.shape[:-2], *node.shape[:-3:-1])
    match node:
        case tree.Transpose(operand=operand):
            return operand
        case Chain(parts=parts) if all(len(part.shape) >= 2 for part in parts):
            return Chain(parts=tuple(transposed(part) for part in reversed(parts)), shape=shape, indices=node.indices)
        case tree.Multiply(factors=factors):
            return replace(node, factors=tuple(transposed(part) if len(part.shape) >= 2 else part for part in factors), shape=shape)
        case tree.Add(terms=terms) if all(len(part.shape) >= 2 for part in terms):
            return replace(node, terms=tuple(transposed(part) for part in terms), shape=shape)
    return tree.Transpose(operand=node, shape=shape, indices=node.indices)
