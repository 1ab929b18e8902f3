"""Brackets, roots and matrices with scripts: `(…)_{ij}`, `(…)^T`, `(…)^2`, and the scripts behind a call."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import nothing, number
from vault_tools.compiler.resolve.reading.arithmetic import inverses
from vault_tools.compiler.resolve.reading.arithmetic.powers import entrywise_power, power, transpose
from vault_tools.compiler.resolve.reading.brackets import structures
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.names.symbols import symbol_value
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import LABEL_SIGNS, index_nodes, is_symbol, is_transpose_mark
from vault_tools.compiler.resolve.writing.nodes import number_of, scripts_moved_out, texts, unwrap, word
from vault_tools.compiler.resolve.writing.pieces import entrywise_exponent, pieces
from vault_tools.compiler.syntax_tree import BigOperator, Empty, Fence, Node, Relation, Scripted, Styled, Sum, Text

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope


def after_call(reader: Reader, value: Value, following: Node, scope: Scope) -> Value:
    """Scripts behind the bracket of a call: an index, a power, a transpose."""
    following = unwrap(following)
    if not isinstance(following, Scripted):
        return value
    return bracket_scripts(reader, value, following, scope)


def bracket_scripts(reader: Reader, value: Value, node: Scripted, scope: Scope) -> Value:
    """The scripts of a bracket: `(…)_{ij}`, `(…)^T`, `(…)^2`."""
    if isinstance(node.sub, Relation):
        raise nothing("lone_name")
    if node.primes:  # a derivative, or a transpose
        raise nothing() if value.rank == 0 else reader.unsupported("script", node.span)
    if node.sub is not None and word(node.sub) in PRECISIONS:
        reader.say("precision_said", word=word(node.sub) or "")
    elif node.sub is not None and word(node.sub) == "plus":
        value = inverses.positive_part(reader, value, node)
    elif node.sub is not None:
        places = [place for piece in pieces(node.sub) for place in index_nodes(piece, scope)]
        value = take(reader, value, places, scope, node.span) if places else _picked(reader, value, node.sub, node, scope)
    return value if node.sup is None else _raised(reader, value, unwrap(node.sup), node, scope)


PRECISIONS = frozenset({"fp64", "fp32", "fp16", "bf16", "fp8", "float64", "float32", "float16", "bfloat16"})
"""Words below a bracket for how exactly a program computes it."""
CLASSES = frozenset("cy")
"""Letters of the class that a distribution is asked for."""


def _picked(reader: Reader, value: Value, sub: Node, node: Node, scope: Scope) -> Value:
    r"""`\mathrm{softmax}(z)_y`: the entry of a class, counted from 1, or the one that a number names.

    UnsupportedError: the note says which number the class has, but not whether it counts from 0 or from 1.
    """
    letter = word(sub)
    if value.rank != 1 or letter not in CLASSES:
        return _numbered(reader, value, sub, node)
    place = reader.scalar(sub, scope)
    if not isinstance(place, tree.Input) or letter in reader.sheet.own.numeric | reader.sheet.context.numeric:
        raise reader.unsupported("entry_as_place", sub.span, name=letter)
    reader.say("places_from_one", name=letter)
    return value.derived(reader.build.element(value.expression, [reader.build.add([place, number(-1, "-1")], sub.span)], node.span))


def _numbered(reader: Reader, value: Value, sub: Node, node: Node) -> Value:
    r"""`\mathrm{softmax}([2, 1])_1`: one of as many entries as are known, counted from 1."""
    place, length = number_of(sub), value.expression.shape[0].number if value.rank == 1 else None
    if place is None or length is None or place.denominator != 1 or not 1 <= place <= length:
        raise reader.unsupported("bracket_script", sub.span)
    reader.say("entry_by_number", place=int(place))
    return value.derived(reader.build.element(value.expression, [number(int(place) - 1, "")], node.span))


def _raised(reader: Reader, value: Value, sup: Node, node: Scripted, scope: Scope) -> Value:
    """The superscript of a bracket."""
    each = entrywise_exponent(sup)
    if each is not None:
        return entrywise_power(reader, value, each, node, scope)
    length = word(sup) == "T" and value.rank == 0 and not texts(node.base)  # the T of `1.05^T`: a written number has nothing to turn
    if length:
        reader.scalar(sup, scope)
    elif is_transpose_mark(sup) and not (scope.is_number("T") and value.rank == 0):
        return transpose(reader, value, node)
    unseen = isinstance(node.base, Fence) and node.base.opener == "."  # round what is known to be raised: the A of `A^t x_0`
    if word(sup) == "t" and value.rank >= 1 and not unseen and not scope.is_index("t") and not scope.is_number("t"):
        return transpose(reader, value, node)
    if isinstance(sup, Sum) and len(sup.terms) == 1 and sup.terms[0][0] == "-" and is_transpose_mark(sup.terms[0][1]):
        minus_one = reader.build.matrix_power(value.expression, Fraction(-1), node.span)
        return transpose(reader, value.derived(minus_one), node)
    if word(sup) in LABEL_SIGNS:
        return inverses.marked(reader, value, word(sup) or "", node)
    if value.activated and value.rank >= 2 and (number_of(sup) or 0) > 0:
        return entrywise_power(reader, value, sup, node, scope)  # `\mathrm{ReLU}(X)^2`: of each value, as `\mathrm{ReLU}^2(X)`
    return power(reader, value, sup, node, scope)


def symbol_or_bracket(reader: Reader, atom: Node, scope: Scope) -> Value:
    """A symbol, or a scripted bracket, root, matrix or operator."""
    atom = scripts_moved_out(atom)
    if is_symbol(atom):
        return symbol_value(reader, read_symbol(atom, scope), scope)
    if isinstance(atom, Styled):
        return reader.read(atom, scope)
    assert isinstance(atom, Scripted)
    base = unwrap(atom.base)
    ones = structures.constant_array(reader, atom, scope)
    if ones is not None:
        return bracket_scripts(reader, ones, replace(atom, sub=None), scope)
    special = structures.scripted(reader, atom, base, scope)
    if special is not None:
        return special
    if isinstance(base, BigOperator | Empty | Text):
        raise reader.unsupported("script", atom.span)
    return bracket_scripts(reader, reader.read(base, scope), atom, scope)
