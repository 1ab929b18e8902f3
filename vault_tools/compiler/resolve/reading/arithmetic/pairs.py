"""Two arrays and the sign between them: matrix product, entry by entry, or what two vectors make."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.finish import needed_bindings, used_names
from vault_tools.compiler.resolve.reading.arithmetic.columns import DOTS, as_vectors
from vault_tools.compiler.resolve.reading.arithmetic.entrywise import ENTRYWISE, Factor, entrywise, rows_scaled, rows_times
from vault_tools.compiler.resolve.reading.arithmetic.vectors import two_vectors
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.nodes import every, is_euler, number_of
from vault_tools.compiler.syntax_tree import Node, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.tree import Expression
    from vault_tools.model import Span

ARRAYWISE = DOTS | {""}
"""Signs between two arrays that say no more than `times` of numbers."""


def combine(reader: Reader, left: Factor, right: Factor, sign: str, span: Span) -> Value:
    """The product of two arrays."""
    a, b = left[0], right[0]
    ranks = a.rank, b.rank
    if "rows" in (a.form, b.form) and {*ranks} == {1, 2} and (ranks[0] == 1 or sign in ENTRYWISE):
        return rows_scaled(reader, *((a, b) if ranks[0] == 1 else (b, a)), span)
    if sign in ENTRYWISE or 0 in ranks:
        return entrywise(reader, a, b, span)
    if (a.pointwise or b.pointwise) and (reader.summing or sign not in ARRAYWISE or not _are_different(reader, left, right)):
        return entrywise(reader, a, b, span)
    if sign == "otimes":
        return _tensor(reader, left, right, span)
    if sign == "ast" and min(ranks) >= 2:
        return _starred(reader, a, b, span)
    gate = _gate(reader, a, b, sign) if sign in ("", "cdot") else ""
    if gate:
        reader.say(gate)
        return replace(entrywise(reader, a, b, span), activated=True)
    if ranks == (1, 1):
        return two_vectors(reader, left, right, sign, span)
    vectors = as_vectors(reader, left, right, sign)
    if vectors is not None:
        return two_vectors(reader, *vectors, sign, span)
    if min(ranks) >= 2:
        return Value(_of_matrices(reader, a.expression, b.expression, span))
    return _with_vector(reader, a, b, span)


def _gate(reader: Reader, a: Value, b: Value, sign: str) -> str:
    """Why a product of a function of numbers is entry by entry, as the key of the reading; "" where it is not."""
    rank = a.rank
    same = rank == b.rank
    if same and rank >= (1 if sign == "" else 2) and _is_kept_share(reader, a, b):
        return "share_entrywise"
    if not (a.activated or b.activated):
        return ""
    if sign == "cdot" and same and rank == 1 and not (a.form == "row" or b.form == "row") and _is_sigmoid(reader, a.expression):
        return "gate_entrywise"
    if same and (_activates(a, b) or _activates(b, a)):
        return "gate_entrywise"
    if min(a.rank, b.rank) >= 2 and _repeats(a, b):
        return "slope_entrywise"
    return "gate_entrywise" if min(a.rank, b.rank) >= 2 and sign == "cdot" and (_gates(a, b) or _gates(b, a)) else ""


def _are_different(reader: Reader, left: Factor, right: Factor) -> bool:
    r"""In the body of a function, `w \cdot x` against `x \cdot \sigma(x)`: neither factor holds a symbol of the other, or is made of it."""
    written = [
        {_without_power(atom) for part in _with_exponents(node) for atom in symbol_atoms(part, reader.words)} for _, node in (left, right)
    ]
    if written[0] & written[1]:
        return False
    return not (_is_made_of(reader, left[0], right[0]) or _is_made_of(reader, right[0], left[0]))


def _with_exponents(node: Node) -> list[Node]:
    r"""A factor and the exponents in it: `\frac{1}{1 + e^{-z}}` is made of z, too."""
    powers = (inner for inner in every(Scripted, node) if is_euler(inner.base))
    return [node, *(power.sup for power in powers if power.sup is not None)]


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


def _is_kept_share(reader: Reader, first: Value, second: Value) -> bool:
    r"""`M (1 - w)`, `dS \cdot (1 - \tanh^2 S)`: the number 1 less an array is taken at each entry, as the share that is kept.

    A matrix that is multiplied as such is subtracted from I.
    """
    a, b = first.expression, second.expression
    if "row" in (first.form, second.form) or not (_is_one_less(a) or _is_one_less(b)):
        return False
    return not any(map(reader.sizes.contradict, a.shape, b.shape))


def _is_sigmoid(reader: Reader, gate: Expression) -> bool:
    r"""The values of a sigmoid, or what the note defines by them: `g_i \cdot m_i` with `g_i = \sigma(\dots)` opens a gate."""
    array = gate.array if isinstance(gate, tree.Element) else gate
    if isinstance(array, tree.Local):
        bodies = [binding.body for binding in reader.bindings if binding.name == array.name]
        return any(isinstance(body, tree.Call) and body.function == "sigmoid" for body in bodies)
    return isinstance(array, tree.Call) and array.function == "sigmoid"


def _is_one_less(expression: Expression) -> bool:
    terms = expression.terms if isinstance(expression, tree.Add) else ()
    ones = [term for term in terms[:1] if isinstance(term, tree.Number | tree.Full) and term.value == 1]
    return len(terms) == 2 and bool(ones) and isinstance(terms[1], tree.Negate)


def _gates(gate: Value, values: Value) -> bool:
    r"""`\sigma(X W) \cdot X V`: a function of numbers, and another product, of one and the same input."""
    inside = gate.expression.arguments[0] if gate.activated and isinstance(gate.expression, tree.Call) else None
    return inside is not None and _source(inside) is not None and _source(inside) == _source(values.expression)


def _activates(gate: Value, values: Value) -> bool:
    r"""`x W \cdot \sigma(\beta x W)`: the values of a function of numbers at the other factor, or at a multiple of it (Swish)."""
    inside = gate.expression.arguments[0] if gate.activated and isinstance(gate.expression, tree.Call) else None
    if inside is None:
        return False
    factors = [each for each in inside.factors if each.shape] if isinstance(inside, tree.Multiply) else [inside]
    return factors == [values.expression]


def _source(expression: Expression) -> Expression | None:
    """The first factor of a matrix product, biases aside."""
    if isinstance(expression, tree.Add):
        expression = expression.terms[0]
    if not isinstance(expression, tree.MatMul):
        return None
    return _source(expression.left) or expression.left


def _of_matrices(reader: Reader, left: Expression, right: Expression, span: Span) -> Expression:
    """The matrix product, for every further index in front."""
    if len(left.shape) == 2 and len(right.shape) == 3 and _mixes_first_axis(reader, left, right):
        return _mixed(reader, left, right, span)
    return reader.build.matmul(left, right, span)


def _mixes_first_axis(reader: Reader, mixing: Expression, array: Expression) -> bool:
    r"""`P S` with P declared h × h and S declared h × n × m: the columns of P are what S counts first, and not its rows."""
    find, (first, rows, _) = reader.sizes.find, array.shape
    declared = reader.sizes.is_named(mixing.shape[-1]) and reader.sizes.is_named(rows)
    return declared and find(mixing.shape[-1]) == find(first) != find(rows)


def _mixed(reader: Reader, mixing: Expression, array: Expression, span: Span) -> Expression:
    """Entry g of the product: the sum over h of the number (g, h) times the matrix h."""
    reader.say("mixes_first_axis")
    build = reader.build
    into, over = (reader.new_index(name, size) for name, size in zip("gh", mixing.shape, strict=True))
    share = build.element(mixing, [build.position(into), build.position(over)], span)
    matrix = build.element(array, [build.position(over)], span)
    return build.tabulate([into], build.reduce("sum", over, build.multiply([share, matrix], span), None, span), span)


def _starred(reader: Reader, a: Value, b: Value, span: Span) -> Value:
    r"""`Q * K^T`: the matrix product where a transpose, weights or the sizes say so, entry by entry where only that fits.

    So do heads side by side (`\text{Concat}(\dots) * W^O`), and a projection with a label (`X * W^Q`).
    """
    left, right = a.expression, b.expression
    projected = isinstance(left, tree.ConcatOver) or (isinstance(right, tree.Input) and right.name.startswith("W_"))
    weights = projected or (isinstance(left, tree.Call) and left.function == "softmax")
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
    return Value(product, "row", entries=rows_times(reader, a.expression, b.expression, span) if scaled else None)


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
    raise reader.other_rank("tensor", span)


def _is_column_of_waves(expression: Expression) -> bool:
    r"""A written column of cosines, or of sines: the factors of rotary position embeddings, one for each entry."""
    if not isinstance(expression, tree.Stack):
        return False
    cells = [row.items[0] for row in expression.items if isinstance(row, tree.Stack) and len(row.items) == 1]
    names = {cell.function for cell in cells if isinstance(cell, tree.Call)}
    return len(cells) == len(expression.items) > 1 and all(isinstance(cell, tree.Call) for cell in cells) and names in ({"cos"}, {"sin"})
