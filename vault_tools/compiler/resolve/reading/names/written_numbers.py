"""Numbers that a note gives for a name, as exact numbers and arrays of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import number

if TYPE_CHECKING:
    from vault_tools.compiler.tree import Expression


def exact(expression: Expression) -> Expression:
    """Written numbers as single numbers: `7/3` is one."""
    if isinstance(expression, tree.Stack):
        return replace(expression, items=tuple(map(exact, expression.items)))
    if isinstance(expression, tree.Divide):
        above, below = exact(expression.numerator), exact(expression.denominator)
        if isinstance(above, tree.Number) and isinstance(below, tree.Number):
            return number(above.value / below.value, "", expression.span)
    if isinstance(expression, tree.Negate):
        inside = exact(expression.operand)
        return number(-inside.value, "", expression.span) if isinstance(inside, tree.Number) else expression
    return expression


def is_literal(expression: Expression) -> bool:
    """A number with its sign, or an array of them."""
    match expression:
        case tree.Stack(items=items):
            return all(map(is_literal, items))
        case tree.Negate(operand=operand):
            return isinstance(operand, tree.Number)
        case _:
            return isinstance(expression, tree.Number)
