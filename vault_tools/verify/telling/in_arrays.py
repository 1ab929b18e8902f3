r"""What a note does entry by entry as it is done with whole arrays: the table of `x_i - \mu` is `x - \mu`."""

from __future__ import annotations

from dataclasses import replace

from vault_tools.compiler import tree


def in_arrays(node: tree.Expression) -> tree.Expression:
    """A table whose entries add up entries of arrays in its own order, as the sum of the arrays; any other expression as it is."""
    if not isinstance(node, tree.Tabulate):
        return node
    return _whole(node.body, node.over) or node


def as_quotient(node: tree.Expression) -> tree.Expression:
    r"""A product with negative powers as the note would write it: `S d_k^{-1/2}` is the quotient of S and the root of d_k."""
    if not isinstance(node, tree.Multiply):
        return node
    below = [factor for factor in node.factors if _is_below(factor)]
    above = [factor for factor in node.factors if not _is_below(factor)]
    if not below or not above:
        return node
    turned = [_turned(factor) for factor in below]
    return tree.Divide(shape=node.shape, numerator=_product(above, node), denominator=_product(turned, turned[0]))


def _is_below(factor: tree.Expression) -> bool:
    return isinstance(factor, tree.Power) and isinstance(factor.exponent, tree.Number) and factor.exponent.value < 0


def _turned(factor: tree.Expression) -> tree.Expression:
    assert isinstance(factor, tree.Power)
    assert isinstance(factor.exponent, tree.Number)
    exponent = -factor.exponent.value
    return factor.base if exponent == 1 else replace(factor, exponent=replace(factor.exponent, value=exponent))


def _product(factors: list[tree.Expression], like: tree.Expression) -> tree.Expression:
    return factors[0] if len(factors) == 1 else tree.Multiply(shape=like.shape, factors=tuple(factors))


def _whole(node: tree.Expression, over: tuple[tree.Index, ...]) -> tree.Expression | None:
    match node:
        case tree.Number() | tree.Input():
            return node
        case tree.Element(array=tree.Input() as array, at=at) if [_index(place) for place in at] == [index.name for index in over]:
            return array
        case tree.Add(terms=parts):
            terms = [_whole(part, over) for part in parts]
            return replace(node, terms=tuple(term for term in terms if term is not None)) if None not in terms else None
        case tree.Multiply(factors=(tree.Number() as number, rest)):
            inside = _whole(rest, over)
            if inside is None:
                return None
            return tree.Negate(operand=inside) if number.value == -1 else replace(node, factors=(number, inside))
    return None


def _index(place: tree.Expression) -> str:
    return place.index.name if isinstance(place, tree.Position) else ""
