"""Two vectors and the sign between them: dot product, outer product, cross product, or entry by entry."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.compiler.resolve.reading.arithmetic.columns import DOTS
from vault_tools.compiler.resolve.reading.arithmetic.entrywise import Factor, entrywise
from vault_tools.compiler.resolve.reading.arithmetic.norms import named
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, texts, unwrap, word
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.resolve.writing.ranks.attention import reads_normaliser
from vault_tools.compiler.syntax_tree import Accented, Fence, Fraction, Node, Product, Scripted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.model import Span

SPACE = tree.Dim.of(3)
"""Vectors of this length have a cross product."""
PLANE = 2
"""Of vectors of this length `\\times` may mean the signed area."""
MATRIX = 2
"""Axes of a matrix."""
QUERY_AND_KEY = ["q", "k"]


def two_vectors(reader: Reader, left: Factor, right: Factor, sign: str, span: Span) -> Value:
    """Two vectors: a row before a column is a dot product, a column before a row an outer product."""
    a, b = left[0], right[0]
    if a.form == b.form == "row" and sign in DOTS:
        return _dotted(reader, left, right, span)
    if a.form == "row":
        beside = reader.build.outer(a.expression, b.expression, span) if a.expression.indices == b.expression.indices else None
        if beside is not None and _are_rows(a, b) and (reader.sizes.contradict(*beside.shape) or _are_key_and_value(reader, left, right)):
            reader.say("rows_outer")
            return Value(beside, "outer")
        if beside is not None:  # with the sizes that it has without the dot product
            beside = replace(beside, shape=tuple(map(reader.sizes.find, beside.shape)))
        return Value(reader.build.matmul(a.expression, b.expression, span), entries=beside)
    if b.form == "row":
        return _before_row(reader, left, right, span)
    if sign in DOTS:
        return _dotted(reader, left, right, span)
    if sign in ("times", "ast"):
        return _crossed(reader, left, right, sign, span)
    if reader.sizes.is_one(a.expression.shape[-1]) != reader.sizes.is_one(b.expression.shape[-1]):
        reader.say("one_entry")  # weights of one row before a vector: a score
        return entrywise(reader, a, b, span)
    return _side_by_side(reader, left, right, span)


def _are_rows(a: Value, b: Value) -> bool:
    r"""`k_t^\top v_t`: two vectors, and not one with itself, nor what is a row already."""
    return a.expression != b.expression and not (b.form or a.pointwise or b.pointwise)


def _are_key_and_value(reader: Reader, left: Factor, right: Factor) -> bool:
    r"""`k_j^\top v_j`, `\phi(K_j)^\top V_j`: a key is compared with queries only, so with a value it makes a matrix of rows.

    Where a query reads it, or a capital is what it makes. The `K_h^\top V_h` of each h on the left may be matrices.
    """
    if not _holds(left[1], "k") or _holds(left[1], "q") or not _holds(right[1], "v") or _holds(right[1], "k"):
        return False
    entries = [entry for entry in reader.sheet.own.entries if reader.active and id(entry.statement) == reader.active[-1]]
    spoken = {letter for entry in entries for letter in reader.sheet.letters_of(entry).free}
    if not {"K", "V"}.isdisjoint(texts(left[1]) | texts(right[1])) and spoken.issuperset(left[0].expression.indices):
        return False
    made = reader.defining[-1][0][:1].isupper() if reader.defining else False
    return made or any(_holds(side, "q") for entry in reader.sheet.own.entries for side in entry.statement.sides)


def _holds(node: Node, letter: str) -> bool:
    """A letter, small or capital, somewhere in a factor."""
    return not {letter, letter.upper()}.isdisjoint(texts(node))


def _before_row(reader: Reader, left: Factor, right: Factor, span: Span) -> Value:
    a, b = left[0].expression, right[0].expression
    if all(_is_written_row(node) for _, node in (left, right)):
        reader.say("rows_dot")
        return Value(reader.build.matmul(a, b, span))
    added_up = isinstance(b, tree.Reduce) and bool(a.indices)  # `\phi(q_i) \sum_j \phi(k_j)^\top`
    if added_up and _holds(left[1], "q") and _holds(right[1], "k"):
        reader.say("rows_dot")
        return Value(reader.build.matmul(a, b, span))
    apart = set(a.indices) - set(b.indices) and (added_up or set(b.indices) - set(a.indices))
    if apart or 0 < len(set(a.indices)) < len(set(b.indices)):  # `q_i k_j^\top`, `q_i a_{ij}^\top`
        reader.say("rows_dot")
        return Value(reader.build.matmul(a, b, span))
    if (_is_score(reader, left[1], right[1]) or reads_normaliser([left[1], right[1]])) and not reader.sizes.contradict(
        a.shape[-1], b.shape[-1]
    ):
        reader.say("rows_query")
        return Value(reader.build.matmul(a, b, span))
    return Value(reader.build.outer(a, b, span))


def _is_score(reader: Reader, left: Node, right: Node) -> bool:
    r"""`s = q k^\top`: of a query and a key a small letter can only be the score; `S = q k^\top` may be their outer product."""
    defined = reader.defining[-1][0] if reader.defining else ""
    return [(word(bare(node)) or "").lower() for node in (left, right)] == QUERY_AND_KEY and not defined[:1].isupper()


def _is_written_row(node: Node) -> bool:
    r"""The `[1, 2]` of `[1, 2] \cdot [3, 4]^\top`: numbers in a row, as they are written."""
    fence = base_of(node)
    return isinstance(fence, Fence) and fence.opener == "[" and is_written_number(fence)


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
    identity = any(isinstance(part, tree.Identity) for value in values for part in walk(value.expression))
    for value in values:
        if value.entries is not None and len(value.entries.shape) == MATRIX:
            if widest == MATRIX and (identity or not _is_of_one(value.entries)):
                reader.say("rows_scaled" if value.rank else "rows_outer")
                if not value.rank:
                    reader.sizes.separate(*value.entries.shape)
                value = Value(value.entries)
        elif axes and value.entries is not None:
            if any(reader.sizes.contradict(value.entries.shape[-1], axis) for axis in axes):
                raise reader.other_rank("two_vectors", node.span, hint="two_vectors_hint")
            reader.say("dot_beside_vector")
            value = Value(value.entries)
        fitted.append(value)
    return fitted


def _is_of_one(entries: tree.Expression) -> bool:
    r"""`k^\top k`: of one row the outer product is meant beside the identity only, `I - \beta k^\top k`; `G + u^\top u` adds a number."""
    return any(isinstance(part, tree.Outer) and part.left == part.right for part in walk(entries))


def outer_of_rows(reader: Reader, value: Value) -> Value:
    r"""The `\alpha_t^\top \mathbf{1}` of `(\alpha_t^\top \mathbf{1}) \odot S`: a row that ones repeat for each column of a matrix."""
    outer = value.entries
    if value.rank or not isinstance(outer, tree.Outer) or not isinstance(outer.right, tree.Full):
        return value
    reader.say("rows_outer")
    reader.sizes.separate(*outer.shape)
    return Value(outer)


def _is_quotient(node: Node) -> bool:
    r"""`x/\sigma`, but not `\frac{w}{\|w\|}`: a vector over its norm is a direction, on which a dot projects."""
    node = unwrap(node)
    if isinstance(node, Fraction):
        return not _is_norm(node.denominator)
    return isinstance(node, Product) and any(sign == "slash" and not _is_norm(divisor) for sign, divisor in node.rest)


def _is_norm(node: Node) -> bool:
    """Bars, scripts aside."""
    fence = base_of(unwrap(node))
    return isinstance(fence, Fence) and fence.opener in "|‖"


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
    whole = vector.array if isinstance(vector, tree.Element) else vector
    whole = whole.operand if isinstance(whole, tree.Transpose) else whole
    given = isinstance(whole, tree.Input) and whole.name in reader.defaults
    return (is_written_number(node) or _has_arrow(node) or given) and reader.sizes.value(vector.shape[-1]) == SPACE.number


def _cross_product(reader: Reader, left: Factor, right: Factor, span: Span) -> Value:
    reader.say("cross_product")
    a, b = left[0].expression, right[0].expression
    return Value(reader.build.call(named(reader, "cross_product", right[1]), [a, b], reader.build.broadcast((a, b), span), span, -1))


def _has_arrow(node: Node) -> bool:
    node = unwrap(node.base) if isinstance(node, Scripted) else unwrap(node)
    return isinstance(node, Accented) and node.accent == "vec"


def _side_by_side(reader: Reader, left: Factor, right: Factor, span: Span) -> Value:
    """Two vectors with no sign between: entry by entry where one of them is no lone symbol, or a query that reads what it divides by."""
    read = reads_normaliser([left[1], right[1]])
    if read or _are_rows_of_matrices(left, right):
        reader.say("rows_read" if read else "rows_dot")
        return Value(reader.build.matmul(left[0].expression, right[0].expression, span))
    decays = _is_exponential(reader, left[0].expression)
    doubtful = reader.strict and any(key.startswith("rank:") for key in reader.options)
    if not decays and ((left[0].plain and right[0].plain) or doubtful):
        raise reader.other_rank("two_vectors", span, hint="two_vectors_hint")
    reader.say("vectors_entrywise")
    return entrywise(reader, left[0], right[0], span)


def _are_rows_of_matrices(left: Factor, right: Factor) -> bool:
    r"""`Q_i K_j`, `x_i W_j`: rows at two places, of which one at least is of a matrix."""
    places = [set(value.expression.indices) for value, _ in (left, right)]
    plain = left[0].plain and right[0].plain and all(places) and places[0].isdisjoint(places[1])
    return plain and any(is_upper(bare(node)) for _, node in (left, right))


def _is_exponential(reader: Reader, expression: tree.Expression) -> bool:
    r"""The `e^{m - m'}` of `e^{m - m'} \ell`, which scales each entry by its own factor, and what the note defines so."""
    match expression:
        case tree.Power(base=tree.Constant(name="e")) | tree.Call(function="exp"):
            return True
        case tree.Local(name=name):
            return any(binding.name == name and _is_exponential(reader, binding.body) for binding in reader.bindings)
        case _:
            return False
