r"""Families of arrays that a number tells apart: with `R_m = \begin{pmatrix} \cos m\theta & … \end{pmatrix}` of the note, `R_n` and
`R_{n-m}` are the same matrix for another number, and `R_m` beside `q_m` is one matrix for each position.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.bodies import body_of
from vault_tools.compiler.resolve.reading.indices.entries import entry_scope
from vault_tools.compiler.resolve.reading.indices.recurrences import read_side
from vault_tools.compiler.resolve.values import Parameter, Value
from vault_tools.compiler.resolve.writing.indices.families import family_letter, place_below
from vault_tools.compiler.resolve.writing.nodes import number_of

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry


def member(reader: Reader, found: Occurrence, scope: Scope) -> Value | None:
    """The member of a family of the note at the number below a symbol; None where the note defines no such family."""
    place = place_below(found.node)
    if place is None or number_of(place) is not None or found.operations or found.name in reader.shapes or found.base in reader.shapes:
        return None
    for entry in reader.sheet.candidates(found.base):
        letter = family_letter(entry, reader.words)
        ranged = letter is not None and letter in entry.ranges
        if letter is None or id(entry.statement) in reader.active or (letter in reader.sheet.letters_of(entry).free and not ranged):
            continue
        if canonical(place) == letter and not scope.is_index(letter) and not ranged:
            continue  # the definition itself, by its own letter
        return _at(reader, entry, letter, Parameter(reader.read(place, scope)))
    return None


def _at(reader: Reader, entry: Entry, letter: str, number: Parameter) -> Value | None:
    if number.value.rank:
        return None
    scope, _ = entry_scope(reader, entry)
    others = {name: index for name, index in scope.indices.items() if name != letter}
    value = body_of(reader, entry, replace(scope, indices={}, parameters={letter: number}), read_side) if not others else None
    if value is None:
        return None
    reader.say("family_of_number", name=entry.head.base, letter=letter)
    return replace(value, plain=False)
