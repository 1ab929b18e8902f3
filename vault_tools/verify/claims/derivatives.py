r"""Derivatives that a note states, as they are written: `f'(x) = 2x`, `\frac{d}{dx}\tanh x = …`, `\frac{\partial L}{\partial z_i} = …`.

Only what is derived, by which symbol, where, and what it is said to be is found here; the numbers are taken in differentiation.py.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler import notation
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context
from vault_tools.compiler.resolve.reading.names.declarations import is_derivative
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import every, juxtaposed, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.statements.splitting import split
from vault_tools.compiler.syntax_tree import (
    Display,
    Empty,
    Fence,
    Fraction,
    Juxtaposed,
    Letters,
    Name,
    Node,
    Product,
    Relation,
    Scripted,
    Sequence,
    Sum,
)
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.verify.claims.stated import EQUAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.resolve.writing.statements.splitting import Statement

ORDERS = (1, 2)
"""Derivatives of these orders are taken."""


@dataclass(frozen=True, slots=True)
class Derivative:
    """What a side of a statement derives, and the sides behind it that say what comes out."""

    left: Node
    """The side as it is written."""
    body: Node
    """What is derived: an expression, or what the note defines its name by."""
    variable: Node | None
    """By which symbol; None: by the only number that it depends on."""
    order: int
    at: Node | None
    """Where: the 2 of `f'(2)`."""
    stated: Node
    """What it is said to be."""
    name: Node | None
    r"""What is derived is called so, with indices that are axes: the p_i of `\frac{\partial p_i}{\partial z_j}`."""
    is_written_out: bool
    """The expression itself stands behind the sign of the derivative, in brackets or alone."""
    is_certain: bool = True
    r"""No other reading: where `\frac{d}{dx} u + v` ends is not written."""
    parameters: tuple[Node, ...] = ()
    """Of the function that is derived: numbers here, whatever else the note calls so."""
    is_name: bool = False
    """It may be no derivative at all: `y'`."""


@dataclass(frozen=True, slots=True)
class _Left:
    """A side that is a derivative: of what, by what. `body` is what is written; a lone name is looked up."""

    body: Node
    variable: Node | None
    order: int = 1
    at: Node | None = None
    is_certain: bool = True


def may_derive(display: Display) -> bool:
    """Whether a sign of a derivative stands anywhere in it."""
    if any(node.primes for node in every(Scripted, display)) or any(node.text == "nabla" for node in every(Name, display)):
        return True
    return _holds_quotient(display)


def derivatives_of(display: Display, context: Context, vocabulary: Vocabulary) -> tuple[Derivative, ...]:
    """The derivatives that the statements of a display state of what they write out, or of what the note defines."""
    definitions = _Definitions(context, vocabulary)
    return tuple(found for statement in split(display) for found in _of_statement(statement, definitions))


def _of_statement(statement: Statement, definitions: _Definitions) -> Iterator[Derivative]:
    lefts = [_left(side) for side in statement.sides]
    for k, left in enumerate(lefts[:-1]):
        behind = next((j for j in range(k + 1, len(lefts)) if lefts[j] is None and not _holds_quotient(statement.sides[j])), None)
        if left is None or behind is None or left.order not in ORDERS or not set(statement.signs[k:behind]) <= EQUAL:
            continue
        derived = definitions.derived(left)
        if derived is not None:
            yield replace(derived, left=statement.sides[k], stated=statement.sides[behind])


def _holds_quotient(side: Node) -> bool:
    """The product of the chain rule: a step on the way."""
    return any(map(is_derivative, every(Fraction, side)))


@dataclass(frozen=True, slots=True)
class _Definitions:
    """What the note defines, and the functions that are known without it."""

    context: Context
    vocabulary: Vocabulary

    def derived(self, left: _Left) -> Derivative | None:
        """What is derived: what is written, of a lone name what it is defined by; None where nothing defines it."""
        name = _called(left.body, left.variable)
        if name is None:
            return self._written(left) if self._is_known(left.body) else None
        entry = next((entry for entry in self.context.by_base.get(_base(name), ()) if _is_called(entry, name)), None)
        if entry is None:
            known = isinstance(unwrap(left.body), Juxtaposed) and self._is_function(name)
            return self._written(left) if known else None
        parameters = entry.head.parameters
        own = parameters[0] if parameters is not None and len(parameters) == 1 else None
        renamed = own is not None and left.variable is not None and canonical(own) != canonical(left.variable)
        definition = None if renamed else _definition(entry)
        lone = isinstance(left.body, Letters | Name) and left.variable is None and left.at is None
        if lone and definition is None and not entry.head.is_function:
            return None  # beside a number `x = 0` the `x'` is another number
        found = replace(self._written(left), body=definition or left.body, variable=left.variable or own, is_written_out=False)
        found = replace(found, name=name if _letters_below(name) and definition is not None else None)
        found = replace(found, parameters=parameters if parameters is not None and len(parameters) > 1 else ())
        return replace(found, is_name=lone and not entry.head.is_function)

    def _written(self, left: _Left) -> Derivative:
        return Derivative(
            left=left.body,
            body=left.body,
            variable=left.variable,
            order=left.order,
            at=left.at,
            stated=left.body,
            name=None,
            is_written_out=_is_whole(left.body),
            is_certain=left.is_certain,
        )

    def _is_known(self, body: Node) -> bool:
        """No letter in it is called like a function that nothing defines: `f(x) g(x)` says nothing that could be computed."""
        pairs = (pair for row in every(Juxtaposed, body) for pair in pairwise(row.items))
        called = (unwrap(first) for first, second in pairs if isinstance(second, Fence) and is_symbol(unwrap(second.body)))
        unknown = any(is_symbol(name) and canonical(name) not in self.context.by_base and not self._is_function(name) for name in called)
        derives = _holds_quotient(body) or any(node.primes for node in every(Scripted, body))
        return not unknown and not derives

    def _is_function(self, name: Node) -> bool:
        return _is_command(name) or self.vocabulary.function(word(name) or "") is not None


def _called(body: Node, variable: Node | None) -> Node | None:
    """The name in `f`, `f(x)`; None where more is written, such as a power of the variable or to it."""
    body = unwrap(body)
    name, inside = body, None
    if isinstance(body, Juxtaposed) and len(body.items) == 2 and isinstance(body.items[1], Fence) and body.items[1].opener == "(":
        name, inside = unwrap(body.items[0]), unwrap(body.items[1].body)
    plain = (
        is_symbol(name)
        and not _is_command(name)
        and not _is_power(name, variable)
        and (inside is None or is_symbol(inside) or isinstance(inside, Sequence))
    )
    return name if plain else None


def _is_power(node: Node, variable: Node | None) -> bool:
    """`x^3`, and by x also `x^n` and `a^x`: no name."""
    if not isinstance(node, Scripted) or node.sup is None:
        return False
    by = canonical(variable) if variable is not None else None
    return number_of(node.sup) is not None or canonical(node.base) == by or any(canonical(one) == by for one in every(Letters, node.sup))


def _base(name: Node) -> str:
    """A name without the letters below it."""
    return canonical(unwrap(name.base) if isinstance(name, Scripted) and _letters_below(name) else name)


def _letters_below(name: Node) -> bool:
    """`p_i`: a letter below that may be an index."""
    return isinstance(name, Scripted) and name.sub is not None and len(word(name.sub) or "") == 1


def _is_called(entry: Entry, name: Node) -> bool:
    """Whether a left side is the name, not its derivative: of `p_i` with any letter below."""
    symbol = entry.head.symbol
    if symbol is None or any(node.primes for node in every(Scripted, symbol)):
        return False
    return canonical(symbol) == canonical(name) or (_letters_below(name) and _letters_below(symbol))


def _is_command(node: Node) -> bool:
    r"""`\ln`, `\tanh`: known functions, which no note defines."""
    return isinstance(node, Name) and node.command and node.text in notation.FUNCTION_COMMANDS


def _definition(entry: Entry) -> Node | None:
    """What an equation says that its name is: the first side that is more than numbers."""
    sides = entry.statement.sides[1:]
    return next((side for side in sides if number_of(side) is None and _has_symbols(side)), None)


def _has_symbols(side: Node) -> bool:
    return bool(every(Letters, side)) or bool(every(Name, side))


def _is_whole(body: Node) -> bool:
    """Whether it is certain where the expression ends: in brackets, a lone power, a function of something in brackets."""
    body = unwrap(body)
    if isinstance(body, Fence) or (isinstance(body, Scripted) and is_symbol(unwrap(body.base))):
        return True
    return isinstance(body, Juxtaposed) and len(body.items) == 2 and isinstance(body.items[1], Fence)


# ---------------------------------------------------------------- how a derivative is written


def _left(side: Node) -> _Left | None:
    r"""`f'(x)`, `y'`, `(x^2)'`, `\frac{df}{dx}`, `\frac{d}{dx} x^2`, `\left.\frac{dy}{dx}\right|_{x=1}`, `\nabla_w L`."""
    side = unwrap(side)
    match side:
        case Scripted(base=Fence(opener=".", closer="|", body=body), sub=Relation(first=variable, rest=(("=", place),)), sup=None):
            inside = _left(body)
            same = inside is not None and inside.variable is not None and canonical(inside.variable) == canonical(variable)
            return replace(inside, at=place) if inside is not None and same and number_of(place) is not None else None
        case Juxtaposed(items=(Scripted(base=base, sub=None, sup=None, primes=primes), Fence(opener="(", body=inside))) if primes:
            return _primed(base, inside, primes, side)
        case Scripted(base=Fence(opener="(", body=body), sub=None, sup=None, primes=primes) if primes:
            return _Left(body, None, primes)
        case Scripted(base=base, sub=None, sup=None, primes=primes) if primes and is_symbol(base):
            return _Left(base, None, primes)
        case Juxtaposed(items=(first, *rest)) if _is_nabla(first):
            return _Left(juxtaposed(rest), first.sub if isinstance(first, Scripted) else None)
        case Fraction() if is_derivative(side):
            return _quotient(side, None)
    return _operator(side)


def _primed(base: Node, inside: Node, primes: int, side: Node) -> _Left | None:
    """`f'(x)`, and at a number `f'(2)`."""
    inside = unwrap(inside)
    if number_of(inside) is not None:
        return _Left(base, None, primes, at=inside)
    call = Juxtaposed(side.span, (base, Fence(inside.span, "(", inside, ")")))
    return _Left(call, inside, primes) if is_symbol(inside) else None


def _is_nabla(node: Node) -> bool:
    base = node.base if isinstance(node, Scripted) and node.sup is None else node
    return isinstance(base, Name) and base.text == "nabla"


def _operator(side: Node) -> _Left | None:
    r"""`\frac{d}{dx}` in front: of what stands behind it up to the end of the side, where more could be meant than the next factor."""
    found = _behind_operator(side)
    if found is None:
        return None
    quotient, body = found
    certain = not isinstance(unwrap(side), Sum)
    left = _quotient(quotient, body)
    return replace(left, is_certain=certain) if left is not None else None


def _behind_operator(side: Node) -> tuple[Fraction, Node] | None:
    side = unwrap(side)
    match side:
        case Juxtaposed(items=(Fraction() as first, *rest)) if is_derivative(first):
            return first, juxtaposed(rest)
        case Product(first=first):
            found = _behind_operator(first)
            return (found[0], replace(side, first=found[1])) if found is not None else None
        case Sum(terms=(("+", first), *terms)):
            found = _behind_operator(first)
            return (found[0], replace(side, terms=(("+", found[1]), *terms))) if found is not None else None
    return None


def _quotient(quotient: Fraction, body: Node | None) -> _Left | None:
    r"""`\frac{d^2 f}{dx^2}`: numerator and denominator without their d; `body` where it stands behind the fraction."""
    above, below = _without_d(quotient.numerator), _without_d(quotient.denominator)
    if above is None or below is None or isinstance(below[1], Empty):
        return None
    order, derived = above
    variable = below[1]
    power = number_of(variable.sup) if isinstance(variable, Scripted) and variable.sup is not None else None
    if isinstance(variable, Scripted) and power is not None and power == order > 1:
        variable = replace(variable, sup=None) if variable.sub is not None else variable.base
    if isinstance(derived, Empty) == (body is None) or not is_symbol(variable):
        return None
    return _Left(derived if body is None else body, variable, order)


def _without_d(node: Node) -> tuple[int, Node] | None:
    r"""(order, rest) of `df`, `d^2 f`, `\partial L`, `\mathrm{d}x`; of `d` alone the rest is Empty. None: no differential."""
    node = unwrap(node)
    match node:
        case Letters(text=text) if text.startswith("d"):
            return 1, replace(node, text=text[1:]) if len(text) > 1 else Empty(node.span)
        case Name(text="d" | "partial"):
            return 1, Empty(node.span)
        case Scripted(base=base, sub=None, sup=sup, primes=0) if sup is not None and _is_d(base):
            power = number_of(sup)
            return (int(power), Empty(node.span)) if power is not None and power.denominator == 1 else None
        case Scripted(base=Letters(text=text) as base) if len(text) > 1 and text.startswith("d"):
            return 1, replace(node, base=replace(base, text=text[1:]))
        case Juxtaposed(items=(first, *rest)):
            found = _without_d(first)
            if found is None:
                return None
            parts = rest if isinstance(found[1], Empty) else [found[1], *rest]
            return found[0], juxtaposed(parts)
    return None


def _is_d(node: Node) -> bool:
    return word(unwrap(node)) in {"d", "partial"}
