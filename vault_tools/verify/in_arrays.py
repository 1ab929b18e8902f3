r"""What a note does entry by entry as it is done with whole arrays: the table of `x_i - \mu` is `x - \mu`."""

from __future__ import annotations

from dataclasses import replace

from vault_tools.compiler import tree


def in_arrays(node: tree.Expression) -> tree.Expression:
    """A table whose entries add up entries of arrays in its own order, as the sum of the arrays; any other expression as it is."""
    if not isinstance(node, tree.Tabulate):
        return node
    return _whole(node.body, node.over) or node


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
