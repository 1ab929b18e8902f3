r"""Whether a bare `\pi` is the number: in formulas that use `\pi_k` as an array as well."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.nodes import children, number_of, unwrap, walk
from vault_tools.compiler.syntax_tree import Fraction, Juxtaposed, Node, Product, Root

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.names.facts import Facts
    from vault_tools.compiler.resolve.writing.names.letters import Words
    from vault_tools.compiler.resolve.writing.statements.context import Entry


def has_entries_of(entry: Entry, base: str, facts: Facts, words: Words) -> bool:
    r"""The statement uses a symbol at indices (`\pi_k`)."""
    found = (read_symbol(atom, facts) for side in entry.statement.sides for atom in symbol_atoms(side, words))
    return any(occurrence.base == base and occurrence.indices for occurrence in found)


def has_labelled(entry: Entry, base: str, facts: Facts, words: Words) -> bool:
    r"""The statement tells a symbol from others of its letter by a label (`\pi_{ref}`)."""
    found = (read_symbol(atom, facts) for side in entry.statement.sides for atom in symbol_atoms(side, words))
    return any(occurrence.base == base and occurrence.name != base and not occurrence.indices for occurrence in found)


def stands_by_number(entry: Entry, symbol: Node) -> bool:
    r"""The symbol stands beside a written number or under a root: `2\pi`, `\pi/2`, `\sqrt{\pi}`."""
    for parent in (node for side in entry.statement.sides for node in walk(side)):
        match parent:
            case Root(radicand=radicand) if unwrap(radicand).span == symbol.span:
                return True
            case Juxtaposed() | Product() | Fraction():
                if any(_is_pair(left, right, symbol) or _is_pair(right, left, symbol) for left, right in pairwise(children(parent))):
                    return True
            case _:
                pass
    return False


def _is_pair(number: Node, other: Node, symbol: Node) -> bool:
    return number_of(number) is not None and unwrap(other).span == symbol.span
