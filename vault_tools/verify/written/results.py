r"""A result on its own: the `F = 0.686` of "with `P = 0.8` and `R = 0.6` we get `F = 0.686`", where the note has a formula for F.

A list or matrix without a name (`p = \mathrm{softmax}(z)`, we get `[0.2, 0.8]`) is the result of the formula right before it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context
from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.resolve.writing.numerals import is_written_number, written_number
from vault_tools.compiler.syntax_tree import Display, Relation
from vault_tools.messages.phrases import PLACE, concludes, is_asked_or_denied, only_concludes, sentences_of
from vault_tools.verify.relations import set_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.verify.scope import NoteScope

PLAIN = re.compile(
    r"\s*(?:$|[.,;:!|*_，。；：、！]|\$|(?:and|so|then|hence|thus|therefore|we|it|gives?|yields?)\b|[和与且时時得则則故所因于这這])"
)
"""What stands right behind a number that has no unit and is not said to be rounded, unlike `$v = 36$ km/h` and `$n = 4$ (rounded up)`."""
OTHERWISE = re.compile(
    r"\b(?:instead|using(?!\s*\$)|without|plus|more|another|extra|starting|lower|higher)\b|[改換换另再加减減]", re.IGNORECASE
)
"""Words of a sentence about numbers and a result that tell of more than the formula."""


def with_its_formula(scope: NoteScope, position: int) -> Display | None:
    """The display of a result with the note's formula for it put in; None where it is no result."""
    display = scope.displays[position]
    row = unwrap(display.rows[0]) if isinstance(display, Display) and len(display.rows) == 1 else None
    if not isinstance(display, Display) or row is None:
        return None
    if isinstance(row, Relation):
        return _with_definition(scope, position)
    is_list = is_written_number(row) and written_number(row) is None
    side = _side_before(scope, position) if is_list else None
    return replace(display, rows=(Relation(row.span, set_at(side, row.span), (("=", row),)),)) if side is not None else None


def _side_before(scope: NoteScope, position: int) -> Node | None:
    """What the formula right before a list computes, where a word of conclusion and nothing else leads from it to the list."""
    before = _concluded_from(scope, position)
    text, mark, _ = scope.thoughts_at.get(position, "").partition(f"${position}$")
    between = text[text.rindex("$") + 1 :] if before and mark else ""
    if not only_concludes(between) or not is_plain(scope, position):
        return None
    display, program = scope.displays[before[-1]], scope.program(before[-1])
    computes = isinstance(program, tree.Program) and bool(program.shape) and not program.stated and not program.is_step
    if not computes or not isinstance(display, Display) or len(display.rows) != 1:
        return None
    row = unwrap(display.rows[0])
    return row.rest[-1][1] if isinstance(row, Relation) and all(sign == "=" for sign in row.signs) else row


def _with_definition(scope: NoteScope, position: int) -> Display | None:
    """The display with the note's formula between the name and the number that it states; None where it is no such result.

    It is one where a word of conclusion leads to it, and the formula and all its inputs stand above, each said once in the whole note and
    in this passage or that of the formula: a letter that stands for several things proves nothing.
    """
    display = scope.displays[position]
    name = _stated(display) if isinstance(display, Display) else None
    before = _concluded_from(scope, position) if name is not None else ()
    numbers = _places_of_numbers(scope) if before else {}
    if name is None or not isinstance(display, Display) or numbers.get(name) != [position]:
        return None
    definitions = list(_definitions(scope, name))
    if len(definitions) != 1:
        return None
    place, side = definitions[0]
    row = unwrap(display.rows[0])
    if not isinstance(row, Relation):
        return None
    is_one = written_number(row.rest[0][1]) is not None
    told = [numbers.get(letter, []) for letter in _inputs(scope, place, name, is_one=is_one)]
    places = {place, *(place for places in told for place in places)}
    if any(len(places) != 1 for places in told) or max(places) not in before:
        return None
    near = {*before, *_formulas_beside(scope, place)}
    if not all(is_plain(scope, number) for number in (position, *places - {place})):
        return None
    if not told or not places <= near:
        return None
    return replace(display, rows=(replace(row, rest=(("=", set_at(side, row.first.span)), *row.rest)),))


def _stated(display: Display) -> str | None:
    """The name that a display gives one number, list or matrix for."""
    row = unwrap(display.rows[0]) if len(display.rows) == 1 else None
    if not isinstance(row, Relation) or len(row.rest) != 1 or row.rest[0][0] not in {"=", "≈"} or not is_written_number(row.rest[0][1]):
        return None
    entries = Context.alone(display).entries
    symbol = entries[0].head.symbol if len(entries) == 1 and not entries[0].head.is_function else None
    return canonical(symbol) if symbol is not None else None


def follows(scope: NoteScope, position: int) -> bool:
    """Whether words say that a formula follows from those before it."""
    return bool(_concluded_from(scope, position))


def _concluded_from(scope: NoteScope, position: int) -> tuple[int, ...]:
    """The formulas before one in its passage, where the words between the last of them and it draw a conclusion that is no question."""
    mark = f"${position}$"
    text, _, behind = scope.thoughts_at.get(position, "").partition(mark)
    places = list(PLACE.finditer(text))
    between = text[places[-1].end() :] if places else ""
    rest = sentences_of(behind, ())[0]
    drawn = (
        (concludes(between) or (not between.strip() and _goes_on(scope, position)))
        and not OTHERWISE.search(sentences_of(text, ())[-1])
        and not is_asked_or_denied(between, rest)
    )
    return tuple(int(place[1]) for place in places) if drawn else ()


def _goes_on(scope: NoteScope, position: int) -> bool:
    r"""Whether a display on its own stands right behind the one that says by a formula what its name is: `y = Wx`, `y = [3, 7]`."""
    if position == 0 or not all(scope.note.formulas[place].display for place in (position - 1, position)):
        return False
    display = scope.displays[position]
    name = _stated(display) if isinstance(display, Display) else None
    return name is not None and name in scope.defined(position - 1) and name not in scope.assigned(position - 1)


def is_plain(scope: NoteScope, position: int) -> bool:
    """Whether nothing right behind a number says in words what it counts."""
    return PLAIN.match(scope.thoughts_at.get(position, "").partition(f"${position}$")[2]) is not None


def _formulas_beside(scope: NoteScope, position: int) -> tuple[int, ...]:
    """The formulas in the passage of one."""
    return tuple(int(place[1]) for place in PLACE.finditer(scope.thoughts_at.get(position, "")))


def _places_of_numbers(scope: NoteScope) -> Mapping[str, list[int]]:
    """Where the note gives written numbers for a name."""
    found: dict[str, list[int]] = {}
    for place in range(len(scope.displays)):
        for name in scope.assigned(place):
            found.setdefault(name, []).append(place)
    return found


def _definitions(scope: NoteScope, name: str) -> Iterator[tuple[int, Node]]:
    """Where the note says by a formula what a name is, and the formula."""
    for place, display in enumerate(scope.displays):
        if isinstance(display, Display) and name in scope.defined(place) and name not in scope.assigned(place):
            yield from ((place, entry.statement.sides[-1]) for entry in Context.alone(display).entries if _defines(entry, name))


def _defines(entry: Entry, name: str) -> bool:
    symbol = entry.head.symbol
    return entry.statement.is_equation and symbol is not None and canonical(symbol) == name


def _inputs(scope: NoteScope, place: int, name: str, *, is_one: bool) -> tuple[str, ...]:
    """What a formula needs; () where it is no formula for one number, or none for several."""
    program = scope.program(place)
    if not isinstance(program, tree.Program) or program.name != name or program.indices or program.stated:
        return ()
    return tuple(p.name for p in program.inputs) if bool(program.result.shape) is not is_one else ()
