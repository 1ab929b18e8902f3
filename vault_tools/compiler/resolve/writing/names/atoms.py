"""The symbols of a formula where they stand, with runs of letters split."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.scripts import is_symbol, is_transpose_mark
from vault_tools.compiler.resolve.writing.nodes import base_of, children, every, scripts_moved_out, text_of, unwrap, word
from vault_tools.compiler.syntax_tree import Accented, Fence, Juxtaposed, Letters, Name, Node, Scripted, Styled, Text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.writing.names.letters import Words

ROW_KINDS = frozenset({Letters, Name, Styled, Accented, Juxtaposed, Scripted, Text})


def rows(node: Node, words: Words) -> list[list[Node]]:
    """Every run of factors in a node, the outermost first; scripts of symbols are not entered."""
    found: list[list[Node]] = []
    stack = [node]
    while stack:
        here = stack.pop()
        if type(here) not in ROW_KINDS:
            stack += children(here)[::-1]
            continue
        atoms = words.atoms(here)
        found.append(atoms)
        for atom in atoms[::-1]:
            if not is_symbol(atom):
                stack += children(atom)[::-1]
    return found


def symbol_atoms(node: Node, words: Words) -> Iterator[Node]:
    """All symbols in a node, runs of letters split, scripts not entered."""
    for atoms in rows(node, words):
        yield from (scripts_moved_out(atom) for atom in atoms if is_symbol(atom))


def quantities(node: Node, words: Words) -> Iterator[str]:
    """Canonical names, bare and with all scripts, of symbols that do not stand before a bracket."""
    for atoms in rows(node, words):
        for atom, following in zip(atoms, (*atoms[1:], None), strict=True):
            if not is_symbol(atom):
                continue
            moved = scripts_moved_out(atom)
            if not _opens(following) and not _calls(atom, following, words):
                yield canonical(moved)
                yield canonical(base_of(moved))
            if isinstance(moved, Scripted) and moved.sup is not None and not is_transpose_mark(moved.sup):
                yield from quantities(moved.sup, words)


def lone_words(side: Node, words: Words) -> frozenset[str]:
    """Names of functions that stand somewhere in a side with no factor behind them: all such names among its `quantities`."""
    written = [text for text in map(text_of, (*every(Letters, side), *every(Name, side))) if len(text) > 1]
    if not written:
        return frozenset()
    followed = [word(base_of(item)) or "" for row in every(Juxtaposed, side) for item in row.items[:-1]]
    last = [words.split(text)[-1] for text in Counter(written) - Counter(followed)]
    return frozenset(filter(words.is_function, last))


def _calls(atom: Node, following: Node | None, words: Words) -> bool:
    r"""A function's name with something behind it, or a command (`\log`)."""
    base = unwrap(atom.base) if isinstance(atom, Scripted) else unwrap(atom)
    command = isinstance(base, Name) and base.command
    return words.is_function(word(base) or "") and (following is not None or command)


def _opens(node: Node | None) -> bool:
    if node is None:
        return False
    node = unwrap(node)
    if isinstance(node, Scripted):
        node = unwrap(node.base)
    return isinstance(node, Fence) and node.opener in "(["
