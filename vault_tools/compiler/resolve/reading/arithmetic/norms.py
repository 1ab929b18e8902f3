"""Bars: absolute value, length of a vector, determinant; double bars: norms by their subscript."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.arithmetic.columns import column_as_vector
from vault_tools.compiler.resolve.reading.arithmetic.over_entries import over_all
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.nodes import number_of, word

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Expression
    from vault_tools.handler import Function

ORDERS = frozenset("pqr")
"""Letters that stand for the order of a norm."""


def named(reader: Reader, name: str, node: Node) -> Function:
    """A function that the notation means without naming it."""
    function = reader.vocabulary.function(name)
    if function is None:
        raise reader.unsupported("unknown_function", node.span, hint="unknown_function_hint", name=name)
    return function


def bars(reader: Reader, value: Value, node: Node) -> Value:
    """`|x|`: absolute value of a number, length of a vector, determinant of a matrix."""
    value = column_as_vector(reader, value)
    if value.rank == 0 or value.pointwise:
        return value.derived(reader.build.elementwise(named(reader, "abs", node), [value.expression], node.span))
    if value.rank == 1:
        reader.say("bars_length")
        return _length(reader, value, Fraction(2), node)
    _refuse_size(reader, value, node)
    reader.say("bars_determinant")
    return determinant(reader, value, node)


def _refuse_size(reader: Reader, value: Value, node: Node) -> None:
    r"""UnsupportedError: the A of `\frac{1}{|A|} \sum_a A(s, a)` is a table, and between the bars its number of actions is meant."""
    name = value.expression.name if isinstance(value.expression, tree.Input) else ""
    if reader.has_table(name):
        raise reader.unsupported("number_or_array", node.span, name=name)


def determinant(reader: Reader, value: Value, node: Node) -> Value:
    """The determinant of a square matrix."""
    rows, columns = value.expression.shape[-2:]
    if not reader.sizes.unify(rows, columns):
        raise reader.square_error(value.expression, node.span)
    shape = value.expression.shape[:-2]
    return Value(reader.build.call(named(reader, "det", node), [value.expression], shape, node.span))


def norm(reader: Reader, value: Value, sub: Node | None, node: Node, scope: Scope | None = None) -> Value:
    r"""`\|x\|`, `\|x\|_1`, `\|x\|_\infty`, `\|x\|_p` with a number p, `\|A\|_F`."""
    value = column_as_vector(reader, value)
    if value.rank == 0 and _is_inverse(value):
        raise reader.unsupported("matrix_norm", node.span, hint="matrix_norm_hint")  # `\\|A^{-1}\\|` of a number says nothing
    if value.rank == 0:
        return bars(reader, value, node)
    if value.rank >= 2:
        return _of_matrix(reader, value, sub, node)
    if sub is None:
        return _length(reader, value, Fraction(2), node)
    if word(sub) == "infty":
        return _length(reader, value, "inf", node)
    if scope is not None and word(sub) in ORDERS:
        return _of_order(reader, value, reader.scalar(sub, scope), node)
    order = number_of(sub)
    if (order is None and word(sub) != "F") or (order is not None and order <= 0):  # `\\|x\\|_0` counts, and is no length
        raise reader.unsupported("norm_order", sub.span)
    return _length(reader, value, order or Fraction(2), node)


def _is_inverse(value: Value) -> bool:
    match value.expression:
        case tree.Power(base=tree.Input(name=name), exponent=tree.Number(value=exponent)):
            return bool(exponent == -1) and name[0].isupper()
        case _:
            return False


def _of_order(reader: Reader, value: Value, order: Expression, node: Node) -> Value:
    r"""`(\sum_i |x_i|^p)^{1/p}`."""
    build, span = reader.build, node.span
    powers = build.power(build.elementwise(named(reader, "abs", node), [value.expression], span), order, span)
    total = over_all(reader, "sum", Value(powers), span)
    return total.derived(build.power(total.expression, build.divide(number(1, "1"), order, span), span))


def _length(reader: Reader, value: Value, order: Fraction | str, node: Node) -> Value:
    option: int | str | Fraction = int(order) if isinstance(order, Fraction) and order.denominator == 1 else order
    options = () if option == 2 else (("order", option),)
    shape = value.expression.shape[:-1]
    return Value(reader.build.call(named(reader, "norm", node), [value.expression], shape, node.span, -1, options=options))


def _of_matrix(reader: Reader, value: Value, sub: Node | None, node: Node) -> Value:
    if sub is None or word(sub) != "F":
        raise reader.other_rank("matrix_norm", node.span, hint="matrix_norm_hint")
    return frobenius(reader, value, node)


def frobenius(reader: Reader, value: Value, node: Node) -> Value:
    """The root of the sum of all squared entries."""
    shape = value.expression.shape[:-2]
    return Value(reader.build.call(named(reader, "frobenius_norm", node), [value.expression], shape, node.span))


def matrix_norm(reader: Reader, value: Value, node: Node) -> Value:
    """A matrix literal between double bars; a column is a vector."""
    if reader.sizes.is_one(value.expression.shape[-1]):
        return frobenius(reader, value, node)
    return _of_matrix(reader, value, None, node)
