"""Which function reads which kind of node: the dispatch table of the walk, and the small kinds themselves."""

from __future__ import annotations

from fractions import Fraction as Rational
from types import MappingProxyType
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import nothing, number
from vault_tools.compiler.resolve.reading.arithmetic.powers import square_root
from vault_tools.compiler.resolve.reading.brackets import structures
from vault_tools.compiler.resolve.reading.brackets.literals import read_grid, read_number, read_sequence
from vault_tools.compiler.resolve.reading.factors import read_fraction, read_product, read_row
from vault_tools.compiler.resolve.reading.names.symbols import read_name
from vault_tools.compiler.resolve.reading.operators.ranged import read_operator
from vault_tools.compiler.resolve.reading.operators.sums import read_sum
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap, word
from vault_tools.compiler.resolve.writing.statements.clauses.connectives import is_connective
from vault_tools.compiler.syntax_tree import (
    Accented,
    BigOperator,
    Display,
    Ellipsis_,
    Empty,
    Fence,
    Fraction,
    Grid,
    Juxtaposed,
    Labelled,
    Letters,
    Name,
    Node,
    Number,
    Postfix,
    Prefix,
    Product,
    Relation,
    Root,
    Scripted,
    Sequence,
    Styled,
    Sum,
    Text,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler.resolve.reading.reader import Reader, Rule
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope


def read_styled(reader: Reader, node: Node, scope: Scope) -> Value:
    """Bold one is a vector of ones; other fonts say nothing here."""
    assert isinstance(node, Styled)
    inner = unwrap(node.body)
    if isinstance(inner, Number) and inner.text in ("0", "1") and node.font in ("bf", "bb"):
        return Value(tree.Full(value=Rational(inner.text), shape=(reader.sizes.fresh(),), span=node.span))
    if node.font == "bb" and isinstance(inner, Juxtaposed | Scripted):
        raise reader.unsupported("font", node.span, font=node.font)
    if isinstance(inner, Letters | Name | Juxtaposed | Scripted):
        return read_row(reader, node, scope)
    return reader.read(node.body, scope)


def read_labelled(reader: Reader, node: Node, scope: Scope) -> Value:
    """A brace or label changes nothing."""
    assert isinstance(node, Labelled)
    return reader.read(node.body, scope)


def read_root(reader: Reader, node: Node, scope: Scope) -> Value:
    """A square root or a root of another degree."""
    assert isinstance(node, Root)
    value = reader.read(node.radicand, scope)
    if node.degree is None:
        return square_root(reader, value, node)
    degree = number_of(node.degree)
    if degree:
        return value.derived(reader.build.power(value.expression, number(1 / degree), node.span))
    below = reader.scalar(node.degree, scope)
    exponent = reader.build.divide(number(1, "1"), below, node.span)
    return value.derived(reader.build.power(value.expression, exponent, node.span))


def read_prefix(reader: Reader, node: Node, scope: Scope) -> Value:
    """A sign before a factor."""
    assert isinstance(node, Prefix)
    value = reader.read(node.operand, scope)
    if node.operator == "-":
        return value.derived(reader.build.negate(value.expression, node.span))
    if node.operator == "+":
        return value
    raise reader.unsupported("sign", node.span, sign=node.operator)


PARTS = {"percent": (100, "100"), "permille": (1000, "1000")}
"""Signs behind a number, and what they divide it by."""


def read_postfix(reader: Reader, node: Node, scope: Scope) -> Value:
    """Factorial, per cent, per mille, degrees."""
    assert isinstance(node, Postfix)
    value = reader.read(node.operand, scope)
    if node.operator in PARTS:
        return value.derived(reader.build.divide(value.expression, number(*PARTS[node.operator]), node.span))
    if node.operator == "degree":
        reader.say("degrees")
        turn = reader.build.divide(tree.Constant(name="pi"), number(180, "180"), node.span)
        return value.derived(reader.build.multiply([value.expression, turn], node.span))
    function = reader.vocabulary.function("factorial")
    twice = isinstance(node.operand, Postfix) and node.operand.operator == "!"  # `n!!` skips every other factor
    if node.operator == "!" and function is not None and not twice:
        return value.derived(reader.build.elementwise(function, [value.expression], node.span))
    raise reader.unsupported("postfix", node.span, sign=node.operator)


def read_nothing(_reader: Reader, _node: Node, _scope: Scope) -> Value:
    """Ellipses, empty groups and prose have no value."""
    raise nothing()


WORDS_OF_A_NAME = 3
"""More are a sentence."""


def read_text(reader: Reader, node: Node, scope: Scope) -> Value:
    r"""A word of another script as a factor or term (`\text{权重} \times V`) is a name; other prose has no value.

    Names are also words that the note defines, writes as a title (`\text{Attention Weights} \cdot V`), or computes words from.
    """
    assert isinstance(node, Text)
    if word(node) is None or is_connective(node.text):
        raise nothing()
    words = node.text.split()
    title = len(words) > 1 and all(part[0].isupper() for part in words)
    defined = reader.sheet.defines(canonical(node))
    head = scope.page.entry.head.symbol if scope.page.entry is not None else None
    named = isinstance(head, Text) and len(words) <= WORDS_OF_A_NAME
    if node.text.isascii() and not title and not defined and not named:
        raise nothing()
    return read_name(reader, node, scope)


def read_relation(reader: Reader, node: Node, _scope: Scope) -> Value:
    """A relation inside an expression has no value of its own."""
    raise reader.unsupported("relation_inside", node.span)


RULES: Mapping[type[Node], Rule] = MappingProxyType(
    {
        Letters: read_row,
        Name: read_row,
        Scripted: read_row,
        Accented: read_row,
        Juxtaposed: read_row,
        Styled: read_styled,
        Labelled: read_labelled,
        Number: read_number,
        Product: read_product,
        Sum: read_sum,
        Fraction: read_fraction,
        Root: read_root,
        Prefix: read_prefix,
        Postfix: read_postfix,
        Fence: structures.read_bracket,
        Sequence: read_sequence,
        Grid: read_grid,
        BigOperator: read_operator,
        Relation: read_relation,
        Display: read_relation,
        Ellipsis_: read_nothing,
        Empty: read_nothing,
        Text: read_text,
    }
)
