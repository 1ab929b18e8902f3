r"""Places that take steps: `x_{2i+k}`, `x[i + r \cdot k]`, which the letters count from 0."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap, word
from vault_tools.compiler.resolve.writing.pieces import letters_of
from vault_tools.compiler.syntax_tree import Juxtaposed, Node, Product, Scripted, Sum
from vault_tools.compiler.tree import Index

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

TIMES = frozenset({"cdot", "times", "ast"})


@dataclass(frozen=True, slots=True)
class Stride:
    """An index and the step that it takes: a number, a name, or None for one place at a time."""

    index: Index
    step: Node | None


def strides(node: Node, scope: Scope) -> tuple[tuple[Stride, ...], int] | None:
    """The indices of a place with their steps, and a number that is added; None for anything else, and where no step is written."""
    node = unwrap(node)
    if not isinstance(node, Sum) or any(sign != "+" for sign in node.signs):
        return None
    found: list[Stride] = []
    constant = 0
    for term in node.operands:
        value = number_of(term)
        if value is not None and value.denominator == 1:
            constant += int(value)
            continue
        stride = _stride(unwrap(term), scope)
        if stride is None:
            return None
        found.append(stride)
    distinct = len({stride.index.name for stride in found}) == len(found) > 1
    return (tuple(found), constant) if distinct and any(stride.step is not None for stride in found) else None


def _stride(term: Node, scope: Scope) -> Stride | None:
    r"""`i`, `2i`, `r \cdot k`, `rk`."""
    factors = _factors(term)
    places = [scope.indices.get(canonical(factor)) if _is_letter(factor) else None for factor in factors]
    indices = [index for index in places if index is not None]
    if len(indices) != 1 or len(factors) > 2:
        return None
    steps = [factor for factor, index in zip(factors, places, strict=True) if index is None]
    if steps and not (_is_letter(steps[0]) or _is_whole(steps[0])):
        return None
    return Stride(indices[0], steps[0] if steps else None)


def _factors(term: Node) -> tuple[Node, ...]:
    match term:
        case Juxtaposed(items=items):
            return tuple(letter for item in items for letter in letters_of(item))
        case Product(first=first, rest=rest) if all(sign in TIMES for sign, _ in rest):
            return (first, *(operand for _, operand in rest))
        case _:
            return letters_of(term)


def _is_letter(node: Node) -> bool:
    return word(node) is not None or isinstance(unwrap(node), Scripted)


def _is_whole(node: Node) -> bool:
    value = number_of(node)
    return value is not None and value.denominator == 1 and value > 0
