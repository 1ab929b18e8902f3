r"""Indices of a symbol become positions along its leading axes: `h_j`, `x_{i+1}`, `I(i+m, j+n)`, `K_{\lfloor h/g \rfloor}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.nodes import number_of, unwrap, walk, word
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.syntax_tree import Fence, Node, Scripted, Sum
from vault_tools.compiler.tree import Dim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reader import Reader
    from vault_tools.compiler.resolve.scopes import Scope
    from vault_tools.compiler.tree import Expression, Index
    from vault_tools.model import Span


def take(reader: Reader, value: Value, nodes: Sequence[Node], scope: Scope, span: Span) -> Value:
    """`value` at the positions that index expressions give."""
    if not nodes:
        return value
    array = value.expression
    if len(array.shape) < len(nodes):
        raise reader.unsupported("too_many_indices", span, name=getattr(array, "name", ""))
    at = [position(reader, node, array.shape[k], scope) for k, node in enumerate(nodes)]
    return Value(reader.build.element(array, at, span), plain=True)


def position(reader: Reader, node: Node, axis: Dim, scope: Scope) -> Expression:
    """The 0-based position that an index expression means along an axis."""
    linear = _linear(node, scope)
    if linear is None:
        if _subtracts_index(node, scope):
            raise reader.unsupported("difference_of_indices", node.span)
        base = 0 if _zero_based(node, scope) else 1
        blocks = _in_blocks(reader, node, axis, scope)
        if blocks is not None:
            return blocks
        value = reader.scalar(node, scope)
        return value if not base else reader.build.add([value, number(-1, "-1")], node.span)
    indices, constant = linear
    offset = _offset(reader, indices, constant)
    if offset < 0:
        raise reader.unsupported("before_first", node.span, index=indices[0].name)
    reader.axes.note(axis, indices, offset, node.span)
    terms = [reader.build.position(index) for index in indices]
    if offset:
        terms.append(number(offset, str(offset)))
    return reader.build.add(terms, node.span)


def _in_blocks(reader: Reader, node: Node, axis: Dim, scope: Scope) -> Expression | None:
    r"""`(i-1)s + t`, or `is + t` with i from 0, where t counts s places: s places for each i, one block behind the other."""
    node = unwrap(node)
    terms = [term for sign, term in node.terms if sign == "+"] if isinstance(node, Sum) else []
    for block, place in (terms, terms[::-1]) if len(terms) == 2 else ():
        inner = scope.indices.get(canonical(place)) if word(place) is not None else None
        outer, length = _block(reader, block, scope)
        if inner is None or outer is None or length is None or reader.sizes.find(length) != reader.sizes.find(inner.size):
            continue
        if not reader.sizes.unify(axis, outer.size * inner.size):
            continue
        start = reader.build.multiply([reader.build.position(outer), tree.Size(dim=inner.size, span=node.span)], node.span)
        return reader.build.add([start, reader.build.position(inner)], node.span)
    return None


def _block(reader: Reader, block: Node, scope: Scope) -> tuple[Index | None, Dim | None]:
    """The index of `(i-1)s`, `is`, `2i`, unless its first block would be left out, and the size that it is multiplied by."""
    atoms = reader.words.atoms(block)
    for atom, factor in (atoms, atoms[::-1]) if len(atoms) == 2 else ():
        inside = unwrap(atom.body) if isinstance(atom, Fence) else atom
        before = isinstance(inside, Sum) and [sign for sign, _ in inside.terms] == ["+", "-"] and number_of(inside.terms[1][1]) == 1
        letter = inside.terms[0][1] if before and isinstance(inside, Sum) else inside
        index = scope.indices.get(canonical(letter)) if word(letter) is not None else None
        if index is not None and (before or index.start == 0 or index.name not in reader.ranged):
            value = number_of(factor)
            size = Dim.of(int(value)) if value is not None and value.denominator == 1 else scope.page.sizes.get(canonical(factor))
            return index, size
    return None, None


def _subtracts_index(node: Node, scope: Scope) -> bool:
    """`b_{i-j}`: which entry a negative difference means is not written."""
    node = unwrap(node)
    return isinstance(node, Sum) and any(
        sign == "-" and any(word(inner) is not None and canonical(inner) in scope.indices for inner in walk(term))
        for sign, term in node.terms
    )


def _offset(reader: Reader, indices: Sequence[Index], constant: int) -> int:
    """What is added to the positions: counted from the first value that is written for an index, else from the first element."""
    written = [index for index in indices if index.name in reader.ranged]
    if not written:
        return constant + sum(max(index.start - 1, 0) for index in indices)
    first = 1 if any(index.start >= 1 for index in written) else 0
    return constant + sum(index.start if index in written else first for index in indices) - first


def _linear(node: Node, scope: Scope) -> tuple[tuple[Index, ...], int] | None:
    """Indices and a number that are added: `i`, `i+1`, `i+m-1`; None for anything else."""
    node = unwrap(node)
    if word(node) is not None or isinstance(node, Scripted):
        index = scope.indices.get(canonical(node))
        return ((index,), 0) if index is not None else None
    if not isinstance(node, Sum):
        return None
    indices: list[Index] = []
    constant = 0
    for sign, term in node.terms:
        value = number_of(term)
        if value is not None and value.denominator == 1:
            constant += int(value) if sign == "+" else -int(value)
            continue
        inner = _linear(term, scope) if sign == "+" and not isinstance(unwrap(term), Sum) else None
        if inner is None:
            return None
        indices.extend(inner[0])
    return (tuple(indices), constant) if indices and len(set(indices)) == len(indices) else None


def _zero_based(node: Node, scope: Scope) -> bool:
    """Whether the values of the indices in an expression start at 0."""
    found = [scope.indices[canonical(inner)] for inner in walk(node) if word(inner) is not None and canonical(inner) in scope.indices]
    return any(index.start == 0 for index in found)


def index_value(index: Index, span: Span) -> Expression:
    """An index as the number that the formula counts it by."""
    return tree.IndexValue(index=index, indices=(index.name,), span=span)
