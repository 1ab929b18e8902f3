"""Words and brackets of the notation itself: Concat, expectation, indicators, norms with scripts, ellipsis lists."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as Rational
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import nothing, number
from vault_tools.compiler.resolve.reading.arithmetic.magnitudes import between_bars
from vault_tools.compiler.resolve.reading.arithmetic.norms import bars, named, norm
from vault_tools.compiler.resolve.reading.arithmetic.powers import power
from vault_tools.compiler.resolve.reading.brackets.joins import concat_list, join, listed
from vault_tools.compiler.resolve.reading.brackets.literals import inner_product, items_value
from vault_tools.compiler.resolve.reading.operators.conditions import read_condition, set_size
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_transpose_mark, mentions_index
from vault_tools.compiler.resolve.writing.nodes import arguments, number_of, unwrap, word
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.resolve.writing.statements.clauses.stacked import PART
from vault_tools.compiler.syntax_tree import Fence, Grid, Node, Product, Relation, Root, Scripted, Sequence, Styled
from vault_tools.compiler.syntax_tree import Number as NumberNode
from vault_tools.model import Span

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

FLAT = "flatten"
WORDS = frozenset({"concat", "cat", "concatenate", FLAT, PART})


def call(reader: Reader, text: str, atom: Node, bracket: Fence | Grid, scope: Scope) -> Value:
    """Concat of a list or of parts; the rows of an array one behind the other."""
    nodes = arguments(bracket) if isinstance(bracket, Fence) else (bracket,)
    span = Span(atom.span.start, bracket.span.end)
    if text.lower() == FLAT and len(nodes) == 1:
        return _flat(reader, reader.read(nodes[0], scope), span)
    if text == PART and len(nodes) == 3:
        return _part(reader, reader.read(nodes[0], scope), int(number_of(nodes[1]) or 0), int(number_of(nodes[2]) or 0), span)
    pattern = listed(reader, nodes)
    if pattern is not None:
        return concat_list(reader, pattern, scope, span)
    if isinstance(bracket, Fence) and isinstance(unwrap(bracket.body), Sequence):
        return join(reader, [reader.read(node, scope) for node in nodes], "", bracket)
    raise reader.unsupported("concat", span, name=text)


def _part(reader: Reader, value: Value, place: int, count: int, span: Span) -> Value:
    """One of `count` parts of equal length of a vector."""
    if value.rank != 1 or not 1 <= place <= count:
        raise reader.rank_error(value.expression, 1, span, PART)
    length = reader.sizes.fresh()
    if not reader.sizes.unify(value.expression.shape[0], length * tree.Dim.of(count)):
        raise reader.unsupported("parts", span, count=count)
    ends = [reader.build.multiply([number(k), tree.Size(dim=length, span=span)], span) if k else number(0, "0") for k in (place - 1, place)]
    reader.say("stacked", count=count)
    array = value.expression
    return Value(tree.Slice(array=array, axis=0, start=ends[0], stop=ends[1], shape=(length,), indices=array.indices, span=span))


def _flat(reader: Reader, value: Value, span: Span) -> Value:
    r"""`\text{Flatten}(X)`: an array row by row, as it lies in memory; a vector as it is."""
    expression = value.expression
    if value.rank == 0:
        raise reader.rank_error(expression, 2, span, FLAT)
    if len(expression.shape) > 1:
        index = reader.new_index("r", expression.shape[0])
        row = _flat(reader, Value(reader.build.element(expression, [reader.build.position(index)], span)), span).expression
        expression = reader.build.concat_over(index, row, -1, span)
        reader.say("flattened")
    return Value(expression)


# ---------------------------------------------------------------- brackets


def scripted(reader: Reader, atom: Scripted, base: Node, scope: Scope) -> Value | None:
    r"""Scripts that belong to the bracket's own meaning: `\|x\|_2^2`, `\sqrt d_k`, `\mathbb{1}_{i=j}`."""
    if isinstance(base, Fence) and base.opener == "|" and atom.sub is None and (size := _size_of_set(reader, base, scope)) is not None:
        return power(reader, size, atom.sup, atom, scope) if atom.sup is not None else size
    if isinstance(base, Fence) and base.opener in "|‖" and base.closer in "|‖":
        inner = between_bars(reader, base, scope) if base.opener == "|" else reader.read(base.body, scope)
        value = norm(reader, inner, atom.sub, base, scope) if base.opener == "‖" or atom.sub is not None else bars(reader, inner, base)
        return power(reader, value, atom.sup, atom, scope) if atom.sup is not None else value
    if isinstance(base, Root) and not base.braced and base.degree is None and atom.sub is not None:
        return _short_root(reader, atom, base, scope)
    if is_indicator(base) and atom.sub is not None:
        return indicator(reader, atom.sub, scope, atom.span)
    return None


def _short_root(reader: Reader, atom: Scripted, base: Root, scope: Scope) -> Value:
    r"""`\sqrt d_k`: TeX roots d alone, the reader means the root of d_k."""
    reader.say("root_extent")
    whole = Root(atom.span, Scripted(atom.span, base.radicand, atom.sub))
    value = reader.read(whole, scope)
    return power(reader, value, atom.sup, atom, scope) if atom.sup is not None else value


def constant_array(reader: Reader, atom: Scripted, scope: Scope) -> Value | None:
    r"""`\mathbf{1}^\top`, `1_n`, `\mathbf{0}_{n \times d}`: ones or zeros, of the sizes written below; `\mathbb{1}_S` is an indicator."""
    struck = isinstance(atom.base, Styled) and atom.base.font == "bb"
    digit = unwrap(atom.base.body) if isinstance(atom.base, Styled) else atom.base
    if not isinstance(digit, NumberNode) or digit.text not in ("0", "1"):
        return None
    turned = atom.sup is not None and is_transpose_mark(atom.sup) and not (word(atom.sup) == "T" and scope.is_number("T"))
    if atom.sub is None and not turned and not isinstance(atom.base, Styled):
        return None
    if atom.sub is not None and (isinstance(unwrap(atom.sub), Relation | Sequence | Fence) or mentions_index(atom.sub, scope)):
        return None
    below = word(atom.sub) or "" if atom.sub is not None else ""
    if struck and (below.isupper() or len(below) > 1):
        return None
    sizes = _sizes(reader, atom.sub, scope) if atom.sub is not None else (reader.sizes.fresh(),)
    return Value(tree.Full(value=Rational(digit.text), shape=sizes, span=atom.span))


def _sizes(reader: Reader, sub: Node, scope: Scope) -> tuple[tree.Dim, ...]:
    sub = unwrap(sub)
    crossed = isinstance(sub, Product) and all(sign == "times" for sign in sub.signs)
    nodes = sub.operands if isinstance(sub, Product) and crossed else (sub,)
    return tuple(dimension(reader, node, scope) for node in nodes)


def is_indicator(node: Node) -> bool:
    r"""`\mathbb{1}`, `\mathbb{I}`, `\mathbf{1}` before a condition."""
    if not isinstance(node, Styled):
        return False
    inner = unwrap(node.body)
    return (isinstance(inner, NumberNode) and inner.text == "1") or (node.font == "bb" and word(inner) in ("I", "1"))


def indicator(reader: Reader, condition: Node, scope: Scope, span: Span) -> Value:
    """1 where a condition holds, else 0."""
    test = read_condition(reader, condition, scope)
    return Value(reader.build.where([(test, number(1, "1"))], number(0, "0"), span))


def read_bracket(reader: Reader, node: Node, scope: Scope) -> Value:
    """A bracket by its kind."""
    assert isinstance(node, Fence)
    body = unwrap(node.body)
    match node.opener:
        case "⌊" | "⌈":
            return _rounded(reader, node, scope)
        case "|":
            return _stated_bars(reader, node) or _size_of_set(reader, node, scope) or bars(reader, between_bars(reader, node, scope), node)
        case "‖":
            return norm(reader, reader.read(body, scope), None, node)
        case "⟨":
            return _angle(reader, body, node, scope)
        case _:
            return _round(reader, body, node, scope)


def lists_vectors(body: Node) -> bool:
    r"""`x_1^T \cdot x_2^T \cdot x_3^T` in a bracket: numbered vectors listed between dots, no product."""
    if not isinstance(body, Product) or any(sign not in ("cdot", "dot") for sign in body.signs):
        return False
    operands = [unwrap(operand) for operand in body.operands]
    bases = {key(operand.base) for operand in operands if isinstance(operand, Scripted) and operand.sub is not None}
    return len(bases) == 1 and all(isinstance(operand, Scripted) and operand.sub is not None for operand in operands)


def _stated_bars(reader: Reader, node: Fence) -> Value | None:
    """`|B|` of which the note only says how much it is."""
    value = reader.sheet.stated_bars(node)
    return Value(number(value, span=node.span)) if value is not None else None


def _size_of_set(reader: Reader, node: Fence, scope: Scope) -> Value | None:
    return set_size(reader, unwrap(node.body), scope)


def _rounded(reader: Reader, node: Fence, scope: Scope) -> Value:
    value = reader.read(node.body, scope)
    if node.opener == "⌊" and node.closer == "⌋":
        name = "floor"
    elif node.opener == "⌈" and node.closer == "⌉":
        name = "ceil"
    else:
        name = "round"
    return value.derived(reader.build.elementwise(named(reader, name, node), [value.expression], node.span))


def _angle(reader: Reader, body: Node, node: Fence, scope: Scope) -> Value:
    if isinstance(body, Sequence) and len(body.items) == 2:
        return inner_product(reader, reader.read(body.items[0], scope), reader.read(body.items[1], scope), node)
    if isinstance(body, Relation) and len(body.rest) == 1 and body.rest[0][0] in ("|", "∣"):
        return inner_product(reader, reader.read(body.first, scope), reader.read(body.rest[0][1], scope), node)
    raise reader.unsupported("angle", node.span)


def _round(reader: Reader, body: Node, node: Fence, scope: Scope) -> Value:
    if isinstance(body, Sequence):
        return items_value(reader, body, node.opener, scope)
    if node.opener == "[" and lists_vectors(body):
        raise nothing("lone_name")
    if isinstance(body, Relation):
        if len(body.rest) == 1 and body.rest[0][0] in ("|", "∣", "∥") and node.opener == "(":
            return inner_product(reader, reader.read(body.first, scope), reader.read(body.rest[0][1], scope), node)
        if node.opener == "[":
            return indicator(reader, body, scope, node.span)
        raise reader.unsupported("relation_inside", node.span)
    value = reader.read(body, scope)
    if node.opener == "[" and value.rank == 0 and isinstance(body, NumberNode):
        return Value(reader.build.stack([value.expression], node.span))
    return replace(value, plain=value.plain)
