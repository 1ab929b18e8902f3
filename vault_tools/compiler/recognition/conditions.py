r"""Conditions on positions in one form, for recognising masks: `j > i` and `i + 1 \le j` are one, so are a `cases` and its reverse."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.recognition.normal import product, simplified

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler.tree import Expression

ZERO = tree.Number(value=Fraction(0))
ONE = tree.Number(value=Fraction(1))
MINUS = tree.Number(value=Fraction(-1))


def compared(operator: str, left: Expression, right: Expression, ranks: Mapping[str, int]) -> Expression:
    """A comparison as one of a difference with 0; positions are whole numbers, so that `<` is `<=` of one more."""
    if operator in {">", ">="}:
        operator, left, right = operator.replace(">", "<"), right, left
    difference = added(left, negated(right))
    if operator == "<" and any(_is_position(term) for term in terms_of(difference)):
        operator, difference = "<=", added(difference, ONE)
    if operator in {"==", "!="} and _leads_negative(difference, ranks):
        difference = negated(difference)
    return _compare(operator, difference)


def _compare(operator: str, difference: Expression) -> Expression:
    left = _ordered(difference)
    return tree.Compare(operator=operator, left=left, right=ZERO, indices=left.indices)  # type: ignore[arg-type]


def decided(branches: tuple[tuple[Expression, Expression], ...], otherwise: Expression | None) -> Expression:
    """A choice: two branches that exclude each other are one and `otherwise`, and of a condition and its reverse one is taken."""
    if len(branches) == 2 and otherwise is None:
        first, (condition, value) = branches
        if _reverse(first[0]) == condition:
            branches, otherwise = (first,), value
    if len(branches) == 1 and otherwise is not None:
        ((condition, value),), other = branches, otherwise
        reverse = _reverse(condition)
        if reverse is not None and _is_other_way_round(condition):
            branches, otherwise = ((reverse, other),), value
        elif value == ONE and other == ZERO:
            return condition
    inside = [part for branch in branches for part in branch] + ([otherwise] if otherwise is not None else [])
    return tree.Where(branches=branches, otherwise=otherwise, indices=tree.free(*inside))


def _reverse(condition: Expression) -> Expression | None:
    match condition:
        case tree.Compare(operator="<=", left=left):
            whole = any(_is_position(term) for term in terms_of(left))
            turned = added(negated(left), ONE) if whole else negated(left)
            return _compare("<=" if whole else "<", turned)
        case tree.Compare(operator="<", left=left):
            return _compare("<=", negated(left))
        case tree.Compare(operator="=="):
            return replace(condition, operator="!=")
        case tree.Compare(operator="!="):
            return replace(condition, operator="==")
        case tree.Logic(operator="and" | "or" as operator, operands=operands):
            turned_parts = tuple(_reverse(part) for part in operands)
            if all(part is not None for part in turned_parts):
                kept = tuple(part for part in turned_parts if part is not None)
                return replace(condition, operator="or" if operator == "and" else "and", operands=kept)
    return None


def _is_other_way_round(condition: Expression) -> bool:
    """Of a condition and its reverse the one that is not written: `or`, `!=`, `<`, and the one whose constant is larger."""
    match condition:
        case tree.Logic(operator=operator):
            return operator == "or"
        case tree.Compare(operator="<" | "!="):
            return True
        case tree.Compare(operator="<=", left=left):
            return any(_is_position(term) for term in terms_of(left)) and _constant(left) > _constant(added(negated(left), ONE))
    return False


def _constant(node: Expression) -> Fraction:
    return sum((term.value for term in terms_of(node) if isinstance(term, tree.Number)), Fraction(0))


def terms_of(node: Expression) -> tuple[Expression, ...]:
    """The terms of a sum."""
    return node.terms if isinstance(node, tree.Add) else (node,)


def added(*parts: Expression) -> Expression:
    """A flat sum, numbers collected at its end."""
    flat = [term for part in parts for term in terms_of(part)]
    number = sum((term.value for term in flat if isinstance(term, tree.Number)), Fraction(0))
    others = [term for term in flat if not isinstance(term, tree.Number)]
    terms = (*others, *([tree.Number(value=number)] if number or not others else []))
    return terms[0] if len(terms) == 1 else tree.Add(terms=terms, indices=tree.free(*terms))


def _ordered(node: Expression) -> Expression:
    """A sum with its terms in one order, so that a condition equals the reverse of its reverse."""
    if not isinstance(node, tree.Add):
        return node
    return replace(node, terms=tuple(sorted(node.terms, key=_rank)), indices=tuple(sorted(node.indices)))


def _rank(term: Expression) -> tuple[bool, tuple[str, ...], str]:
    return isinstance(term, tree.Number), term.indices, type(term).__name__


def negated(node: Expression) -> Expression:
    """Minus a sum, term by term."""
    return added(*(product((MINUS, term), tree.Multiply(factors=(), indices=term.indices)) for term in terms_of(simplified(node))))


def _is_position(term: Expression) -> bool:
    return isinstance(term, tree.Position) or (isinstance(term, tree.Multiply) and any(isinstance(f, tree.Position) for f in term.factors))


def _leads_negative(node: Expression, ranks: Mapping[str, int]) -> bool:
    """Whether the first index of the formula among the terms has a minus."""
    placed = [term for term in terms_of(node) if _is_position(term)]
    first = min(placed, key=lambda term: min((ranks.get(name, len(ranks)) for name in term.indices), default=0), default=None)
    return isinstance(first, tree.Multiply)
