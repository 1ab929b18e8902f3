r"""A letter below two factors, beside an index of one of them, that nothing sums over: `y_i = A_{ij} x_j`, `o_i = (q_i k_j) v_j`.

Some notes leave the sum out by convention, some forget it; a letter that only tells symbols apart stands in one place, or alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol
from vault_tools.compiler.resolve.writing.nodes import base_of, every, scripts_moved_out, word
from vault_tools.compiler.resolve.writing.pieces import letters_of, pieces
from vault_tools.compiler.resolve.writing.statements.bound import binders
from vault_tools.compiler.syntax_tree import Node, Scripted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope

SUMMED = frozenset("ijklmnpqrs") | {"mu", "nu", "alpha", "beta"}
"""Letters over which sums run."""
ROWS = frozenset("ij")
"""Letters that tell rows apart, wherever they stand."""


def refuse_unsummed(reader: Reader, atoms: Iterable[Node], scope: Scope) -> None:
    """UnsupportedError: a letter below two of these factors is repeated as if it were summed over."""
    if not scope.indices:
        return
    atoms = [*atoms]
    below = [(canonical(base_of(atom)), letters) for atom in atoms if (letters := _letters_below(atom))]
    for name, letters in below if len(below) > 1 else ():
        if len(letters) < 2 or not any(map(scope.is_index, letters)):
            continue
        others = {letter for other, found in below if other != name for letter in found}
        repeated = [letter for letter in letters if letter in others & SUMMED and not scope.is_index(letter)]
        if repeated:
            where = next(atom for atom in atoms if repeated[0] in _letters_below(atom))
            raise reader.unsupported("unsummed", where.span, hint="unsummed_hint", name=repeated[0])
    inside = {k: letters for k, atom in enumerate(atoms) if (letters := _letters_inside(atom))} if len(atoms) > 1 else {}
    for k, letters in inside.items():
        others = {letter for j, atom in enumerate(atoms) if j != k for letter in inside.get(j, _letters_below(atom))}
        repeated = [letter for letter in letters if letter in others & ROWS and not scope.is_index(letter)]
        if repeated and any(map(scope.is_index, letters)):
            raise reader.unsupported("unsummed", atoms[k].span, hint="unsummed_hint", name=repeated[0])


def _letters_inside(atom: Node) -> tuple[str, ...]:
    """The single letters below the symbols in a bracket or a quotient, without those that an operator in it binds."""
    if is_symbol(atom):
        return ()
    found = (letter for symbol in every(Scripted, atom) for letter in _letters_below(symbol))
    return tuple(dict.fromkeys(letter for letter in found if letter not in binders(atom)))


def _letters_below(atom: Node) -> tuple[str, ...]:
    """The single letters below a symbol."""
    atom = scripts_moved_out(atom)
    if not isinstance(atom, Scripted) or atom.sub is None or not is_symbol(atom):
        return ()
    letters = (word(letter) or "" for piece in pieces(atom.sub) for letter in letters_of(piece))
    return tuple(letter for letter in letters if letter)
