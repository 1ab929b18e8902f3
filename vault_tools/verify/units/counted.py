r"""Words behind numbers that are no unit known here: `598{,}000 \;\text{바이트}`, `0.3\\ g/L`. What is counted changes no number,
unless the word multiplies: then the numbers are far apart, and nothing is told.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.nodes import every
from vault_tools.compiler.syntax_tree import Display, Juxtaposed, Letters, Name, Node, Number, Product, Relation, Scripted, Text
from vault_tools.verify.relations import last_relation, relations, with_relations
from vault_tools.verify.units.amounts import is_number, unit_name
from vault_tools.verify.units.names import in_numerals, is_unit

if TYPE_CHECKING:
    from collections.abc import Collection

    from vault_tools.model import Span


def without_counted(display: Display) -> Display:
    r"""Behind a side of numbers alone, `598{,}000 \;\text{바이트}` without its word: set as text behind a number, it is what is counted."""
    return with_relations(display, _counted)


def _counted(relation: Relation) -> Relation:
    before, rest = relation.first, []
    for sign, side in relation.rest:
        counted = not _has_letters(before) and _is_counted(side)
        before = side.items[0] if counted and isinstance(side, Juxtaposed) else side
        rest.append((sign, before))
    return replace(relation, rest=tuple(rest))


def leaves_out(display: Display, spans: Collection[Span]) -> bool:
    r"""Whether an amount that stands behind other sides is none of those that were read (at `spans`): `= 5 = 7 \text{ hp}`."""
    sides = (side for relation in relations(display) for _, side in relation.rest[1:])
    amounts = (side for side in sides if _number_before_words(side) is not None)
    return any(not any(side.span.start <= one.start < side.span.end for one in spans) for side in amounts)


def ends_in_an_amount(display: Display) -> bool:
    r"""Whether the last side of a chain is a number and letters, which may be its unit: `F = ma = 5\,N`."""
    row = last_relation(display)
    return row is not None and len(row.rest) > 1 and _number_before_words(row.rest[-1][1]) is not None


def _is_counted(side: Node) -> bool:
    """A number, and one word of text that is no unit and does not multiply."""
    match side:
        case Juxtaposed(items=(Number(), Text(text=text) | Name(text=text, command=False) as word)):
            name = unit_name(word) or text.strip()
            return len(name) > 1 and name.isalpha() and not is_unit(name) and not in_numerals(name)[0]
    return False


def without_words(display: Display) -> Display:
    """Behind a side of numbers alone, a side that is a number and letters without the letters: if it agrees, they are its unit."""
    return with_relations(display, _worded)


def _worded(relation: Relation) -> Relation:
    before, rest = relation.first, []
    for sign, side in relation.rest:
        bare = _number_before_words(side) if not _has_letters(before) else None
        rest.append((sign, bare or side))
        before = bare or side
    return replace(relation, rest=tuple(rest))


def _number_before_words(side: Node) -> Node | None:
    r"""`0.3` of `0.3\\ g/L`; None where the letters are not all behind one number."""
    match side:
        case Juxtaposed(items=(number, *rest)) if (
            is_number(number) and rest and not any(every(Number, part) for part in rest if not _is_powered(part))
        ):
            return number
        case Product(first=Juxtaposed() as first, rest=rest) if all(sign in {"slash", "cdot"} and not is_number(one) for sign, one in rest):
            return _number_before_words(first)
    return None


def _is_powered(part: Node) -> bool:
    return isinstance(part, Scripted)


def _has_letters(side: Node) -> bool:
    return any(every(kind, side) for kind in (Letters, Name, Text))
