"""Recurrences that are computed step by step: `h_t = f(h_{t-1}, x_t)` and all that it needs of the same step become one `Recur`."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.parts import mapped
from vault_tools.compiler.resolve.build import MisfitError, nothing, number
from vault_tools.compiler.resolve.reading.bodies import body_of, undefinable
from vault_tools.compiler.resolve.reading.indices.elements import take
from vault_tools.compiler.resolve.reading.indices.entries import entry_scope
from vault_tools.compiler.resolve.reading.indices.sides import read_alone
from vault_tools.compiler.resolve.reading.indices.starts import first_entry, first_of_all, is_zero, looks_back, step_entry, steps_back
from vault_tools.compiler.resolve.reading.sizing import dimension
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.indices.quantities import Loop
from vault_tools.compiler.resolve.writing.names.scripts import is_upper
from vault_tools.compiler.resolve.writing.nodes import bare
from vault_tools.compiler.resolve.writing.ranks.likeliest import rank_options
from vault_tools.compiler.resolve.writing.spelled_out.patterns import at_letter
from vault_tools.compiler.syntax_tree import Node, Number, Scripted
from vault_tools.model import Span, message

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.quantities import Quantity
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.tree import Expression, Index, Shape


def step_by_step(reader: Reader, entry: Entry, side: Node, scope: Scope, letter: str) -> Value:
    """The value of a statement at all steps, at the index that is free in it."""
    outer = scope.indices[letter]
    loop = _known_loop(reader, entry, side) or _read_loop(reader, entry, side, scope, letter)
    wanted = loop.quantity(entry, reader.sheet.name_of(entry))
    numbers = {quantity.number: place for place, quantity in enumerate(loop.order)}
    quantities = [(q.name, q.start, _renumbered(q.body, loop.index, numbers)) for q in loop.order if q.body is not None]
    stacked = reader.build.recur(loop.index, quantities, numbers[wanted.number], side.span)
    places = [scope.indices[name] for name in _other_letters(reader, entry, letter, side.span)]
    at = [reader.build.position(index) for index in (outer, *places)]
    reader.say("steps", name=wanted.name, index=letter)
    assert wanted.value is not None
    return replace(wanted.value, expression=reader.build.element(stacked, at, side.span), plain=False)


def _known_loop(reader: Reader, entry: Entry, side: Node) -> Loop | None:
    """A loop that computes this side already, for something else."""
    for loop in reader.loops:
        found = loop.quantities.get(id(entry.statement))
        if found is not None and found.side is side and not loop.reading:
            return loop
    return None


def _read_loop(reader: Reader, entry: Entry, side: Node, scope: Scope, letter: str) -> Loop:
    outer = scope.indices[letter]
    begin = first_of_all(reader.sheet, entry.head.base, letter)
    start = begin[1] if begin is not None else outer.start
    index = reader.new_index(letter, outer.size, start, ranged=outer.name in reader.ranged)
    loop = Loop(letter, index)
    reader.loops.append(loop)
    first = loop.quantity(entry, reader.sheet.name_of(entry))
    _read_step(reader, loop, first, scope, side)
    while waiting := [quantity for quantity in loop.quantities.values() if quantity.body is None]:
        _read_quantity(reader, loop, waiting[0])
    return loop


def _read_quantity(reader: Reader, loop: Loop, quantity: Quantity) -> None:
    scope, _ = entry_scope(reader, quantity.entry)
    _read_step(reader, loop, quantity, scope, None)


def _read_step(reader: Reader, loop: Loop, quantity: Quantity, scope: Scope, side: Node | None) -> None:
    """Read what a quantity is at each step. `side`: the side to read, else the last one that can be computed."""
    entry = quantity.entry
    span = side.span if side is not None else entry.statement.span
    others = [scope.indices[name] for name in _other_letters(reader, entry, loop.letter, span)]
    inside = replace(scope, indices={**scope.indices, loop.letter: loop.index}, loop=loop)
    loop.reading.append(id(entry.statement))
    if side is not None:
        quantity.side = side
        value = reader.read(side, inside)
    else:
        found = body_of(reader, entry, inside, read_alone)
        if found is None:
            raise undefinable(reader, entry, quantity.name, span)
        value = found
    loop.reading.pop()
    body = reader.build.tabulate(others, value.expression, span)
    _settle(reader, loop, quantity, body, span)
    if quantity.first is not None:
        at_first = reader.build.compare("==", reader.value_of(loop.index, span), number(loop.index.start, str(loop.index.start)), span)
        body = reader.build.where([(at_first, quantity.first)], body, span)
    quantity.body, quantity.value = body, value
    loop.order.append(quantity)


def _settle(reader: Reader, loop: Loop, quantity: Quantity, body: Expression, span: Span) -> None:
    """One step and the next have the same shape."""
    if quantity.shape is None:
        quantity.shape = body.shape
        return
    same_rank = len(quantity.shape) == len(body.shape)
    if not same_rank or not all(map(reader.sizes.unify, quantity.shape, body.shape)):
        text = message("shape.step", name=quantity.name, left=reader.build.show(quantity.shape), right=reader.build.show(body.shape))
        before = reader.build.state(loop.index, quantity.number, quantity.shape, quantity.name, span)
        raise MisfitError(text, span, None, (before,))


def _other_letters(reader: Reader, entry: Entry, letter: str, span: Span) -> list[str]:
    """The free letters of a statement but the one that counts steps, in the order of its left side."""
    head = reader.sheet.head_of(entry)
    names = [canonical(node) for node in head.indices] if head is not None else []
    if sorted(names) != sorted(reader.sheet.letters_of(entry).free):
        raise reader.unsupported("before_first", span, index=letter)
    return [name for name in names if name != letter]


def _renumbered(node: Expression | None, index: Index, numbers: dict[int, int]) -> Expression:
    """States by the place of their quantity in the order in which a step computes them."""
    assert node is not None
    if isinstance(node, tree.State) and node.index == index:
        return replace(node, state=numbers[node.state])
    return mapped(node, lambda inner: _renumbered(inner, index, numbers))


# ---------------------------------------------------------------- symbols inside a step


def quantity_value(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """`h_{t-1}`, or `c_t` that needs the step before, inside a step; None for symbols that stand for something else."""
    loop = scope.loop
    assert loop is not None
    distances = [steps_back(node, loop.letter) for node in found.indices]
    if all(distance is None for distance in distances) or found.name in reader.shapes:
        return None
    place = next(k for k, distance in enumerate(distances) if distance is not None)
    entry = step_entry(reader.sheet, found.base, loop.letter)
    if entry is None or reader.sheet.name_of(entry) != found.name:
        return None
    if not looks_back(reader.sheet, entry, loop.letter):
        if id(entry.statement) in reader.active:
            raise reader.unsupported("circle", found.node.span, name=found.name)
        return None
    distance = distances[place] or 0
    if distance > 1 or (distance and found.base not in reader.sheet.around.starts):
        raise reader.unsupported("before_first", found.node.span, index=loop.letter)
    state = _state(reader, loop, entry, found, distance, scope)
    rest = [node for k, node in enumerate(found.indices) if k != place]
    return take(reader, Value(state, plain=True), rest, scope, found.node.span)


def _state(reader: Reader, loop: Loop, entry: Entry, found: Occurrence, distance: int, scope: Scope) -> Expression:
    quantity = loop.quantity(entry, reader.sheet.name_of(entry))
    if distance and quantity.start is None:
        quantity.shape, quantity.start = _first(reader, loop, quantity, found, scope)
    if not distance and quantity.body is None:
        if id(entry.statement) in loop.reading:
            raise reader.unsupported("circle", found.node.span, name=quantity.name)
        _read_quantity(reader, loop, quantity)
    assert quantity.shape is not None
    return reader.build.state(loop.index, quantity.number, quantity.shape, quantity.name, found.node.span, distance)


# ---------------------------------------------------------------- starts


def _first(reader: Reader, loop: Loop, quantity: Quantity, found: Occurrence, scope: Scope) -> tuple[Shape, Expression]:
    """The shape of a quantity at one step, and its value before the first."""
    begin = first_of_all(reader.sheet, quantity.entry.head.base, loop.letter)
    if loop.index.start != (begin[1] if begin is not None else 1):
        raise reader.unsupported("before_first", found.node.span, index=loop.letter)
    if begin is not None:
        quantity.first = _first_step(reader, loop, begin)
        return quantity.first.shape, _filled(reader, None, quantity.first.shape, found.node.span)
    given = _first_value(reader, quantity.entry)
    literal = given if given is not None and not given.shape and _is_plain(given) else None
    if given is not None and literal is None:
        if quantity.shape is not None:
            _settle(reader, loop, quantity, given, found.node.span)
        return given.shape, given
    shape = quantity.shape if quantity.shape is not None else _shape(reader, found, scope)
    return shape, _filled(reader, literal, shape, found.node.span)


def _first_step(reader: Reader, loop: Loop, begin: tuple[Entry, int]) -> Expression:
    """The first of all steps, at the index that runs: `x_t` for `s_0 = x_0`."""
    entry, value = begin
    side = at_letter(entry.statement.sides[-1], loop.letter, str(value))
    own, over = entry_scope(reader, entry)
    inside = replace(own, indices={**own.indices, loop.letter: loop.index})
    return reader.build.tabulate(over, reader.expression(side, inside), side.span)


def _is_plain(value: Expression) -> bool:
    """A number, which may stand for an array of it."""
    return isinstance(value, tree.Number | tree.Constant) or (isinstance(value, tree.Negate) and _is_plain(value.operand))


def _filled(reader: Reader, literal: Expression | None, shape: Shape, span: Span) -> Expression:
    """An array of one number; no number is zero."""
    value = literal.value if isinstance(literal, tree.Number) else Fraction(0)
    if not shape:
        return literal if literal is not None else number(0, "0", span)
    full = tree.Full(value=value, shape=shape, span=span)
    return full if literal is None or isinstance(literal, tree.Number) else reader.build.add([full, literal], span)


def _first_value(reader: Reader, entry: Entry) -> Expression | None:
    """What the note says of `h_0`; None for zeros."""
    first = first_entry(reader.sheet, entry.head.base)
    if first is not None:
        side = first.statement.sides[-1]
        if is_zero(side):
            return None
        scope, over = entry_scope(reader, first)
        return reader.build.tabulate(over, reader.expression(side, scope), side.span)
    symbol = entry.head.symbol
    scope, _ = entry_scope(reader, entry)
    if symbol is None:
        raise nothing()
    return reader.expression(Scripted(symbol.span, bare(symbol), Number(symbol.span, "0", "0")), scope)


def _shape(reader: Reader, found: Occurrence, scope: Scope) -> Shape:
    """The shape of a state that starts at a number: as declared, else of the likeliest rank."""
    annotated = reader.sheet.annotations.get(found.name)
    if annotated is not None and annotated[0] == len(found.indices) == 1:
        return tuple(dimension(reader, node, None) for node in annotated[1])
    base = bare(found.node)
    count = len(found.indices)
    options = rank_options(base, count, reader.sheet.hints(scope.page.entry).get(found.name, set()))
    if is_upper(base):
        options = tuple(sorted(options, key=lambda rank: rank != count + 2))  # a capital is a matrix at each step
    rank = options[reader.choose(f"rank:{found.name}", len(options))] - 1
    return tuple(reader.sizes.fresh() for _ in range(rank))
