"""What stands in a superscript after names are settled: transposes, inverses, powers of matrices and of entries."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.arithmetic import exponentials
from vault_tools.compiler.resolve.reading.arithmetic.repeated import repeated
from vault_tools.compiler.resolve.values import Form, Value
from vault_tools.compiler.resolve.writing.names.gradients import is_gradient
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import base_of, every, number_of, scripts_moved_out, unwrap, word
from vault_tools.compiler.syntax_tree import Fence, Juxtaposed, Node, Number, Product, Scripted, Sum
from vault_tools.compiler.syntax_tree import Fraction as FractionNode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Operation

TURNED: dict[Form, Form] = {"": "row", "column": "row", "rows": "row", "row": "column"}


def apply_operations(reader: Reader, value: Value, operations: Sequence[Operation], node: Node, scope: Scope) -> Value:
    """Apply the operations of a symbol in the order in which they are written."""
    for operation in operations:
        length = operation.written is not None and word(operation.written) == "T" and scope.is_number("T")
        if operation.kind == "transpose" and length and value.rank == 0:
            assert operation.written is not None
            value = power(reader, value, operation.written, node, scope)
        elif operation.kind == "transpose":
            value = transpose(reader, value, node)
        elif operation.kind == "entrywise":
            assert operation.exponent is not None
            value = entrywise_power(reader, value, operation.exponent, node, scope)
        else:
            assert operation.exponent is not None
            if value.rank == 1 and _is_of_a_matrix(node, operation.exponent):
                raise reader.other_rank("matrix_power", node.span)
            if number_of(operation.exponent) == 0 and isinstance(node, Scripted) and node.sub is not None:
                raise reader.unsupported("zeroth_power", node.span, hint="zeroth_power_hint", name=canonical(base_of(node)))
            value = power(reader, value, operation.exponent, node, scope)
    return value


def _is_of_a_matrix(node: Node, exponent: Node) -> bool:
    """`D^{-1}`, `D^{-1/2}`: an inverse or root that is written for a matrix, with nothing like it for a vector."""
    literal = number_of(exponent)
    base = scripts_moved_out(node)
    capital = isinstance(base, Scripted) and is_upper(base.base)
    return capital and literal is not None and (literal == -1 or literal.denominator > 1)


def transpose(reader: Reader, value: Value, node: Node) -> Value:
    """The transpose: axes of a matrix swapped, a vector turned, a number as it is."""
    if value.rank >= 2:
        return replace(value, expression=reader.build.transpose(value.expression, node.span), form="", plain=False)
    if value.rank == 1:
        return replace(value, form=TURNED[value.form], plain=False)
    return value


def power(reader: Reader, base: Value, exponent: Node, node: Node, scope: Scope) -> Value:
    """A power: of a matrix as such, of everything else entry by entry."""
    literal = number_of(exponent)
    if literal is None:
        literal = _mixed_number(reader, exponent)
    if base.rank >= 2 and not base.pointwise and literal == 2 and is_gradient(canonical(base_of(node))):
        reader.say("gradient_squares", name=canonical(base_of(node)))
        return entrywise_power(reader, base, exponent, node, scope)
    if base.rank >= 2 and not base.pointwise:
        return _matrix_power(reader, base, literal, node) if literal is not None else repeated(reader, base, exponent, node, scope)
    if literal is not None:
        written = _written(exponent, literal)
        raised = number(literal, written, exponent.span)
        return base.derived(reader.build.power(base.expression, raised, node.span))
    if not _is_euler(base):
        value, of_matrix = reader.read(exponent, scope), None
    else:
        with reader.inside_exponential():
            value = reader.read(exponent, scope)
        of_matrix = exponentials.of_matrix(reader, exponent, value, node)
    if of_matrix is not None:
        return of_matrix
    result = reader.build.power(base.expression, value.expression, node.span)
    return Value(result, base.form or value.form, base.pointwise or value.pointwise)


def _mixed_number(reader: Reader, exponent: Node) -> Fraction | None:
    r"""`x^{1\frac12}`: a whole number with a proper fraction right behind it; nobody multiplies two numbers in an exponent so."""
    sign, behind = exponent.terms[0] if isinstance(exponent, Sum) and len(exponent.terms) == 1 else ("+", exponent)
    items = behind.items if isinstance(behind, Juxtaposed) else ()
    if len(items) != 2 or not isinstance(items[0], Number) or not isinstance(items[1], FractionNode):
        return None
    whole, part = number_of(items[0]), number_of(items[1])
    if whole is None or whole.denominator != 1 or part is None or not 0 < part < 1:
        return None
    value = whole + part if sign == "+" else -(whole + part)
    reader.say("mixed_number", value=str(value))
    return value


def _is_euler(base: Value) -> bool:
    """The number e."""
    return isinstance(base.expression, tree.Constant) and base.expression.name == "e"


def entrywise_power(reader: Reader, base: Value, exponent: Node, node: Node, scope: Scope) -> Value:
    r"""`X^{\odot 2}`: each entry to a power."""
    return replace(power(reader, replace(base, pointwise=True), exponent, node, scope), pointwise=base.pointwise)


def _written(exponent: Node, literal: Fraction) -> str:
    """A whole number or a decimal as it is written; a quotient has no digits of its own."""
    exponent = unwrap(exponent)
    if isinstance(exponent, FractionNode | Product | Fence):
        return ""
    if literal.denominator == 1:
        return str(literal)
    numbers = every(Number, exponent)
    return ("-" if literal < 0 else "") + numbers[0].written if len(numbers) == 1 else ""


def _matrix_power(reader: Reader, base: Value, literal: Fraction, node: Node) -> Value:
    if literal == -1 or literal.denominator == 2 or abs(literal) == Fraction(1, 4):
        return base.derived(reader.build.matrix_power(base.expression, literal, node.span))
    if literal.denominator == 1 and len(base.expression.shape) >= 2:
        rows, columns = base.expression.shape[-2:]
        if reader.sizes.contradict(rows, columns):
            raise reader.other_rank("matrix_power_not_square", node.span, shape=reader.build.show(base.expression.shape))
        reader.say("matrix_power", exponent=str(literal))
        return base.derived(reader.build.matrix_power(base.expression, literal, node.span))
    raise reader.other_rank("matrix_power", node.span)


def square_root(reader: Reader, value: Value, node: Node) -> Value:
    """The root, entry by entry."""
    if value.rank >= 2 and not value.pointwise:
        reader.say("root_entries")
    return value.derived(reader.build.power(value.expression, number(Fraction(1, 2)), node.span))
