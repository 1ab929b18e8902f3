r"""Indices of a symbol become positions along its leading axes: `h_j`, `x_{i+1}`, `I(i+m, j+n)`, `K_{\lfloor h/g \rfloor}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.indices.first_places import from_one, from_zero
from vault_tools.compiler.resolve.reading.indices.prefixes import prefix_end, rows_up_to
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.indices.strides import strides
from vault_tools.compiler.resolve.writing.nodes import base_of, number_of, unwrap, walk, word
from vault_tools.compiler.syntax_tree import Fence, Node, Scripted, Sum
from vault_tools.compiler.tree import Dim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.tree import Expression, Index
    from vault_tools.model import Span


def take(reader: Reader, value: Value, nodes: Sequence[Node], scope: Scope, span: Span, firsts: Sequence[int] = ()) -> Value:
    """`value` at the positions that index expressions give. `firsts`: what its axes are counted from, 1 unless they say more."""
    if not nodes:
        return value
    array = value.expression
    end = prefix_end(nodes[0], scope) if len(nodes) == 1 and array.shape else None
    if end is not None:
        return Value(rows_up_to(reader, array, end, span), plain=True)
    if len(array.shape) < len(nodes):
        if isinstance(array, tree.Input | tree.Local):
            raise reader.other_rank("too_many_indices", span, name=array.name)
        raise reader.other_rank("too_many_places", span, given=len(nodes), axes=len(array.shape))
    at = [position(reader, node, array.shape[k], scope, firsts[k] if k < len(firsts) else 1) for k, node in enumerate(nodes)]
    return Value(reader.build.element(array, at, span), plain=True)


def position(reader: Reader, node: Node, axis: Dim, scope: Scope, first: int = 1) -> Expression:
    """The 0-based position that an index expression means along an axis whose first place is number `first`."""
    linear = _linear(node, scope)
    if linear is None:
        apart = _difference(reader, node, axis, scope)
        if apart is not None:
            return apart
        if _subtracts_index(node, scope) and not _is_distance(node, scope):
            raise reader.unsupported("difference_of_indices", node.span)
        if isinstance(unwrap(node), Scripted):  # `w_{y_n}`
            raise reader.unsupported("entry_as_place", node.span, name=canonical(base_of(unwrap(node))))
        base = 0 if _zero_based(node, scope) or _is_distance(node, scope) else 1
        blocks = _in_blocks(reader, node, axis, scope) or _stepping(reader, node, axis, scope)
        if blocks is not None:
            return blocks
        value = reader.scalar(node, scope)
        _walk_further(reader, node, axis, scope)
        _walk_distance(reader, node, axis, scope)
        place = from_one(reader, value, node) if base else from_zero(reader, value, node)
        if place.indices:  # what `K_{g(i)}` and `V_{g(i)}` are taken from has as many entries
            reader.sizes.unify(axis, reader.looked_up.setdefault(place, axis))
        return place
    indices, constant = linear
    offset = _offset(reader, indices, constant)
    if 1 < first <= min(index.start for index in indices):
        offset -= first - 1
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


def _stepping(reader: Reader, node: Node, axis: Dim, scope: Scope) -> Expression | None:
    r"""`x_{2i+k}` with k from 0: i counts from 0 too, as far as the axis goes; None where the letters count from 1."""
    found = strides(node, scope)
    if found is None or any(stride.index.start != 0 and stride.index.name in reader.ranged for stride in found[0]):
        return None
    if not any(stride.index.start == 0 for stride in found[0]):
        return None
    steps = [Dim.of(1) if stride.step is None else dimension(reader, stride.step, scope) for stride in found[0]]
    indices = [stride.index for stride in found[0]]
    reader.axes.note(axis, indices, found[1], node.span, steps)
    terms: list[Expression] = []
    for index, step in zip(indices, steps, strict=True):
        place = reader.build.position(index)
        width = number(step.number) if step.number is not None else tree.Size(dim=step, span=node.span)
        terms.append(place if step.number == 1 else reader.build.multiply([width, place], node.span))
    reader.say("steps_from_zero", letters=", ".join(index.name for index in indices))
    return reader.build.add([*terms, number(found[1])] if found[1] else terms, node.span)


def _block(reader: Reader, block: Node, scope: Scope) -> tuple[Index | None, Dim | None]:
    """The index of `(i-1)s`, `is`, `2i`, unless its first block would be left out, and the size that it is multiplied by."""
    atoms = reader.words.atoms(block)
    for atom, factor in (atoms, atoms[::-1]) if len(atoms) == 2 else ():
        inside = unwrap(atom.body) if isinstance(atom, Fence) else atom
        before = isinstance(inside, Sum) and inside.signs == ("+", "-") and number_of(inside.terms[1][1]) == 1
        letter = inside.terms[0][1] if before and isinstance(inside, Sum) else inside
        index = scope.indices.get(canonical(letter)) if word(letter) is not None else None
        if index is not None and (before or index.start == 0 or index.name not in reader.ranged):
            value = number_of(factor)
            size = Dim.of(int(value)) if value is not None and value.denominator == 1 else scope.page.sizes.get(canonical(factor))
            return index, size
    return None, None


def _difference(reader: Reader, node: Node, axis: Dim, scope: Scope) -> Expression | None:
    r"""The position that `b_{i-j}` means: counted from the smallest difference, which a range (`j \le i`) or the sizes of both give."""
    node = unwrap(node)
    terms = node.terms if isinstance(node, Sum) else ()
    places = [scope.indices.get(canonical(term)) if word(term) is not None else None for _, term in terms]
    if [sign for sign, _ in terms] != ["+", "-"] or None in places:
        return None
    first, second = (place for place in places if place is not None)
    least = _least_difference(first, second, scope)
    if first.start != second.start or first.name == second.name or (least is None and not _both_free(reader, terms, scope)):
        return None
    apart = [reader.build.position(first), reader.build.negate(reader.build.position(second), node.span)]
    if least is None:
        reader.sizes.unify(axis, first.size + second.size - Dim.of(1))
        reader.say("differences", first=first.name, second=second.name)
        apart += [tree.Size(dim=second.size, span=node.span), number(-1, "-1")]
    else:
        reader.sizes.unify(axis, first.size - Dim.of(least))
        apart += [number(-least, str(-least))] if least else []
    return reader.build.add(apart, node.span)


def _both_free(reader: Reader, terms: Sequence[tuple[str, Node]], scope: Scope) -> bool:
    r"""Rows and columns of the result, as in a bias by distance; under a sum (`x_{n-k}`) it is not written what stands before the first."""
    free = reader.sheet.letters_of(scope.page.entry).free if scope.page.entry is not None else ()
    return all(canonical(term) in free for _, term in terms)


def _least_difference(first: Index, second: Index, scope: Scope) -> int | None:
    r"""0 where `second \le first` in the range around, 1 where it is less; None where it may be more."""
    pair = [first.name, second.name]
    for limit in scope.limits.values():
        for test in limit.operands if isinstance(limit, tree.Logic) and limit.operator == "and" else (limit,):
            if isinstance(test, tree.Compare) and isinstance(test.left, tree.IndexValue) and isinstance(test.right, tree.IndexValue):
                compared, sign = [test.left.index.name, test.right.index.name], test.operator
                if (compared == pair and sign in (">=", ">")) or (compared == pair[::-1] and sign in ("<=", "<")):
                    return int(sign in (">", "<"))
    return None


def _subtracts_index(node: Node, scope: Scope) -> bool:
    r"""`b_{i-j}`, `b_{\min(i-j, 2)}`: which entry a negative difference means is not written."""
    return any(is_difference(inner, scope) for inner in walk(node))


def is_difference(node: Node, scope: Scope) -> bool:
    """A sum in which an index is subtracted."""
    return isinstance(node, Sum) and any(
        sign == "-" and any(word(inner) is not None and canonical(inner) in scope.indices for inner in walk(term))
        for sign, term in node.terms
    )


def _walk_further(reader: Reader, node: Node, axis: Dim, scope: Scope) -> None:
    """`x_{t+h}` where t ends h places before the last: the axis has h places more than t counts."""
    node = unwrap(node)
    terms = [term for sign, term in node.terms if sign == "+"] if isinstance(node, Sum) else []
    names = [canonical(term) for term in terms if word(term) is not None]
    indices = [scope.indices[name] for name in names if name in scope.indices]
    sizes = [scope.page.sizes[name] for name in names if name in scope.page.sizes and name not in scope.indices]
    if isinstance(node, Sum) and len(terms) == len(node.terms) == 2 and len(indices) == len(sizes) == 1 and indices[0].start == 1:
        reader.axes.note(axis, indices, 0, node.span, further=sizes[0])


def _walk_distance(reader: Reader, node: Node, axis: Dim, scope: Scope) -> None:
    """`b_{|i-j|}`: positions of one sequence, so both indices run as far, and there are as many distances."""
    node = unwrap(node)
    if not isinstance(node, Fence) or not _is_distance(node, scope):
        return
    indices = [scope.indices[canonical(inner)] for inner in walk(node) if word(inner) is not None and canonical(inner) in scope.indices]
    if len(indices) == 2 and reader.sizes.unify(indices[0].size, indices[1].size):
        reader.sizes.unify(axis, indices[0].size)


def _is_distance(node: Node, scope: Scope) -> bool:
    r"""`|i-j|`, `\min(|i-j|, 2)`: all differences stand between bars, so that 0 is the first value."""
    inside = {id(inner) for fence in walk(node) if isinstance(fence, Fence) and fence.opener == "|" for inner in walk(fence.body)}
    differences = [inner for inner in walk(node) if is_difference(inner, scope)]
    return bool(differences) and all(id(inner) in inside for inner in differences)


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
