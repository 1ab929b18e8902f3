r"""Parameters that share a letter: `K(x_i, x_j) = \exp(-\|x_i - x_j\|^2)` is a function of two things, which get letters of their own."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import unwrap, walk, with_parts
from vault_tools.compiler.resolve.writing.spelled_out.patterns import key
from vault_tools.compiler.resolve.writing.statements.context import Entry
from vault_tools.compiler.resolve.writing.statements.heads import read_head
from vault_tools.compiler.syntax_tree import Letters, Node, Scripted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler.resolve.writing.names.letters import Words

FRESH = "uvwabcdefghklmnpqrst"


def apart(entry: Entry, words: Words) -> Entry:
    """The definition with its parameters `x_i` and `x_j` named apart; itself where none share a letter, or an index counts something."""
    shared = _sharing(entry.head.parameters or ())
    if not shared:
        return entry
    sides = entry.statement.sides
    used = "".join(inner.text for side in sides for inner in walk(side) if isinstance(inner, Letters))
    letters = [letter for letter in FRESH if letter not in used]
    if len(letters) < len(shared):
        return entry
    names = {_symbol(parameter): letter for parameter, letter in zip(shared, letters, strict=False)}
    renamed = tuple(_put(side, names) for side in sides)
    left = {letter for p in shared for part in (p.base, p.sub) if part is not None for letter in canonical(part)}
    rest = {letter for side in renamed[1:] for inner in walk(side) if isinstance(inner, Letters) for letter in inner.text}
    if left & rest:
        return entry
    return Entry(replace(entry.statement, sides=renamed), read_head(renamed[0], words), entry.ranges)


def _sharing(parameters: tuple[Node, ...]) -> list[Scripted]:
    """The parameters with an index below whose letter another parameter has, too."""
    scripted = [p for p in map(unwrap, parameters) if isinstance(p, Scripted) and p.sub is not None and p.sup is None and not p.primes]
    counts = Counter(canonical(unwrap(p.base)) for p in scripted)
    return [p for p in scripted if counts[canonical(unwrap(p.base))] > 1]


def _symbol(node: Scripted) -> object:
    return key((unwrap(node.base), node.sub))


def _put(node: Node, names: Mapping[object, str]) -> Node:
    """A node with the named symbols replaced by letters."""
    if isinstance(node, Scripted) and (letter := names.get(_symbol(node))) is not None:
        base = Letters(node.base.span, letter)
        return base if node.sup is None and not node.primes else replace(node, base=base, sub=None)
    return with_parts(node, lambda part: _put(part, names))
