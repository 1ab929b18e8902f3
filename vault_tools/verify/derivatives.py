r"""Derivatives that a note states of what it defines itself: `f'(x) = 2x` beside `f(x) = x^3`. None is taken here, so none is confirmed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.declarations import is_derivative
from vault_tools.compiler.resolve.writing.nodes import every, unwrap
from vault_tools.compiler.resolve.writing.statements import split
from vault_tools.compiler.syntax_tree import Display, Fence, Fraction, Juxtaposed, Letters, Name, Node, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve import Context


def states_derivative(display: Display, context: Context) -> bool:
    """Whether a statement of the display says what the derivative of something is that the note defines, here or elsewhere."""
    statements = split(display)
    known = {*context.by_base, *(canonical(_called(statement.sides[0])) for statement in statements if statement.signs)}
    return any(_derived(statement.sides[0]) & known for statement in statements if statement.signs)


def _called(left: Node) -> Node:
    """The f of `f(x)`."""
    left = unwrap(left)
    return left.items[0] if isinstance(left, Juxtaposed) else left


def _derived(left: Node) -> set[str]:
    r"""What is derived on a left side: the f of `f'(x)` and `\frac{df}{dx}`, the L of `\frac{\partial L}{\partial w}`."""
    left = unwrap(left)
    match left:
        case Juxtaposed(items=(Scripted(base=base, sub=None, sup=None, primes=primes), Fence(opener="("))) if primes:
            return {canonical(base)}
        case Fraction(numerator=above) if is_derivative(left):
            return _names(above)
        case Juxtaposed(items=(Fraction(numerator=above) as first, *rest)) if is_derivative(first):
            return _names(above, *rest)
    return set()


def _names(*parts: Node) -> set[str]:
    """The names in what is derived; of `df` also the f."""
    names = {canonical(node) for kind in (Letters, Name, Scripted) for part in parts for node in every(kind, part)}
    return names | {name[1:] for name in names if len(name) > 1 and name[0] == "d"}
