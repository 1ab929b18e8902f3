r"""A result on its own: the `F = 0.686` of "with `P = 0.8` and `R = 0.6` we get `F = 0.686`", where the note has a formula for F."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context
from vault_tools.compiler.resolve.writing.nodes import unwrap
from vault_tools.compiler.resolve.writing.numerals import written_number
from vault_tools.compiler.syntax_tree import Display, Relation
from vault_tools.messages.phrases import PLACE, concludes, is_asked_or_denied, sentences_of

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
    told = [numbers.get(letter, []) for letter in _inputs(scope, place, name)]
    places = {place, *(place for places in told for place in places)}
    row = unwrap(display.rows[0])
    if any(len(places) != 1 for places in told) or max(places) not in before or not isinstance(row, Relation):
        return None
    near = {*before, *_formulas_beside(scope, place)}
    if not all(_is_plain(scope, number) for number in (position, *places - {place})):
        return None
    return replace(display, rows=(replace(row, rest=(("=", side), *row.rest)),)) if told and places <= near else None


def _stated(display: Display) -> str | None:
    """The name that a display gives one number for."""
    row = unwrap(display.rows[0]) if len(display.rows) == 1 else None
    if not isinstance(row, Relation) or len(row.rest) != 1 or row.rest[0][0] not in {"=", "≈"} or written_number(row.rest[0][1]) is None:
        return None
    entries = Context.alone(display).entries
    symbol = entries[0].head.symbol if len(entries) == 1 and not entries[0].head.is_function else None
    return canonical(symbol) if symbol is not None else None


def _concluded_from(scope: NoteScope, position: int) -> tuple[int, ...]:
    """The formulas before one in its passage, where the words between the last of them and it draw a conclusion that is no question."""
    mark = f"${position}$"
    text, _, behind = _passage_with(scope, position).partition(mark)
    places = list(PLACE.finditer(text))
    between = text[places[-1].end() :] if places else ""
    rest = sentences_of(behind, ())[0]
    drawn = concludes(between) and not OTHERWISE.search(sentences_of(text, ())[-1]) and not is_asked_or_denied(between, rest)
    return tuple(int(place[1]) for place in places) if drawn else ()


def _is_plain(scope: NoteScope, position: int) -> bool:
    """Whether nothing right behind a number says in words what it counts."""
    return PLAIN.match(_passage_with(scope, position).partition(f"${position}$")[2]) is not None


def _formulas_beside(scope: NoteScope, position: int) -> tuple[int, ...]:
    """The formulas in the passage of one."""
    return tuple(int(place[1]) for place in PLACE.finditer(_passage_with(scope, position)))


def _passage_with(scope: NoteScope, position: int) -> str:
    return next((passage.text for passage in scope.note.passages if f"${position}$" in passage.text), "")


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


def _inputs(scope: NoteScope, place: int, name: str) -> tuple[str, ...]:
    """What a formula needs; () where it is no formula for one number."""
    program = scope.program(place)
    if not isinstance(program, tree.Program) or program.name != name or program.indices or program.result.shape or program.stated:
        return ()
    return tuple(p.name for p in program.inputs)
