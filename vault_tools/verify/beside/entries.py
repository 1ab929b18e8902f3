r"""Single entries of what a formula above computes: the `S_{12} = 3` of `S = QK^\top`, the `p_2 = 0.73` of `p = \mathrm{softmax}(z)`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.numerals import written_number
from vault_tools.compiler.syntax_tree import Display, Scripted
from vault_tools.errors import FormulaError
from vault_tools.model import Claim
from vault_tools.verify.givens.places import PLACE, entries_of, subscripted_names
from vault_tools.verify.relations import relations
from vault_tools.verify.run import Run, run
from vault_tools.verify.written.conditional import why_open
from vault_tools.verify.written.results import follows, is_plain

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Relation
    from vault_tools.model import Check
    from vault_tools.verify.scope import NoteScope


def entry_claims(scope: NoteScope, position: int) -> tuple[tuple[Claim, ...], tuple[Check, ...]]:
    """A claim for each entry that a display states of an array computed above, and how that was computed."""
    display = scope.displays[position]
    if not isinstance(display, Display) or not any(map(_base, relations(display))):
        return (), ()
    if scope.counts_from_zero or not is_plain(scope, position):
        return (), ()
    claims: list[Claim] = []
    checks: tuple[Check, ...] = ()
    for relation in relations(display):
        base = _base(relation)
        heard = _computed(scope, position, base) if base else None
        claim = _claim(scope, position, relation, base, heard) if heard is not None else None
        if claim is not None and heard is not None:
            claims.append(claim)
            checks = heard.checks
    return tuple(claims), checks


def _base(relation: Relation) -> str:
    """The letter with numbers below for which a relation states one number; "" for any other."""
    first = relation.first
    if not isinstance(first, Scripted) or first.sup is not None or len(relation.rest) != 1:
        return ""
    sign, side = relation.rest[0]
    found = PLACE.fullmatch(canonical(first))
    return found["base"] if found and sign in {"=", "≈"} and written_number(side) is not None else ""


def _computed(scope: NoteScope, position: int, base: str) -> Run | None:
    """The array of that name on the note's numbers, where one formula above defines it and nothing else does."""
    places = [place for place in range(len(scope.displays)) if base in scope.defined(place)]
    if len(places) != 1 or places[0] >= position or _is_called_by_zero(scope, base):
        return None
    program = scope.program(places[0])
    if not isinstance(program, tree.Program) or program.name != base or program.indices or not 0 < len(program.shape) < 3:
        return None
    try:
        heard = run(program, None, scope.vocabulary, scope.given(places[0]))
    except FormulaError:
        return None
    return heard if heard.agreed and not heard.example.invented and not heard.example.invented_sizes else None


def _is_called_by_zero(scope: NoteScope, base: str) -> bool:
    """Whether the note calls an entry of an array by 0."""
    names = (name for display in scope.displays if isinstance(display, Display) for name in subscripted_names(display))
    found = (place for name in names if (place := PLACE.fullmatch(name)) and place["base"] == base)
    return any(place["row"].startswith("0") or place["column"] == "0" for place in found)


def _claim(scope: NoteScope, position: int, relation: Relation, base: str, heard: Run) -> Claim | None:
    """Of a vector, whose letter with a number may be called so by itself, only what follows in words is refuted."""
    value = np.asarray(heard.value, dtype=float)
    name = canonical(relation.first)
    right = entries_of({name}, {base: value}).get(name)
    written = {one: numbers for one, (shape, numbers) in scope.written(position).items() if not shape}
    if right is None or name not in written:
        return None
    number = written[name][0]
    held = number.holds(Fraction(right)) or (number.is_long and number.truncates(Fraction(right)))
    text = scope.note.formulas[position].latex[relation.span.start : relation.span.end]
    refutes = (value.ndim == 2 or follows(scope, position)) and why_open(scope.note, position, depends=True) is None
    return Claim(text, float(number.value), right, held) if held or refutes else None
