"""Recurrences with a written start: `S_i = S_{i-1} + f(i)` with `S_0 = 0` is the sum of f over all j up to i."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.context import Entry, shift_letter
from vault_tools.compiler.resolve.nodes import number_of, scripts_moved_out, unwrap
from vault_tools.compiler.resolve.scripts import pieces
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.syntax_tree import Node, Scripted, Sum

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reader import Reader
    from vault_tools.compiler.resolve.scopes import Scope


def read_side(reader: Reader, entry: Entry, side: Node, scope: Scope) -> Value:
    """A side of an equation; the next value of a recurrence is the sum of all its steps."""
    steps = _steps(reader, entry, unwrap(side), scope)
    if steps is None:
        return reader.read(side, scope)
    letter, rest = steps
    index = scope.indices[letter]
    running = reader.new_index(letter, index.size)
    value = reader.read(rest, scope.bind((letter, running)))
    until = reader.build.compare("<=", reader.value_of(running, side.span), reader.value_of(index, side.span), side.span)
    reader.say("recurrence", name=entry.head.base, index=letter)
    return Value(reader.build.reduce("sum", running, value.expression, until, side.span), value.form)


def _steps(reader: Reader, entry: Entry, side: Node, scope: Scope) -> tuple[str, Node] | None:
    """The running letter and what is added at each step."""
    if not isinstance(side, Sum) or entry.head.base not in reader.sheet.around.starts:
        return None
    for k, (sign, term) in enumerate(side.terms):
        letter = _previous(term, entry.head.base)
        if sign == "+" and letter is not None and letter in scope.indices:
            rest = (*side.terms[:k], *side.terms[k + 1 :])
            return (letter, rest[0][1] if len(rest) == 1 and rest[0][0] == "+" else replace(side, terms=rest)) if rest else None
    return None


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
