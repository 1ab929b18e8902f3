r"""Which parameters of a function the definitions behind its body use: with `f(x) = \sigma(h)` and `h = Wx + b`, f(z) needs h at z."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.nodes import walk, word
from vault_tools.compiler.syntax_tree import Accented, Scripted, Styled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.context import Entry
    from vault_tools.compiler.resolve.reader import Reader
    from vault_tools.compiler.resolve.scopes import Scope
    from vault_tools.compiler.resolve.values import Parameter


def inherited(reader: Reader, entry: Entry, scope: Scope) -> dict[str, Parameter]:
    """The parameters at this place that a definition uses, itself or through other definitions; entries of arrays stay where they are."""
    whole = {name: parameter for name, parameter in scope.parameters.items() if not parameter.letters}
    used = _reached(reader, entry) if whole else set()
    return {name: parameter for name, parameter in whole.items() if name in used}


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
