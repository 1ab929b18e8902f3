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
            return {canonical(node) for kind in (Letters, Name, Scripted) for node in every(kind, above)} | _behind_d(above)
        case Juxtaposed(items=(Fraction(numerator=above) as first, *rest)) if is_derivative(first):
            parts = (above, *rest)
            return {canonical(node) for kind in (Letters, Name, Scripted) for part in parts for node in every(kind, part)}
    return set()


def _behind_d(above: Node) -> set[str]:
    """The f of `df`."""
    return {letters.text[1:] for letters in every(Letters, above) if len(letters.text) > 1 and letters.text[0] == "d"}
