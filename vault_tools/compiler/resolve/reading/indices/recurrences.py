"""Recurrences with a written start: `S_i = S_{i-1} + f(i)` with `S_0 = 0` is the sum of f over all j up to i."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.indices.loops import step_by_step
from vault_tools.compiler.resolve.reading.indices.sides import finished, refuse_unreadable
from vault_tools.compiler.resolve.reading.indices.starts import side_looks_back, starts_at_zero
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_upper
from vault_tools.compiler.resolve.writing.names.shifts import shift_letter
from vault_tools.compiler.resolve.writing.nodes import bare, number_of, scripts_moved_out, unwrap
from vault_tools.compiler.resolve.writing.pieces import pieces
from vault_tools.compiler.syntax_tree import Node, Product, Scripted, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.tree import Expression


def read_side(reader: Reader, entry: Entry, side: Node, scope: Scope) -> Value:
    """A side of an equation; the next value of a recurrence is the sum of all its steps."""
    refuse_unreadable(reader, entry, side)
    return finished(reader, entry, side, scope, _read(reader, entry, side, scope))


def _read(reader: Reader, entry: Entry, side: Node, scope: Scope) -> Value:
    letter = _step_letter(reader, entry, side, scope)
    if letter is None:
        return reader.read(side, scope)
    steps = _steps(reader, entry, unwrap(side), scope)
    return step_by_step(reader, entry, side, scope, letter) if steps is None else _unrolled(reader, entry, side, scope, steps)


def _step_letter(reader: Reader, entry: Entry, side: Node, scope: Scope) -> str | None:
    """The free letter that counts the steps of a recurrence; None for other sides, and inside a step."""
    if scope.loop is not None or entry.head.symbol is None or entry.head.is_function:
        return None
    sheet = reader.sheet
    for letter in (name for name in entry.head.letters if name in scope.indices):
        if side_looks_back(sheet, side, letter, itself=entry.head.base not in sheet.around.starts):
            return letter
    return None


def _unrolled(reader: Reader, entry: Entry, side: Node, scope: Scope, steps: Steps) -> Value:
    """A state that only decays, as the sum of what was added at all steps so far."""
    index = scope.indices[steps.letter]
    running = reader.new_index(steps.letter, index.size)
    value = reader.read(steps.added, scope.bind((steps.letter, running)))
    now, then = reader.value_of(index, side.span), reader.value_of(running, side.span)
    expression = _as_state(reader, entry, value)
    for factor in steps.decay:
        base = reader.scalar(factor, scope)
        passed = reader.build.add([now, reader.build.negate(then, side.span)], side.span)
        expression = reader.build.multiply([reader.build.power(base, passed, side.span), expression], side.span)
    until = reader.build.compare("<=", then, now, side.span)
    reader.say("recurrence", name=entry.head.base, index=steps.letter)
    return Value(reader.build.reduce("sum", running, expression, until, side.span), value.form)


def _as_state(reader: Reader, entry: Entry, added: Value) -> Expression:
    r"""The matrix that each step adds to a state: `S_t = S_{t-1} + k_t^\top v_t` of two rows; a number where the state is no capital."""
    outer = added.entries
    if outer is None or len(outer.shape) <= added.rank + 1 or entry.head.symbol is None or not is_upper(bare(entry.head.symbol)):
        return added.expression
    reader.say("rows_outer")
    reader.sizes.separate(*outer.shape[-2:])
    return outer


@dataclass(frozen=True, slots=True)
class Steps:
    """What happens from one value to the next: numbers that multiply the last one, and what is added."""

    letter: str
    added: Node
    decay: tuple[Node, ...] = ()


def _steps(reader: Reader, entry: Entry, side: Node, scope: Scope) -> Steps | None:
    """The step of a recurrence; None for other sides."""
    if not isinstance(side, Sum) or entry.head.base not in reader.sheet.around.starts or not starts_at_zero(reader.sheet, entry.head.base):
        return None
    for k, (sign, term) in enumerate(side.terms):
        *decay, last = _factors(reader, term)
        letter = _previous(last, entry.head.base)
        if sign == "+" and letter is not None and letter in scope.indices:
            others = [*decay, *(other for n, (_, other) in enumerate(side.terms) if n != k)]
            if any(side_looks_back(reader.sheet, other, letter) for other in others) or not _are_constants(reader, decay, scope, letter):
                return None
            rest = (*side.terms[:k], *side.terms[k + 1 :])
            added = rest[0][1] if len(rest) == 1 and rest[0][0] == "+" else replace(side, terms=rest)
            return Steps(letter, added, tuple(decay)) if rest else None
    return None


def _are_constants(reader: Reader, factors: list[Node], scope: Scope, letter: str) -> bool:
    """Numbers that are the same at every step."""
    values = [reader.expression(factor, scope) for factor in factors]
    return not any(value.shape or scope.indices[letter].name in value.indices for value in values)


def _factors(reader: Reader, term: Node) -> list[Node]:
    r"""`\gamma S_{t-1}`, `\gamma \cdot S_{t-1}`: the last value and the symbols before it; anything else is one factor."""
    term = unwrap(term)
    parts = [*term.operands] if isinstance(term, Product) else [term]
    if isinstance(term, Product) and any(sign not in ("cdot", "times") for sign in term.signs):
        return [term]
    atoms = [atom for part in parts for atom in reader.words.atoms(part)]
    plain = all(is_symbol(atom) or number_of(atom) is not None for atom in atoms[:-1])
    return atoms if plain else [term]


def _previous(term: Node, base: str) -> str | None:
    """I of `S_{i-1}`."""
    term = scripts_moved_out(unwrap(term))
    if not isinstance(term, Scripted) or term.sub is None or term.sup is not None or canonical(unwrap(term.base)) != base:
        return None
    found = pieces(term.sub)
    letter = shift_letter(found[0]) if len(found) == 1 else None
    inner = unwrap(found[0])
    back = isinstance(inner, Sum) and any(sign == "-" and number_of(part) == 1 for sign, part in inner.terms)
    return letter if back else None
