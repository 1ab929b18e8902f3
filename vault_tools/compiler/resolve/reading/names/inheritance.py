r"""Which parameters of a function the definitions behind its body use: with `f(x) = \sigma(h)` and `h = Wx + b`, f(z) needs h at z."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import base_of, scripts_moved_out, walk, walk_outside, word
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import Accented, BigOperator, Scripted, Styled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Parameter
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.tree import Index


def inherited(reader: Reader, entry: Entry, scope: Scope) -> dict[str, Parameter]:
    """The parameters at this place that a definition uses, itself or through other definitions; entries of arrays stay where they are."""
    whole = {name: parameter for name, parameter in scope.parameters.items() if not parameter.letters}
    used = _reached(reader, entry) if whole else set()
    return {name: parameter for name, parameter in whole.items() if name in used}


def unspoken_indices(reader: Reader, entry: Entry, scope: Scope) -> dict[str, Index]:
    r"""The t of `Z = \sum_s \exp(q_t^\top k_s)` in a formula that has `q_t`, too: its left side leaves it out, and it is the same one."""
    if scope.page.entry is None or not scope.indices:
        return {}
    spoken = reader.sheet.letters_of(entry).all
    shared = _carried(entry, _is_bare_sum) & _carried(scope.page.entry, _is_nothing)
    return {letter: scope.indices[letter] for _, letter in sorted(shared) if letter in scope.indices and letter not in spoken}


def _is_bare_sum(node: Node) -> bool:
    r"""`\sum x_i`: runs over its own letters, which are no others than its own."""
    return isinstance(node, BigOperator) and node.sub is None


def _is_nothing(_node: Node) -> bool:
    return False


def _carried(entry: Entry, left_out: Callable[[Node], bool]) -> set[tuple[str, str]]:
    """(base, letter) of the scripted symbols on the right side of a statement."""
    sides = entry.statement.sides[1:] or entry.statement.sides
    symbols = (scripts_moved_out(node) for side in sides for node in walk_outside(side, left_out) if isinstance(node, Scripted))
    return {(canonical(base_of(symbol)), letter) for symbol in symbols for letter in script_letters(symbol, inside=False)}


def _reached(reader: Reader, entry: Entry) -> set[str]:
    """All names in a definition and in the definitions of these names."""
    waiting, seen, found = [entry], {id(entry.statement)}, set[str]()
    while waiting:
        for name in _names(reader, waiting.pop()):
            if name in found:
                continue
            found.add(name)
            for other in reader.sheet.candidates(name):
                if id(other.statement) not in seen:
                    seen.add(id(other.statement))
                    waiting.append(other)
    return found


def _names(reader: Reader, entry: Entry) -> Iterator[str]:
    """Names on the right side, with and without their scripts."""
    for side in entry.statement.sides[1:]:
        for node in walk(side):
            text = word(node)
            if text is not None:
                yield from reader.words.split(text)
            if text is not None or isinstance(node, Scripted | Accented | Styled):
                yield canonical(node)
