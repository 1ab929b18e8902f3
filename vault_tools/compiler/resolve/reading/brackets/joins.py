r"""Joining arrays: `[a; b]`, `[a \| b]`, `Concat(head_1, …, head_h)`, and the axis along which they are joined."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical, without_step
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.finish import used_names
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, number_of, unwrap, walk, word
from vault_tools.compiler.resolve.writing.ranks.customs import HEADS
from vault_tools.compiler.resolve.writing.spelled_out.patterns import at_letter, end_text, ends, numbered_below, same
from vault_tools.compiler.syntax_tree import Ellipsis_, Fence, Node, Number, Relation, Scripted, Sequence
from vault_tools.compiler.tree import Dim, Index

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.model import Span


STORES = frozenset({"cache", "cached", "past", "prev", "previous", "history", "hist", "memory", "mem"})
"""Words for what rows are added to, step by step."""
KEPT = frozenset("kv")
"""Letters of the keys and values that a cache holds."""


def join(reader: Reader, values: list[Value], way: str, node: Node) -> Value:
    """Values joined: vectors end to end, matrices below each other (`rows`) or along the axis that fits."""
    ranks = {value.rank for value in values}
    if ranks == {0, 1}:
        values = [value if value.rank else value.derived(reader.build.stack([value.expression], node.span)) for value in values]
        ranks = {1}
    if ranks == {1, 2} and _appends(reader, values, way, node):
        values = [value if value.rank == 2 else value.derived(reader.build.stack([value.expression], node.span)) for value in values]
        ranks, way = {2}, "rows"
    elif ranks == {1, 2} and not way and _is_given(reader, [value for value in values if value.rank == 1]):
        values = [value if value.rank == 2 else value.derived(_as_column(reader, value, node)) for value in values]
        ranks = {2}
    if len(ranks) != 1:
        raise reader.build.fail("shape.concat", values[0].expression, values[-1].expression, node.span)
    rank = ranks.pop()
    parts = [value.expression for value in values]
    if rank == 0:
        return Value(reader.build.stack(parts, node.span))
    if rank == 1:
        reader.say("vectors_joined")
        return Value(reader.build.concat(parts, -1, node.span), "column")
    axis = -2 if way == "rows" or _adds_rows(_items(node)) else _axis(reader, values, node)
    reader.say("joined_rows" if axis == -2 else "joined_columns")
    return Value(reader.build.concat(parts, axis, node.span))


def _appends(reader: Reader, values: list[Value], way: str, node: Node) -> bool:
    r"""The k_t of `[K_{\text{past}}; k_t]` and `\text{concat}(K, k_t)`: one more row, as its letter says, or shapes that nobody guessed.

    Before a comma the letter alone says so: the b of `[A, b]` is one more column.
    """
    written = _items(node)
    if len({canonical(base_of(item)).lower() for item in written}) == 1 or _is_store(written):
        return True
    return way == "rows" and _is_given(reader, values)


def _items(node: Node) -> tuple[Node, ...]:
    """What is joined, as it is written."""
    match unwrap(node.body) if isinstance(node, Fence) else node:
        case Sequence(items=items):
            return items
        case Relation() as joined:
            return joined.operands
        case _:
            return ()


def _is_store(items: tuple[Node, ...]) -> bool:
    r"""`K_{\text{cache}}` is among what is joined."""
    return any(map(_holds_rows, items))


def _adds_rows(items: tuple[Node, ...]) -> bool:
    r"""To keys and values that are stored, and to what is stored of one matrix, rows are added; to the H of `[H_{prev}, X]` columns."""
    stored = {canonical(base_of(item)).lower() for item in items if _holds_rows(item)}
    return bool(stored & KEPT) or (bool(stored) and len({canonical(base_of(item)).lower() for item in items}) == 1)


def _holds_rows(item: Node) -> bool:
    """Whether a word below says that rows are added to it."""
    return is_symbol(item) and not STORES.isdisjoint(canonical(item).lower().split("_"))


def _is_given(reader: Reader, values: list[Value]) -> bool:
    """Whether no rank of what is joined is guessed."""
    names = used_names([value.expression for value in values], tree.Input)
    return not any(f"rank:{without_step(name)}" in reader.options for name in names)


def _as_column(reader: Reader, value: Value, node: Node) -> tree.Expression:
    r"""The b of an augmented matrix `[A, b]`, and the ones of `[\mathbf{1}, X]`."""
    return reader.build.transpose(reader.build.stack([value.expression], node.span), node.span)


def _axis(reader: Reader, values: list[Value], node: Node) -> int:
    """The axis on which the sizes may differ; where both could, the last, until a contradiction shows otherwise."""
    shapes = [value.expression.shape for value in values]
    rows_differ = any(reader.sizes.contradict(shapes[0][-2], shape[-2]) for shape in shapes[1:])
    columns_differ = any(reader.sizes.contradict(shapes[0][-1], shape[-1]) for shape in shapes[1:])
    if rows_differ != columns_differ:
        return -2 if rows_differ else -1
    return (-1, -2)[reader.choose(f"join:{node.span.start}", 2)]


@dataclass(frozen=True, slots=True)
class Listed:
    """A list with an ellipsis: its first item, the number that runs in it, and the last value of that number."""

    first: Node
    start: str
    last: Node | None


def listed(reader: Reader, items: tuple[Node, ...]) -> Listed | None:
    """`head_1, …, head_h`, `f(x_1); …; f(x_n)`, `head^{(1)}, …, head^{(h)}`; None for other lists."""
    kept = [reader.words.regrouped(unwrap(item)) for item in items]
    places = [k for k, item in enumerate(kept) if isinstance(item, Ellipsis_)]
    if len(places) != 1 or places[0] == 0:
        return None
    return _pattern(kept, places) or _pattern(list(map(_numbered, kept)), places)


def _numbered(item: Node) -> Node:
    """An item with the number above it below; a small letter with a number above is a power, unless brackets say otherwise."""
    node = unwrap(item)
    if not isinstance(node, Scripted) or not (isinstance(node.sup, Fence) or is_upper(node.base) or len(word(node.base) or "") > 1):
        return item
    return numbered_below(node)


def _pattern(kept: list[Node], places: list[int]) -> Listed | None:
    """What repeats round the dots."""
    first, end = kept[0], kept[-1] if places[0] + 1 < len(kept) else None
    start, last = ends(first, end if end is not None else first)
    if start is None or not _count_on(kept[: places[0]], start):
        return None
    if end is None:
        return Listed(first, start, None)
    text = (last.text if isinstance(last, Number) else end_text(last)) if last is not None else None
    alike = text is not None and same(at_letter(first, "□", start), at_letter(end, "□", text))
    return Listed(first, start, last) if alike else None


def _count_on(items: list[Node], start: str) -> bool:
    """Whether the items before the dots are the first one at one number after the other."""
    return all(same(at_letter(items[0], "□", start), at_letter(item, "□", str(int(start) + k))) for k, item in enumerate(items) if k)


def running_index(reader: Reader, pattern: Listed, scope: Scope) -> tuple[Index, str]:
    """The index that runs through a list, and the letter it has there."""
    start = int(pattern.start)
    last = pattern.last
    size = reader.sizes.fresh() if last is None else dimension(reader, last, scope) - Dim.of(start - 1)
    used = {canonical(inner) for inner in walk(pattern.first) if word(inner) is not None}
    name = next(letter for letter in "ijklmnpqrst" if letter not in scope.indices and letter not in used and letter != word_of(last))
    return reader.new_index(name, size, start, ranged=True), name


def word_of(node: Node | None) -> str | None:
    """The letters of a node, if there is one."""
    return word(node) if node is not None else None


def concat_list(reader: Reader, pattern: Listed, scope: Scope, span: Span) -> Value:
    """`Concat(head_1, …, head_h)`: the heads side by side."""
    index, letter = running_index(reader, pattern, scope)
    value = reader.read(at_letter(pattern.first, letter, pattern.start), scope.bind((letter, index)))
    if not value.rank:
        return Value(reader.build.tabulate([index], value.expression, span))
    reader.say("heads", index=letter)
    return Value(reader.build.concat_over(index, value.expression, -1, span), value.form)


def listed_value(reader: Reader, node: Sequence, scope: Scope) -> Value:
    """`[head_1; …; head_h]`: arrays of a list end to end; vectors between commas may be rows or columns of a matrix."""
    pattern = listed(reader, node.items)
    if pattern is None:
        return _rows_behind(reader, node, scope)
    value = concat_list(reader, pattern, scope, node.span)
    joined = node.separators[0] in (";", "‖") or word(bare(pattern.first)) in HEADS
    if value.rank == 1 and not isinstance(value.expression, tree.Tabulate) and not joined:
        raise nothing("lone_name")
    return value


def _is_list(side: Node, node: Sequence) -> bool:
    """Whether a side is nothing but the list, in brackets or transposed."""
    side = unwrap(side)
    while isinstance(side, Fence | Scripted):
        side = unwrap(side.body if isinstance(side, Fence) else side.base)
    return side is node


def _rows_behind(reader: Reader, node: Sequence, scope: Scope) -> Value:
    r"""`[x_{class}; x_1 E; …; x_N E]`: other rows above those of a list. NothingToCompute: no list of rows."""
    items = tuple(map(numbered_below, node.items))
    place = next(k for k, item in enumerate(items) if isinstance(unwrap(item), Ellipsis_))
    patterns = ((k, found) for k in range(place) if (found := listed(reader, items[k:])) is not None)
    first, pattern = next(patterns, (0, None))
    if pattern is None or set(node.separators) != {";"}:
        if any(number_of(item) is not None for item in items) and not any(_is_list(side, node) for side in scope.page.sides):
            raise reader.unsupported("ellipsis", node.span)  # `S + m [-2, \ldots, 0]` is no list that is only named
        raise nothing("lone_name")
    index, letter = running_index(reader, pattern, scope)
    row = reader.read(at_letter(pattern.first, letter, pattern.start), scope.bind((letter, index)))
    if row.form != "row":
        raise nothing("lone_name")
    above = [reader.read(item, scope) for item in items[:first]]
    parts = [reader.build.stack([value.expression], node.span) if value.rank == 1 else value.expression for value in above]
    reader.say("joined_rows")
    return Value(reader.build.concat([*parts, reader.build.tabulate([index], row.expression, node.span)], -2, node.span))
