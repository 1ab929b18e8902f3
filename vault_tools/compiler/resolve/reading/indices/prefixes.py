r"""Rows up to a step: `K_{1:t}`, and a cache `K_t = [K_{t-1}; k_t]` that starts empty, as all rows with those behind the step masked.

While a side is read, such an array has a size of its own, which nothing else may have; `filled` puts the whole array in its place.
What cannot be computed with masks then still has that size, and is refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.parts import inner, mapped
from vault_tools.compiler.resolve.build import number
from vault_tools.compiler.resolve.reading.indices.entries import entry_scope
from vault_tools.compiler.resolve.reading.indices.starts import first_entry, step_entry, steps_back
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.indices.quantities import Prefix
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import base_of, number_of, scripts_moved_out, unwrap, word
from vault_tools.compiler.syntax_tree import Empty, Fence, Grid, Juxtaposed, Node, Relation, Sequence
from vault_tools.compiler.tree import free

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.tree import Expression, Index, Shape
    from vault_tools.model import Span

JOINING = frozenset({"concat", "cat", "append"})
SETS = frozenset({"emptyset", "varnothing", "∅"})
MASKED_WITH_INFINITY = frozenset({"softmax", "logsumexp"})
"""Functions over an axis in which an entry of minus infinity takes no part."""
PLACEWISE = (tree.Negate, tree.Add, tree.Multiply, tree.Divide, tree.Power, tree.Where, tree.MatMul, tree.Transpose)
BINDING = (tree.Reduce, tree.Tabulate, tree.ConcatOver, tree.Recur)
"""Nodes whose free indices are not those of their parts."""


def prefix_end(node: Node, scope: Scope) -> Index | None:
    r"""T of `1:t` and `\le t`, where t is an index."""
    node = unwrap(node)
    if not isinstance(node, Relation) or len(node.rest) != 1:
        return None
    sign, end = node.rest[0]
    first = (sign == ":" and number_of(node.first) == 1) or (sign == "≤" and isinstance(node.first, Empty))
    return scope.indices.get(canonical(end)) if first and word(end) is not None else None


def rows_up_to(reader: Reader, array: Expression, index: Index, span: Span) -> Expression:
    """The rows of an array up to the one at an index."""
    if index.start != 1:
        raise reader.unsupported("before_first", span, index=index.name)
    reader.axes.note(array.shape[0], [index], 0, span)
    prefix = reader.prefixes.setdefault(index.name, Prefix(reader.sizes.rigid(), index, array.shape[0]))
    reader.sizes.unify(prefix.whole, array.shape[0])
    stop = reader.build.position(index, 1)
    shape = (prefix.size, *array.shape[1:])
    return tree.Slice(array=array, axis=0, start=number(0, "0"), stop=stop, shape=shape, indices=free(array, stop), span=span)


# ---------------------------------------------------------------- growing arrays


def grown(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """`K_t` where the note says that it grows by one row a step from nothing; None for other symbols."""
    index = scope.indices.get(canonical(found.indices[0])) if len(found.indices) == 1 else None
    if index is None or found.name in reader.shapes or found.base not in reader.sheet.around.starts:
        return None
    letter = canonical(found.indices[0])
    entry = step_entry(reader.sheet, found.base, letter)
    row = appended(entry, letter) if entry is not None else None
    first = first_entry(reader.sheet, found.base)
    if entry is None or row is None or first is None or not _is_nothing(first.statement.sides[-1]):
        return None
    inside, _ = entry_scope(reader, entry)
    running = reader.new_index(letter, index.size, index.start, ranged=index.name in reader.ranged)
    value = reader.expression(row, replace(inside, indices={**inside.indices, letter: running}))
    if not value.shape and entry.head.symbol is not None and is_upper(base_of(scripts_moved_out(entry.head.symbol))):
        raise reader.rank_error(value, 1, row.span, found.name)
    reader.say("grown", name=found.name, index=letter)
    table = _table(reader, running, value, found.node.span)
    return Value(rows_up_to(reader, table, index, found.node.span), plain=True)


def _table(reader: Reader, index: Index, value: Expression, span: Span) -> Expression:
    """The values at all positions; an array as it is where they are just its rows."""
    if isinstance(value, tree.Element) and value.at == (reader.build.position(index),):
        return value.array
    return reader.build.tabulate([index], value, span)


def appended(entry: Entry, letter: str) -> Node | None:
    """`k_t` of `K_t = [K_{t-1}; k_t]`."""
    items = _joined(unwrap(entry.statement.sides[-1]))
    if items is None or len(items) != 2:
        return None
    before, row = map(unwrap, items)
    base, script = (getattr(before, "base", None), getattr(before, "sub", None))
    grows = base is not None and script is not None and canonical(unwrap(base)) == entry.head.base and steps_back(script, letter) == 1
    return row if grows else None


def _joined(side: Node) -> tuple[Node, ...] | None:
    r"""The parts of `[a; b]`, `[a \| b]`, `Concat(a, b)`, or of a column."""
    match side:
        case Fence(opener="[", body=body):
            inner = unwrap(body)
            if isinstance(inner, Sequence):
                return inner.items
            if isinstance(inner, Relation) and all(sign in ("|", "∥", "‖") for sign in inner.signs):
                return inner.operands
        case Grid(rows=rows) if all(len(row) == 1 for row in rows):
            return tuple(row[0] for row in rows)
        case Juxtaposed(items=(name, Fence(opener="(", body=body))) if (word(name) or "").lower() in JOINING:
            inner = unwrap(body)
            return inner.items if isinstance(inner, Sequence) else None
    return None


def _is_nothing(side: Node) -> bool:
    r"""`[\,]`, `()`, `\emptyset`."""
    side = unwrap(side)
    return word(side) in SETS or (isinstance(side, Fence) and isinstance(unwrap(side.body), Empty))


# ---------------------------------------------------------------- masks


def filled(reader: Reader, value: Value, span: Span) -> Value:
    """A value without arrays that grow: whole ones, and masks. UnsupportedError: its own size would grow."""
    expression = value.expression
    for name, prefix in tuple(reader.prefixes.items()):
        expression = _Filling(reader, prefix).fill(expression)
        given = [dim for array in reader.inputs.values() for dim in array.shape]
        if any(prefix.size.names[0] in reader.sizes.find(dim).names for dim in (*expression.shape, *given, prefix.whole)):
            raise reader.other_rank("grows", span, index=prefix.index.name)
        reader.sizes.loosen(prefix.size, prefix.whole)
        del reader.prefixes[name]
    return value if expression is value.expression else replace(value, expression=expression)


class _Filling:
    """Puts whole arrays in the place of those that grow with one index. Their size stays in the shapes, and tells where to mask."""

    def __init__(self, reader: Reader, prefix: Prefix) -> None:
        self.reader, self.prefix = reader, prefix

    def fill(self, node: Expression) -> Expression:
        """The node with whole arrays inside."""
        if not self._holds(node):
            return node
        inside = mapped(node, self.fill)
        match node:
            case tree.Slice(shape=(size, *_)) if size == self.prefix.size and isinstance(inside, tree.Slice):
                return inside.array
            case tree.MatMul(left=left) if self._grows(left.shape[-1:]) and isinstance(inside, tree.MatMul):
                if not (isinstance(left, tree.Call) and left.function == "softmax"):
                    inside = replace(inside, left=self._masked(inside.left, left.shape, number(0, "0")))
            case tree.Call(axis=axis, arguments=(argument,)) if axis is not None and self._grows((argument.shape[axis],)):
                if node.function not in MASKED_WITH_INFINITY or axis != -1 or not isinstance(inside, tree.Call):
                    raise self._refusal(node)
                lowest = tree.Negate(operand=tree.Constant(name="inf"))
                inside = replace(inside, arguments=(self._masked(inside.arguments[0], argument.shape, lowest),))
            case _ if not self._keeps_places(node):
                raise self._refusal(node)
        return replace(inside, indices=free(*inner(inside)))

    def _holds(self, node: Expression) -> bool:
        return self._grows(node.shape) or any(map(self._holds, inner(node)))

    def _grows(self, shape: Shape) -> bool:
        """Whether an axis has the growing size, or one made of it."""
        return any(self.prefix.size.names[0] in self.reader.sizes.find(dim).names for dim in shape)

    def _keeps_places(self, node: Expression) -> bool:
        """Whether entries behind the step stay where they are, and reach no other."""
        growing = [part for part in inner(node) if self._grows(part.shape)]
        if not growing:
            return not isinstance(node, BINDING)
        return isinstance(node, PLACEWISE) or (isinstance(node, tree.Call) and all(part.shape == node.shape for part in growing))

    def _masked(self, node: Expression, shape: Shape, rest: Expression) -> Expression:
        """A last axis with another value behind the step."""
        build, prefix = self.reader.build, self.prefix
        own = self.reader.new_index("s", prefix.size, prefix.index.start)
        here, end = self.reader.value_of(own, node.span), self.reader.value_of(prefix.index, node.span)
        mask = build.tabulate([own], build.compare("<=", here, end, node.span), node.span)
        return tree.Where(branches=((mask, node),), otherwise=rest, shape=shape, indices=free(mask, node), span=node.span)

    def _refusal(self, node: Expression) -> Exception:
        return self.reader.other_rank("grows", node.span, index=self.prefix.index.name)
