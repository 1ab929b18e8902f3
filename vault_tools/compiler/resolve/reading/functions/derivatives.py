r"""Derivatives of known functions of one number: the `\sigma'(z)` of backpropagation is `\sigma(z)(1 - \sigma(z))`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.writing.nodes import base_of, walk, word

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Expression
    from vault_tools.handler import Function
    from vault_tools.model import Span


def derivative(reader: Reader, function: Function, symbol: Node, argument: Expression) -> Expression | None:
    """The derivative of a function at each entry of its argument; None where it is not known, or the symbol means another function."""
    rule, span = RULES.get(function.name), symbol.span
    if rule is None or function.signature != "()->()" or _is_defined_otherwise(reader, function, canonical(base_of(symbol))):
        return None
    reader.say("derivative", name=function.name)
    return rule(reader, argument, span)


def _is_defined_otherwise(reader: Reader, function: Function, base: str) -> bool:
    r"""Whether the note's own definition of the symbol has nothing in it of which this function is made: `\sigma(z) = z`."""
    defined = next((entry for entry in reader.sheet.candidates(base) if entry.head.is_function), None)
    made_of = MADE_OF.get(function.name)
    if defined is None or made_of is None:
        return False
    written = {word(node) for side in defined.statement.sides[1:] for node in walk(side)}
    return not written & made_of


def _call(reader: Reader, name: str, argument: Expression, span: Span) -> Expression:
    function = reader.vocabulary.function(name)
    assert function is not None
    return reader.build.elementwise(function, [argument], span)


def _one_minus(reader: Reader, value: Expression, span: Span) -> Expression:
    return reader.build.add([number(1, "1", span), reader.build.negate(value, span)], span)


def _of_sigmoid(reader: Reader, argument: Expression, span: Span) -> Expression:
    value = _call(reader, "sigmoid", argument, span)
    return reader.build.multiply([value, _one_minus(reader, value, span)], span)


def _of_tanh(reader: Reader, argument: Expression, span: Span) -> Expression:
    return _one_minus(reader, reader.build.power(_call(reader, "tanh", argument, span), number(2, "2", span), span), span)


def _of_relu(reader: Reader, argument: Expression, span: Span) -> Expression:
    """0 at 0, by convention."""
    return reader.build.compare(">", argument, number(0, "0", span), span)


def _of_softplus(reader: Reader, argument: Expression, span: Span) -> Expression:
    return _call(reader, "sigmoid", argument, span)


def _of_exp(reader: Reader, argument: Expression, span: Span) -> Expression:
    return _call(reader, "exp", argument, span)


def _of_sin(reader: Reader, argument: Expression, span: Span) -> Expression:
    return _call(reader, "cos", argument, span)


def _of_cos(reader: Reader, argument: Expression, span: Span) -> Expression:
    return reader.build.negate(_call(reader, "sin", argument, span), span)


EXPONENTIAL = frozenset({"e", "exp", "tanh", "sigmoid", "sinh"})
MADE_OF: Mapping[str, frozenset[str | None]] = {
    "sigmoid": EXPONENTIAL,
    "tanh": EXPONENTIAL,
    "softplus": EXPONENTIAL,
    "relu": frozenset({"max", "relu", "ReLU"}),
}
"""What stands in every definition of a function that a letter may mean, or a note may write out."""

RULES: Mapping[str, Callable[[Reader, Expression, Span], Expression]] = {
    "sigmoid": _of_sigmoid,
    "tanh": _of_tanh,
    "relu": _of_relu,
    "softplus": _of_softplus,
    "exp": _of_exp,
    "sin": _of_sin,
    "cos": _of_cos,
}
