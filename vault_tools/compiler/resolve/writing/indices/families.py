r"""Definitions for each number: the letter below `R_m = …` stands on the right side as a number only, never as a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.indices.usage import LetterUses
from vault_tools.compiler.resolve.writing.nodes import LETTERED, scripts_moved_out, unwrap, word
from vault_tools.compiler.resolve.writing.pieces import pieces
from vault_tools.compiler.syntax_tree import Node, Scripted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.resolve.writing.statements.context import Entry


class Families:
    """The symbols that the note defines for each number; whether one is among them is found out when it is first asked."""

    def __init__(self, entries: Iterable[Entry], words: Words) -> None:
        self._entries, self._words = tuple(entries), words
        self._known: dict[str, bool] = {}

    def __contains__(self, base: object) -> bool:
        """Whether some statement defines a symbol for each number."""
        if base not in self._known:
            named = (entry for entry in self._entries if entry.head.base == base)
            self._known[str(base)] = any(family_letter(entry, self._words) is not None for entry in named)
        return self._known[str(base)]


def family_letter(entry: Entry, words: Words) -> str | None:
    """The letter that counts the members of a family; None where a statement defines none."""
    symbol = entry.head.symbol
    if symbol is None or entry.head.is_function or entry.statement.annotation or not entry.statement.is_equation:
        return None
    place = place_below(symbol)
    letter = word(place) if place is not None else None
    if letter is None or len(letter) != 1 or not letter.islower():
        return None
    uses = LetterUses({letter}, words)
    for side in entry.statement.sides[1:]:
        uses.visit(side)
    found = uses.of[letter]
    return letter if found.alone and not found.scripts | found.shifted else None


def place_below(symbol: Node) -> Node | None:
    """What stands below a symbol that has no other script."""
    if type(symbol) in LETTERED:
        return None
    symbol = scripts_moved_out(unwrap(symbol))
    if not isinstance(symbol, Scripted) or symbol.sub is None or symbol.sup is not None or symbol.primes:
        return None
    found = pieces(symbol.sub)
    return found[0] if len(found) == 1 else None
