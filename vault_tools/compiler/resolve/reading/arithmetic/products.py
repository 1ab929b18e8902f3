"""Products of any number of factors: numbers apart from arrays, remainders, quotients; pairs.py says how two arrays are multiplied."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as Rational
from itertools import pairwise
from typing import TYPE_CHECKING, TypeGuard

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import NumberBehindError, too_long
from vault_tools.compiler.resolve.reading.arithmetic.gates import holds_activation
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.reading.arithmetic.pairs import combine
from vault_tools.compiler.resolve.reading.arithmetic.vectors import MATRIX, outer_of_rows
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, number_of
from vault_tools.compiler.syntax_tree import Letters, Node, Number
from vault_tools.model import Fork, Span, message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reading.arithmetic.entrywise import Factor
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.tree import Expression

PRODUCT_SIGNS = frozenset({"", "cdot", "times", "dot", "bullet", "ast", "odot", "circ", "otimes"})
CHAIN = 100
"""Matrices or slashes in one product at most."""


def multiply(reader: Reader, factors: Sequence[Factor], signs: Sequence[str], span: Span) -> Value:
    """Factors with the signs between them ("" for none), from left to right; numbers are kept apart from arrays."""
    factors = _gates_opened(reader, _columns_at_end(reader, factors))
    if not PRODUCT_SIGNS.issuperset(signs):
        unread = next(sign for sign in signs if sign not in PRODUCT_SIGNS)
        if unread == "mod":
            return _remainder(reader, factors, signs, span)
        raise reader.unsupported("sign", span, sign=unread)
    if len(factors) > CHAIN and sum(value.rank > 0 for value, _ in factors) > CHAIN:
        raise too_long(span)
    if "odot" in signs and any(value.rank == MATRIX for value, _ in factors):
        factors = [(outer_of_rows(reader, value), node) for value, node in factors]
    _refuse_circle_number(reader, factors, signs)
    parts, place, array = _numbers_and_array(reader, factors, signs)
    result = reader.build.multiply(parts, span)
    if array is None:
        return Value(result, pointwise=any(value.pointwise for value, _ in factors))
    _refuse_weights_of_nothing(reader, parts, array.expression, span)
    entries = array.entries
    if entries is not None:
        entries = reader.build.multiply([*parts[:place], entries, *parts[place + 1 :]], span)
    return Value(result, array.form, array.pointwise, plain=array.plain and len(factors) == 1, entries=entries)


def _gates_opened(reader: Reader, factors: Sequence[Factor]) -> Sequence[Factor]:
    r"""The gate of `(\text{SiLU}(x W_1) \cdot x W_3) W_2`, `W_2 (\text{SiLU}(W_1 x) \cdot W_3 x)`: beside a matrix it is entry by entry."""
    opened = [*factors]
    for left, right in pairwise(range(len(factors))):
        for k, other in ((left, right), (right, left)):
            value, node = opened[k]
            gates = value.rank == 0 and value.entries is not None and len(value.entries.shape) == 1 and holds_activation(value)
            if gates and value.entries is not None and factors[other][0].rank == MATRIX:
                reader.say("gate_entrywise")
                opened[k] = Value(value.entries, "row" if k == left else "column"), node
    return opened


def _refuse_circle_number(reader: Reader, factors: Sequence[Factor], signs: Sequence[str]) -> None:
    r"""UnsupportedError for a pi right beside a matrix (`P^\top \pi`), which may be a distribution; in `2\pi A` it is the number."""
    if any(number_of(node) is not None for _, node in factors):
        return
    for ((first, left), (second, right)), sign in zip(pairwise(factors), signs, strict=True):
        for value, other, node in ((first, second, left), (second, first, right)):
            circle = isinstance(value.expression, tree.Constant) and value.expression.name == "pi"
            if circle and not sign and other.rank == MATRIX:
                raise reader.unsupported("pi_beside_matrix", node.span, hint="pi_beside_matrix_hint")


def _refuse_weights_of_nothing(reader: Reader, numbers: Sequence[Expression], array: Expression, span: Span) -> None:
    r"""The weights of `\mathrm{softmax}(q_t W k^\top) V` weigh rows of V. UnsupportedError for a weight of each t before what has no t."""
    for weights in numbers:
        if isinstance(weights, tree.Call) and weights.along is not None and weights.along.name not in array.indices:
            raise reader.other_rank("weights_of_nothing", span, index=weights.along.name)


def _numbers_and_array(reader: Reader, factors: Sequence[Factor], signs: Sequence[str]) -> tuple[list[Expression], int, Value | None]:
    """The numbers of a product in their order, among them at the given place what its arrays make together."""
    parts: list[Expression] = []
    array: Factor | None = None
    place = 0
    for (value, node), sign in zip(factors, ("", *signs), strict=True):
        if array is not None and not sign and _means_ones(array[0], node):
            reader.say("ones")
            value = Value(tree.Full(value=Rational(1), shape=(reader.sizes.fresh(),), span=node.span))
        if value.rank == 0:
            _refuse_number_behind(reader, array, sign, value.expression, node)
            parts.append(value.expression)
        elif array is None:
            array, place = (value, node), len(parts)
            parts.append(value.expression)
        else:
            here = Span(min(array[1].span.start, node.span.start), max(array[1].span.end, node.span.end))
            array = (combine(reader, array, (value, node), sign, here), node)
            parts[place] = array[0].expression
    return parts, place, array[0] if array is not None else None


def _refuse_number_behind(reader: Reader, before: Factor | None, sign: str, value: Expression, node: Node) -> None:
    """ShapeError for a lower-case letter behind a matrix that was taken for a number: numbers stand before what they scale."""
    if before is None or sign or before[0].rank < 2 or not reader.strict:
        return
    array = value.array if isinstance(value, tree.Element) else value
    if not isinstance(array, tree.Input) or reader.options.get(f"rank:{array.name}", 1) < 2 or is_upper(bare(node)):
        return
    told = ("scalar", 0) in reader.sheet.hints(None).get(array.name, ())  # the t of `e^{At}`
    if isinstance(bare(node), Letters) and not told:
        raise NumberBehindError(message("shape.number_behind", name=array.name), node.span, None, (array,))


def _means_ones(before: Value, node: Node) -> bool:
    r"""The 1 of `\phi(Q) \phi(K)^\top 1`: behind a matrix or a row it is the vector of ones, for the number would change nothing."""
    return isinstance(node, Number) and node.text == "1" and (before.rank >= 2 or before.form == "row")


def _columns_at_end(reader: Reader, factors: Sequence[Factor]) -> Sequence[Factor]:
    """`V softmax(K^T Q)`, also under a name: the weights that stand behind what they weigh sum to one down each column.

    Weights behind other weights weigh nothing here.
    """
    last, node = factors[-1]
    before = [value.expression for value, _ in factors[:-1]]
    call = _named(reader, last.expression)
    if not _is_weights(call) or call.axis != -1 or last.rank != 2 or not any(len(value.shape) >= 2 for value in before):
        return factors
    if any(_is_weights(_named(reader, value)) for value in before):
        return factors
    reader.take_back("softmax_last_axis")
    reader.say("softmax_columns_behind")
    reader.forks.discard(Fork.AXIS_OF_WEIGHTS)
    reader.forks.add(Fork.AXIS_OF_WEIGHTS_BEHIND)
    turned = replace(call, axis=-2)
    if call is last.expression:
        return [*factors[:-1], (replace(last, expression=turned), node)]
    reader.bindings[:] = [replace(binding, body=turned) if binding.body is call else binding for binding in reader.bindings]
    return factors


def _named(reader: Reader, expression: Expression) -> Expression:
    """What a name without indices stands for."""
    name = expression.name if isinstance(expression, tree.Local) else None
    return next((binding.body for binding in reader.bindings if binding.name == name and not binding.indices), expression)


def _is_weights(expression: Expression) -> TypeGuard[tree.Call]:
    return isinstance(expression, tree.Call) and expression.function == "softmax"


def _remainder(reader: Reader, factors: Sequence[Factor], signs: Sequence[str], span: Span) -> Value:
    r"""`a \bmod b` of numbers: a - b floor(a/b); a is all that is multiplied before it."""
    if signs[-1] != "mod" or "mod" in signs[:-1] or any(value.rank for value, _ in factors):
        raise reader.unsupported("modulo", span)
    left = multiply(reader, factors[:-1], signs[:-1], span).expression if len(factors) > 2 else factors[0][0].expression
    right = factors[-1][0].expression
    quotient = reader.build.elementwise(named(reader, "floor", factors[-1][1]), [reader.build.divide(left, right, span)], span)
    whole = reader.build.multiply([right, quotient], span)
    return Value(reader.build.add([left, reader.build.negate(whole, span)], span))


def divide(reader: Reader, above: Factor, below: Factor, span: Span) -> Value:
    """A quotient: by a number, entry by entry, or of each row by its own number."""
    a, b = above[0], below[0]
    if a.rank == 2 and b.rank == 1 and b.form in ("column", "rows") and not b.pointwise:
        reader.say("rows_divided")
        turned = reader.build.transpose(a.expression, span)
        return Value(reader.build.transpose(reader.build.divide(turned, b.expression, span), span))
    if b.rank >= 1 and not b.pointwise and not a.pointwise and a.rank and b.rank != a.rank and b.rank > a.rank:
        raise reader.build.fail("shape.quotient", a.expression, b.expression, span)
    if b.rank >= 1 and not b.pointwise:
        reader.say("quotient_entrywise")
    form = a.form if a.rank >= b.rank else b.form
    return Value(reader.build.divide(a.expression, b.expression, span), form, a.pointwise or b.pointwise)
