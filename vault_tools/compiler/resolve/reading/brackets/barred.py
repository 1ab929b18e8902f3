r"""A bar over more than one symbol is a mean of the data: `\overline{x^2} - \bar{x}^2`, `\overline{xy} - \bar{x} \bar{y}`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.brackets.scripted import bracket_scripts
from vault_tools.compiler.resolve.reading.operators.ranged import expectation
from vault_tools.compiler.resolve.writing.nodes import every, number_of, unwrap, walk, word
from vault_tools.compiler.syntax_tree import Accented, Juxtaposed, Letters, Name, Scripted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.syntax_tree import Node


def barred(reader: Reader, atom: Node, scope: Scope) -> Value | None:
    r"""The mean of what stands below a bar; None where the bar is part of a symbol (`\bar{x}` beside nothing else with a bar)."""
    base = atom.base if isinstance(atom, Scripted) else atom
    if not isinstance(base, Accented) or base.accent != "bar" or (isinstance(atom, Scripted) and (atom.sub is not None or atom.primes)):
        return None
    if not _is_mean(reader, base, scope):
        return None
    value = expectation(reader, base, reader.words.regrouped(base.body), scope)
    return bracket_scripts(reader, value, atom, scope) if isinstance(atom, Scripted) else value


def _is_mean(reader: Reader, bar: Accented, scope: Scope) -> bool:
    body = unwrap(bar.body)
    if word(body) is None:
        return _is_product(body)
    name = canonical(bar)
    if scope.declared(name) or reader.sheet.defines(name):
        return False
    lone, averaged = _bars(scope)
    letters = reader.words.split(word(body) or "") if isinstance(body, Letters) else ()
    return set(letters) <= lone if len(letters) > 1 else canonical(body) in averaged


def _is_product(body: Node) -> bool:
    r"""`x^2`, `x y`, `(x - \bar{x})^2`: nothing with an index, and no sum, which may be negated or conjugated as a whole."""
    if any(node.sub is not None for node in (*every(Scripted, body), body) if isinstance(node, Scripted)):
        return False
    return isinstance(body, Juxtaposed) or (isinstance(body, Scripted) and body.sup is not None and number_of(body.sup) is not None)


def _bars(scope: Scope) -> tuple[set[str], set[str]]:
    """Of a statement: what has a bar by itself, and what stands below a bar with something else."""
    bodies = [unwrap(bar.body) for bar in _in_statement(scope)]
    lone = {canonical(body) for body in bodies if word(body) is not None}
    mixed = [body for body in bodies if word(body) is None or (isinstance(body, Letters) and len(body.text) > 1)]
    inner = (node for body in mixed for node in (body, *walk(body)) if isinstance(node, Letters | Name))
    return lone, {name for node in inner for name in (canonical(node), *(node.text if isinstance(node, Letters) else ""))}


def _in_statement(scope: Scope) -> Iterator[Accented]:
    yield from (bar for side in scope.page.sides for bar in every(Accented, side) if bar.accent == "bar")
