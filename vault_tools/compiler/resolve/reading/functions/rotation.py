r"""`R_{\Theta,m} x`: the rotation matrix of RoPE as its paper writes it, where the note does not say what R is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.reading.functions.named import apply_named
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.scripts import read_symbol
from vault_tools.compiler.resolve.writing.nodes import juxtaposed, unwrap, word
from vault_tools.compiler.syntax_tree import Node, Scripted, Sequence

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope


def rotated(reader: Reader, atom: Scripted, rest: list[Node], scope: Scope) -> Value | None:
    """What stands behind a rotation, turned by the angles of its position; None where an atom is no such rotation."""
    position = _position(reader, atom, scope)
    if position is None:
        return None
    function = reader.vocabulary.function("rope")
    if function is None or not rest:
        return None
    behind = juxtaposed(rest)
    values = [reader.read(behind, scope), Value(reader.scalar(position, scope))]
    reader.say("rotation_of_rope")
    return apply_named(reader, function, atom.base, (behind, position), scope, rest[-1], values)


def _position(reader: Reader, atom: Scripted, scope: Scope) -> Node | None:
    r"""The m of `R_{\Theta,m}`, `R^d_{\Theta,m}`: unless the note defines or declares R."""
    if atom.sub is None or word(atom.base) != "R":
        return None
    below = unwrap(atom.sub)
    if not isinstance(below, Sequence) or len(below.items) != 2 or canonical(below.items[0]) != "Theta":
        return None
    name = read_symbol(atom, scope).name
    known = name in scope.shapes or name in scope.parameters or reader.sheet.defines("R")
    return None if known else below.items[1]
