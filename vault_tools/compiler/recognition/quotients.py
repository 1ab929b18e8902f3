r"""Sums and products of entries in one form: constants before sums, exponentials joined, `e^{x_i} / \sum_j e^{x_j}` as a softmax."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped, walk
from vault_tools.compiler.recognition.conditions import added, terms_of
from vault_tools.compiler.recognition.normal import product, substituted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.tree import Expression


def factors_of(node: Expression) -> tuple[Expression, ...]:
    """The factors of a product."""
    return node.factors if isinstance(node, tree.Multiply) else (node,)


def times(*factors: Expression) -> Expression:
    """A flat product."""
    return product(factors, tree.Multiply(factors=factors, indices=tree.free(*factors)))


def summed(operator: str, index: tree.Index, body: Expression, where: Expression | None = None) -> Expression:
    """A reduction over an index; factors that do not depend on it stand before a sum."""
    inside, outside = factors_of(body), []
    if operator == "sum" and where is None:
        outside = [factor for factor in inside if index.name not in factor.indices]
        inside = tuple(factor for factor in inside if index.name in factor.indices)
    if not inside:
        inside, outside = factors_of(body), []
    within = times(*inside)
    names = tuple(name for name in tree.free(within, *([where] if where is not None else [])) if name != index.name)
    total = tree.Reduce(operator=operator, index=index, body=within, where=where, indices=names)  # type: ignore[arg-type]
    return times(*outside, total) if outside else total


def multiplied(node: Expression) -> Expression:
    """A product with its exponentials joined and its softmaxes found."""
    if not isinstance(node, tree.Multiply):
        return node
    factors = list(node.factors)
    for total in [factor for factor in factors if _is_inverse_of_total(factor)]:
        found = next(_softmaxes(factors, total), None)
        if found is not None:
            place, new = found
            factors = [new if k == place else factor for k, factor in enumerate(factors) if factor is not total]
    return _exponentials_joined(times(*factors))


def _exponentials_joined(node: Expression) -> Expression:
    powers = [factor for factor in factors_of(node) if _is_exponential(factor)]
    if len(powers) < 2:
        return node
    exponent = added(*(power.exponent for power in powers))  # type: ignore[attr-defined]
    joined = replace(powers[0], exponent=exponent, indices=exponent.indices)  # type: ignore[call-arg]
    return times(*(factor for factor in factors_of(node) if not _is_exponential(factor)), joined)


def _is_exponential(node: Expression) -> bool:
    return isinstance(node, tree.Power) and isinstance(node.base, tree.Constant) and node.base.name == "e"


def _is_inverse_of_total(node: Expression) -> bool:
    """1 over a sum of exponentials."""
    match node:
        case tree.Power(base=tree.Reduce(operator="sum", where=None, body=body), exponent=tree.Number(value=value)):
            return value == -1 and _is_exponential(body)
    return False


def _softmaxes(factors: list[Expression], total: Expression) -> Iterator[tuple[int, Expression]]:
    """Which factor is e^{x_i} of this total, or a sum of it with weights, and what it is as a softmax."""
    assert isinstance(total, tree.Power)
    assert isinstance(total.base, tree.Reduce)
    for place, factor in enumerate(factors):
        if _is_exponential(factor):
            for index in _indices(factor):
                if (found := _softmax(factor, total.base, index)) is not None:
                    yield place, found
        if isinstance(factor, tree.Reduce) and factor.operator == "sum" and factor.where is None:
            for k, part in enumerate(factors_of(factor.body)):
                found = _softmax(part, total.base, factor.index) if _is_exponential(part) else None
                if found is not None:
                    weighted = [found if k == at else other for at, other in enumerate(factors_of(factor.body))]
                    yield place, summed("sum", factor.index, times(*weighted))


def _softmax(power: Expression, total: tree.Reduce, index: tree.Index) -> Expression | None:
    """e^x over the sum of e^x along an index; what is the same for all its positions, such as a largest score, falls out."""
    assert isinstance(power, tree.Power)
    assert isinstance(total.body, tree.Power)
    if index.size != total.index.size or index.name not in power.indices or index.name in total.indices:
        return None
    own, other = terms_of(power.exponent), terms_of(moved(total.body.exponent, total.index, index))
    if _told_apart(own, index) != _told_apart(other, index):
        return None
    scores = added(*(term for term in own if index.name in term.indices))
    return tree.Call(function="softmax", arguments=(scores,), along=index, indices=scores.indices)


def _told_apart(terms: tuple[Expression, ...], index: tree.Index) -> list[Expression]:
    """Terms that depend on the index first, each with the names of its inner indices forgotten."""
    return [renamed(term) for term in sorted(terms, key=lambda term: index.name not in term.indices)]


def _indices(node: Expression) -> tuple[tree.Index, ...]:
    """Indices whose positions stand in a node, outside of sums over them."""
    positions = [part.index for part in walk(node) if isinstance(part, tree.Position)]
    return tuple({index.name: index for index in positions if index.name in node.indices}.values())


def renamed(node: Expression, depth: int = 0) -> Expression:
    """The node with the indices that it binds named by how deep they stand, so that equal nodes are equal."""
    if isinstance(node, tree.Reduce | tree.ConcatOver):
        old, fresh = node.index, replace(node.index, name=f"bound_{depth}")
        if isinstance(node, tree.Reduce) and node.where is not None:
            node = replace(node, where=moved(node.where, old, fresh))
        node = replace(node, index=fresh, body=moved(node.body, old, fresh))
        depth += 1
    return mapped(node, lambda child: renamed(child, depth))


def moved(node: Expression, old: tree.Index, new: tree.Index) -> Expression:
    """The node with one index in the place of another, in positions and in functions along it."""
    return _along(substituted(node, {old.name: tree.Position(index=new, indices=(new.name,))}), old, new)


def _along(node: Expression, old: tree.Index, new: tree.Index) -> Expression:
    if isinstance(node, tree.Call) and node.along is not None and node.along.name == old.name:
        node = replace(node, along=new)
    return mapped(node, lambda child: _along(child, old, new))
