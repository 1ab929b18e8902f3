"""How two factors are multiplied: number times array, matrix product, dot product, outer product, or entry by entry."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as Rational
from typing import TYPE_CHECKING, TypeGuard

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import MisfitError
from vault_tools.compiler.resolve.finish import needed_bindings, used_names
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, number_of, unwrap
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.syntax_tree import Accented, Fraction, Letters, Node, Number, Product, Scripted
from vault_tools.model import Span, message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.tree import Expression

Factor = tuple[Value, Node]
PRODUCT_SIGNS = frozenset({"", "cdot", "times", "dot", "bullet", "ast", "odot", "circ", "otimes"})
SPACE = tree.Dim.of(3)
"""Vectors of this length have a cross product."""
PLANE = 2
"""Of vectors of this length `\\times` may mean the signed area."""
MATRIX = 2
"""Axes of a matrix."""
CHAIN = 100
"""Matrices in one product at most."""
ENTRYWISE = frozenset({"odot", "circ"})
DOTS = frozenset({"cdot", "dot", "bullet"})
ARRAYWISE = DOTS | {""}
"""Signs between two arrays that say no more than `times` of numbers."""


def multiply(reader: Reader, factors: Sequence[Factor], signs: Sequence[str], span: Span) -> Value:
    """Factors with the signs between them ("" for none), from left to right; numbers are kept apart from arrays."""
    parts: list[Expression] = []
    array: Factor | None = None
    place = 0
    factors = _columns_at_end(reader, factors)
    unread = next((sign for sign in signs if sign not in PRODUCT_SIGNS), None)
    if unread == "mod":
        return _remainder(reader, factors, signs, span)
    if unread is not None:
        raise reader.unsupported("sign", span, sign=unread)
    if sum(value.rank > 0 for value, _ in factors) > CHAIN:
        raise reader.unsupported("too_long", span)
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
    result = reader.build.multiply(parts, span)
    if array is None:
        pointwise = any(value.pointwise for value, _ in factors)
        return Value(result, pointwise=pointwise)
    plain = array[0].plain and len(factors) == 1
    entries = array[0].entries
    if entries is not None:
        entries = reader.build.multiply([*parts[:place], entries, *parts[place + 1 :]], span)
    return Value(result, array[0].form, array[0].pointwise, plain, entries=entries)


def _refuse_number_behind(reader: Reader, before: Factor | None, sign: str, value: Expression, node: Node) -> None:
    """ShapeError for a lower-case letter behind a matrix that was taken for a number: numbers stand before what they scale."""
    if before is None or sign or before[0].rank < 2 or not reader.strict:
        return
    array = value.array if isinstance(value, tree.Element) else value
    if not isinstance(array, tree.Input) or reader.options.get(f"rank:{array.name}", 1) < 2 or is_upper(bare(node)):
        return
    if isinstance(bare(node), Letters):
        raise MisfitError(message("shape.number_behind", name=array.name), node.span, None, (array,))


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


def combine(reader: Reader, left: Factor, right: Factor, sign: str, span: Span) -> Value:
    """The product of two arrays."""
    a, b = left[0], right[0]
    if {a.rank, b.rank} == {1, 2} and "rows" in (a.form, b.form) and (a.rank == 1 or sign in ENTRYWISE):
        return rows_scaled(reader, *((a, b) if a.rank == 1 else (b, a)), span)
    if sign in ENTRYWISE or a.rank == 0 or b.rank == 0:
        return entrywise(reader, a, b, span)
    if (a.pointwise or b.pointwise) and (reader.summing or sign not in ARRAYWISE or not _are_different(reader, left, right)):
        return entrywise(reader, a, b, span)
    if sign == "otimes":
        return _tensor(reader, left, right, span)
    if sign == "ast" and a.rank >= 2 and b.rank >= 2:
        return _starred(reader, a, b, span)
    if a.rank == 1 and b.rank == 1:
        return _vectors(reader, left, right, sign, span)
    if a.rank >= 2 and b.rank >= 2 and sign in ("", "cdot") and _repeats(a, b):
        reader.say("slope_entrywise")
        return entrywise(reader, a, b, span)
    if a.rank >= 2 and b.rank >= 2 and sign == "cdot" and (_gates(a, b) or _gates(b, a)):
        reader.say("gate_entrywise")
        return entrywise(reader, a, b, span)
    if a.rank >= 2 and b.rank >= 2:
        return Value(reader.build.matmul(a.expression, b.expression, span))
    return _with_vector(reader, a, b, span)


def _are_different(reader: Reader, left: Factor, right: Factor) -> bool:
    r"""In the body of a function, `w \cdot x` against `x \cdot \sigma(x)`: neither factor holds a symbol of the other, or is made of it."""
    written = [{_without_power(atom) for atom in symbol_atoms(node, reader.words)} for _, node in (left, right)]
    if written[0] & written[1]:
        return False
    return not (_is_made_of(reader, left[0], right[0]) or _is_made_of(reader, right[0], left[0]))


def _without_power(symbol: Node) -> str:
    powered = isinstance(symbol, Scripted) and symbol.sup is not None and number_of(symbol.sup) is not None
    return canonical(replace(symbol, sup=None) if powered else symbol)  # type: ignore[call-arg]


def _is_made_of(reader: Reader, value: Value, part: Value) -> bool:
    """The definitions behind a value use the symbol that the other one is."""
    if not isinstance(part.expression, tree.Input | tree.Local):
        return False
    bindings = needed_bindings(reader.bindings, [value.expression])
    bodies = [value.expression, *(binding.body for binding in bindings)]
    return part.expression.name in used_names(bodies, type(part.expression))


def _repeats(a: Value, b: Value) -> bool:
    r"""`\sigma(Z)(1 - \sigma(Z))`: the values of a function of numbers, and a number less the same values."""
    for activated, other in ((a, b), (b, a)):
        terms = other.expression.terms if isinstance(other.expression, tree.Add) else ()
        bare = [term.operand if isinstance(term, tree.Negate) else term for term in terms]
        if activated.activated and activated.expression in bare and any(not term.shape for term in bare):
            return True
    return False


def _gates(gate: Value, values: Value) -> bool:
    r"""`\sigma(X W) \cdot X V`: a function of numbers, and another product, of one and the same input."""
    inside = gate.expression.arguments[0] if gate.activated and isinstance(gate.expression, tree.Call) else None
    return inside is not None and _source(inside) is not None and _source(inside) == _source(values.expression)


def _source(expression: Expression) -> Expression | None:
    """The first factor of a matrix product, biases aside."""
    if isinstance(expression, tree.Add):
        expression = expression.terms[0]
    if not isinstance(expression, tree.MatMul):
        return None
    return _source(expression.left) or expression.left


def _starred(reader: Reader, a: Value, b: Value, span: Span) -> Value:
    """`Q * K^T`: the matrix product where a transpose, weights or the sizes say so, entry by entry where only that fits."""
    left, right = a.expression, b.expression
    weights = isinstance(left, tree.Call) and left.function == "softmax"
    same = len(left.shape) == len(right.shape) and not any(map(reader.sizes.contradict, left.shape, right.shape))
    chained = not reader.sizes.contradict(left.shape[-1], right.shape[-2])
    if chained and (weights or isinstance(left, tree.Transpose) or isinstance(right, tree.Transpose) or not same):
        return Value(reader.build.matmul(left, right, span))
    if same and not chained:
        return entrywise(reader, a, b, span)
    raise reader.unsupported("asterisk", span)


def _with_vector(reader: Reader, a: Value, b: Value, span: Span) -> Value:
    """Matrix times vector, vector times matrix."""
    product = reader.build.matmul(a.expression, b.expression, span)
    if b.rank == 1:
        return Value(product, "column")
    scaled = b.rank == 2 and not a.form and not a.plain and not reader.sizes.contradict(a.expression.shape[-1], b.expression.shape[-2])
    return Value(product, "row", entries=_rows_scaled(reader, a.expression, b.expression, span) if scaled else None)


def rows_scaled(reader: Reader, numbers: Value, matrix: Value, span: Span) -> Value:
    r"""`e^{m - m'} O` with one number for each row: each row of the matrix times its number."""
    reader.say("rows_scaled")
    return Value(_rows_scaled(reader, numbers.expression, matrix.expression, span))


def _rows_scaled(reader: Reader, numbers: Expression, matrix: Expression, span: Span) -> Expression:
    turned = reader.build.transpose(matrix, span)
    return reader.build.transpose(reader.build.multiply([numbers, turned], span), span)


def entrywise(reader: Reader, a: Value, b: Value, span: Span) -> Value:
    """Entry by entry."""
    form = a.form if a.rank >= b.rank else b.form
    return Value(reader.build.multiply([a.expression, b.expression], span), form, a.pointwise or b.pointwise)


def _tensor(reader: Reader, left: Factor, right: Factor, span: Span) -> Value:
    r"""`\otimes`: a gate when one side is an activation, else the outer product of two vectors."""
    a, b = left[0], right[0]
    if a.activated or b.activated or _is_column_of_waves(a.expression) != _is_column_of_waves(b.expression):
        reader.say("tensor_entrywise")
        return entrywise(reader, a, b, span)
    if a.rank == b.rank == 1:
        reader.say("tensor_outer")
        return Value(reader.build.outer(a.expression, b.expression, span))
    if isinstance(a.expression, tree.Stack) or isinstance(b.expression, tree.Stack):
        raise reader.unsupported("sign", span, sign=r"\otimes")  # no other ranks: what is written out is what it is
    raise reader.unsupported("tensor", span)


def _is_column_of_waves(expression: Expression) -> bool:
    r"""A written column of cosines, or of sines: the factors of rotary position embeddings, one for each entry."""
    if not isinstance(expression, tree.Stack):
        return False
    cells = [row.items[0] for row in expression.items if isinstance(row, tree.Stack) and len(row.items) == 1]
    names = {cell.function for cell in cells if isinstance(cell, tree.Call)}
    return len(cells) == len(expression.items) > 1 and all(isinstance(cell, tree.Call) for cell in cells) and names in ({"cos"}, {"sin"})


def _vectors(reader: Reader, left: Factor, right: Factor, sign: str, span: Span) -> Value:
    """Two vectors: a row before a column is a dot product, a column before a row an outer product."""
    a, b = left[0], right[0]
    if a.form == "row":
        beside = reader.build.outer(a.expression, b.expression, span) if _are_rows_of_one_step(a, b) else None
        if beside is not None and reader.sizes.contradict(*beside.shape):
            reader.say("rows_outer")
            return Value(beside, "outer")
        return Value(reader.build.matmul(a.expression, b.expression, span), entries=beside)
    if b.form == "row":
        return _before_row(reader, left, right, span)
    if sign in DOTS:
        return _dotted(reader, left, right, span)
    if sign in ("times", "ast"):
        return _crossed(reader, left, right, sign, span)
    return _side_by_side(reader, left, right, span)


def _are_rows_of_one_step(a: Value, b: Value) -> bool:
    r"""`k_t^\top v_t`: two vectors at the same places, and not one with itself."""
    return a.expression.indices == b.expression.indices and a.expression != b.expression and not (b.form or a.pointwise or b.pointwise)


def _before_row(reader: Reader, left: Factor, right: Factor, span: Span) -> Value:
    a, b = left[0].expression, right[0].expression
    added_up = isinstance(b, tree.Reduce) and bool(a.indices)  # `\phi(q_i) \sum_j \phi(k_j)^\top`
    if set(a.indices) - set(b.indices) and (added_up or set(b.indices) - set(a.indices)):
        reader.say("rows_dot")
        return Value(reader.build.matmul(a, b, span))
    return Value(reader.build.outer(a, b, span))


def _dotted(reader: Reader, left: Factor, right: Factor, span: Span) -> Value:
    r"""A dot between vectors is the dot product, except where one is a quotient scaled entry by entry (`x/\sigma \cdot \gamma`)."""
    quotients = [_is_quotient(node) for _, node in (left, right)]
    if quotients[0] != quotients[1]:
        reader.say("dot_entrywise")
        return entrywise(reader, left[0], right[0], span)
    a, b = left[0].expression, right[0].expression
    return Value(reader.build.matmul(a, b, span), entries=reader.build.multiply([a, b], span))


def beside_vectors(reader: Reader, values: Sequence[Value], node: Node) -> list[Value]:
    r"""Terms of a sum, branches of cases: with a vector among them `\gamma \cdot x + \beta` is entry by entry, for a number would not fit.

    UnsupportedError: the vector has another length.
    """
    axes = [value.expression.shape[-1] for value in values if value.rank and not reader.sizes.is_one(value.expression.shape[-1])]
    fitted = []
    widest = max((value.rank for value in values), default=0)
    for value in values:
        if value.entries is not None and len(value.entries.shape) == MATRIX:
            if widest == MATRIX:
                reader.say("rows_scaled" if value.rank else "rows_outer")
                value = Value(value.entries)
        elif axes and value.entries is not None:
            if any(reader.sizes.contradict(value.entries.shape[-1], axis) for axis in axes):
                raise reader.unsupported("two_vectors", node.span, hint="two_vectors_hint")
            reader.say("dot_beside_vector")
            value = Value(value.entries)
        fitted.append(value)
    return fitted


def _is_quotient(node: Node) -> bool:
    node = unwrap(node)
    return isinstance(node, Fraction) or (isinstance(node, Product) and any(sign == "slash" for sign, _ in node.rest))


def _crossed(reader: Reader, left: Factor, right: Factor, sign: str, span: Span) -> Value:
    r"""`a \times b` of vectors that the note writes in space is the cross product, doubtful where it may be one, else entry by entry."""
    plain = all(value.plain or is_written_number(node) for value, node in (left, right))
    arrows = all(_has_arrow(node) for _, node in (left, right))
    if sign == "times" and all(_is_written_in_space(reader, *factor) for factor in (left, right)):
        return _cross_product(reader, left, right, span)
    lengths = {reader.sizes.value(value.expression.shape[-1]) for value, _ in (left, right)}
    other_length = lengths != {PLANE} and any(reader.sizes.contradict(value.expression.shape[-1], SPACE) for value, _ in (left, right))
    if (plain and sign == "times" and not other_length) or arrows:
        raise reader.unsupported("cross_product", span)
    reader.say("times_entrywise")
    return entrywise(reader, left[0], right[0], span)


def _is_written_in_space(reader: Reader, value: Value, node: Node) -> bool:
    """A vector of three entries with an arrow, or that the note writes out."""
    vector = value.expression
    written = is_written_number(node) or _has_arrow(node) or (isinstance(vector, tree.Input) and vector.name in reader.defaults)
    return written and reader.sizes.value(vector.shape[-1]) == SPACE.number


def _cross_product(reader: Reader, left: Factor, right: Factor, span: Span) -> Value:
    reader.say("cross_product")
    a, b = left[0].expression, right[0].expression
    return Value(reader.build.call(named(reader, "cross_product", right[1]), [a, b], reader.build.broadcast((a, b), span), span, -1))


def _has_arrow(node: Node) -> bool:
    node = unwrap(node.base) if isinstance(node, Scripted) else unwrap(node)
    return isinstance(node, Accented) and node.accent == "vec"


def _side_by_side(reader: Reader, left: Factor, right: Factor, span: Span) -> Value:
    """Two vectors with no sign between: only entry by entry where one of them is no lone symbol."""
    if (left[0].plain and right[0].plain) or (reader.strict and any(key.startswith("rank:") for key in reader.options)):
        raise reader.unsupported("two_vectors", span, hint="two_vectors_hint")
    reader.say("vectors_entrywise")
    return entrywise(reader, left[0], right[0], span)


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
