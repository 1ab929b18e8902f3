"""Joining arrays: `[a; b]`, `[a \\| b]`, `Concat(head_1, …, head_h)`, and the axis along which they are joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.build import nothing
from vault_tools.compiler.resolve.nodes import number_of, scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.patterns import at_letter
from vault_tools.compiler.resolve.scopes import Scope
from vault_tools.compiler.resolve.scripts import pieces
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.syntax_tree import Ellipsis_, Node, Number, Scripted, Sequence
from vault_tools.compiler.tree import Dim, Index
from vault_tools.errors import NothingToCompute
from vault_tools.model import Span, message

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reader import Reader


def join(reader: Reader, values: list[Value], way: str, node: Node, scope: Scope) -> Value:
    """Values joined: vectors end to end, matrices below each other (`rows`) or along the axis that fits."""
    ranks = {value.rank for value in values}
    if ranks == {0, 1}:
        values = [value if value.rank else value.derived(reader.build.stack([value.expression], node.span)) for value in values]
        ranks = {1}
    if len(ranks) != 1:
        raise reader.build.fail("shape.concat", values[0].expression, values[-1].expression, node.span)
    rank = ranks.pop()
    parts = [value.expression for value in values]
    if rank == 0:
        return Value(reader.build.stack(parts, node.span))
    if rank == 1:
        reader.say("vectors_joined")
        return Value(reader.build.concat(parts, -1, node.span), "column")
    axis = -2 if way == "rows" else _axis(reader, values, node)
    reader.say("joined_rows" if axis == -2 else "joined_columns")
    return Value(reader.build.concat(parts, axis, node.span))


def _axis(reader: Reader, values: list[Value], node: Node) -> int:
    """The axis on which the sizes may differ; where both could, the last, until a contradiction shows otherwise."""
    shapes = [value.expression.shape for value in values]
    rows_differ = any(reader.sizes.contradict(shapes[0][-2], shape[-2]) for shape in shapes[1:])
    columns_differ = any(reader.sizes.contradict(shapes[0][-1], shape[-1]) for shape in shapes[1:])
    if rows_differ != columns_differ:
        return -2 if rows_differ else -1
    return (-1, -2)[reader.choose(f"join:{node.span.start}", 2)]


def listed(reader: Reader, items: tuple[Node, ...]) -> tuple[Node, str, Node | None] | None:
    r"""`head_1, …, head_h`: the pattern symbol, the name of its running letter, and the last value; None for other lists."""
    kept = [unwrap(item) for item in items]
    places = [k for k, item in enumerate(kept) if isinstance(item, Ellipsis_)]
    if len(places) != 1 or places[0] == 0:
        return None
    first = scripts_moved_out(_lone(reader, kept[0]))
    if not isinstance(first, Scripted) or first.sub is None:
        return None
    numbered = [k for k, piece in enumerate(pieces(first.sub)) if isinstance(unwrap(piece), Number)]
    if len(numbered) != 1:
        return None
    last = None
    if places[0] + 1 < len(kept):
        end = scripts_moved_out(_lone(reader, kept[-1]))
        if not isinstance(end, Scripted) or end.sub is None or canonical(unwrap(end.base)) != canonical(unwrap(first.base)):
            return None
        last = pieces(end.sub)[numbered[0]]
    return first, str(numbered[0]), last


def concat_list(reader: Reader, pattern: tuple[Node, str, Node | None], scope: Scope, span: Span) -> Value:
    """`Concat(head_1, …, head_h)`: the heads side by side."""
    first, _, last = pattern
    index, _ = running_index(reader, first, last, scope)
    letter = index.name.split("_")[0]
    value = reader.read(at_letter(first, letter), scope.bind((letter, index)))
    if not value.rank:
        return Value(reader.build.tabulate([index], value.expression, span))
    reader.say("heads", index=letter)
    return Value(reader.build.concat_over(index, value.expression, -1, span), value.form)


def listed_value(reader: Reader, node: Sequence, scope: Scope) -> Value:
    """`[head_1; …; head_h]`: matrices of a list side by side; a list of vectors or numbers says only how a matrix is made up."""
    pattern = listed(reader, node.items)
    if pattern is None:
        raise nothing("lone_name")
    value = concat_list(reader, pattern, scope, node.span)
    if value.rank < 2:
        raise nothing("lone_name")
    return value


def _lone(reader: Reader, node: Node) -> Node:
    atoms = reader.words.atoms(node)
    return atoms[0] if len(atoms) == 1 else node


def running_index(reader: Reader, first: Node, last: Node | None, scope: Scope) -> tuple[Index, int]:
    """The index that runs through a list, and the number it starts with."""
    from vault_tools.compiler.resolve.sizing import dimension

    assert isinstance(first, Scripted)
    assert first.sub is not None
    start_piece = next(piece for piece in pieces(first.sub) if isinstance(unwrap(piece), Number))
    start = int(number_of(start_piece) or 1)
    size = reader.sizes.fresh() if last is None else dimension(reader, last, scope) - Dim.of(start - 1)
    name = next(letter for letter in "ijklmnpqrst" if letter not in scope.indices and letter != (word(last) if last is not None else ""))
    return reader.new_index(name, size, start, ranged=True), start
