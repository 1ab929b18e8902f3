r"""The entry-by-entry form multiplied out, for recognising formulas: `p_i(\delta_{ij} - p_j)` and `\delta_{ij} p_i - p_i p_j` are one,
so are the logarithm of a quotient and a difference of logarithms.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product as combinations
from math import prod
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import mapped
from vault_tools.compiler.recognition.conditions import MINUS, added, terms_of
from vault_tools.compiler.recognition.quotients import factors_of, moved, multiplied, summed, times

if TYPE_CHECKING:
    from vault_tools.compiler.tree import Expression

MOST_TERMS = 16
"""A product that would have more terms is left as it is."""


def expanded(node: Expression) -> Expression:
    """The node with products of sums multiplied out, sums of sums taken apart and logarithms of products split."""
    inside = mapped(node, expanded)
    match inside:
        case tree.Multiply(factors=factors):
            return _multiplied_out(factors, inside)
        case tree.Add(terms=terms):
            return _collected(terms)
        case tree.Reduce(operator="sum", where=None, index=index, body=tree.Add(terms=terms)):
            return added(*(_flat(summed("sum", index, term)) for term in terms))
        case tree.Reduce(operator="sum", where=None, index=index, body=body):
            return _flat(summed("sum", index, body))
        case tree.Call(function="log", arguments=(argument,)):
            return _logarithm(argument, inside)
        case tree.Power(base=tree.Multiply(factors=factors), exponent=tree.Number() as exponent) if exponent.value.denominator == 1:
            return times(*(_power(factor, exponent) for factor in factors))
    return inside


def _flat(node: Expression) -> Expression:
    r"""Sums of a product inside a sum as sums around it: `\sum_k B_{ik} \sum_l A_{kl} x_l` however its brackets stand."""
    factors = factors_of(node)
    return times(*(_unnested(factor) if _is_sum(factor) else factor for factor in factors))


def _unnested(total: Expression) -> Expression:
    indices: list[tree.Index] = []
    factors: list[Expression] = []

    def take(part: Expression) -> None:
        if isinstance(part, tree.Reduce) and _is_sum(part):
            indices.append(part.index)
            for factor in factors_of(part.body):
                take(factor)
        else:
            factors.append(part)

    take(total)
    names = {index.name for index in indices}
    result = times(*(factor for factor in factors if names & set(factor.indices)))
    for index in reversed(indices):
        left = tuple(name for name in result.indices if name != index.name)
        result = tree.Reduce(operator="sum", index=index, body=result, indices=left)
    return times(*(factor for factor in factors if not names & set(factor.indices)), result)


def _is_sum(node: Expression) -> bool:
    return isinstance(node, tree.Reduce) and node.operator == "sum" and node.where is None and not isinstance(node.body, tree.Add)


def _power(base: Expression, exponent: tree.Number) -> Expression:
    if isinstance(base, tree.Number) and base.value:
        return tree.Number(value=base.value ** int(exponent.value))
    return tree.Power(base=base, exponent=exponent, indices=base.indices)


def _multiplied_out(factors: tuple[Expression, ...], whole: Expression) -> Expression:
    sums = [terms_of(factor) for factor in factors]
    if prod(len(terms) for terms in sums) > MOST_TERMS:
        return whole
    if all(len(terms) == 1 for terms in sums):
        return multiplied(times(*factors))
    return _collected(tuple(multiplied(times(*chosen)) for chosen in combinations(*sums)))


def _collected(terms: tuple[Expression, ...]) -> Expression:
    """A flat sum; what is added and taken away falls out."""
    flat = list(terms_of(added(*terms)))
    for term in tuple(flat):
        opposite = times(MINUS, term)
        if term != opposite and term in flat and opposite in flat:
            flat.remove(term)
            flat.remove(opposite)
    return added(*flat) if flat else tree.Number(value=Fraction(0))


def _logarithm(argument: Expression, whole: Expression) -> Expression:
    """A logarithm of a product, a power or an exponential."""
    assert isinstance(whole, tree.Call)
    match argument:
        case tree.Multiply(factors=factors):
            return _collected(tuple(_logarithm(factor, _log(factor)) for factor in factors))
        case tree.Power(base=tree.Constant(name="e"), exponent=exponent):
            return exponent
        case tree.Power(base=base, exponent=tree.Number() as exponent) if exponent.value.denominator == 1:
            return times(exponent, _logarithm(base, _log(base)))
        case tree.Call(function="softmax", along=tree.Index() as index, arguments=(scores,)):
            return _collected((scores, times(MINUS, _log(_total(scores, index)))))
    return whole


def _total(scores: Expression, index: tree.Index) -> Expression:
    fresh = tree.Index(f"{index.name}_all", index.size)
    inside = moved(scores, index, fresh)
    power = tree.Power(base=tree.Constant(name="e"), exponent=inside, indices=inside.indices)
    return summed("sum", fresh, power)


def _log(argument: Expression) -> tree.Call:
    return tree.Call(function="log", arguments=(argument,), indices=argument.indices)
