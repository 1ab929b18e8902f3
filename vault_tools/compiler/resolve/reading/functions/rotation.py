r"""`R_{\Theta,m} x`: the rotation matrix of RoPE as its paper writes it, where the note does not say what R is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.reading.functions.named import apply_named
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.rotations import turned_to
from vault_tools.compiler.resolve.writing.nodes import juxtaposed
from vault_tools.compiler.syntax_tree import Node, Scripted

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
    """The position that a rotation turns to, unless the note defines or declares R."""
    position = turned_to(atom)
    if position is None:
        return None
    name = read_symbol(atom, scope).name
    known = name in scope.shapes or name in scope.parameters or reader.sheet.defines("R")
    return None if known else position


def signs_left_out(reader: Reader, operands: list[Node], signs: list[str], scope: Scope) -> list[Node] | None:
    r"""The atoms of `c \cdot R_{\Theta,m} \cdot q`, where the dot behind a rotation says no more than none would; None where none turns."""
    rows = [reader.words.atoms(operand) for operand in operands]
    behind = (atoms[-1] for atoms, sign in zip(rows, signs, strict=False) if sign == "cdot")
    if not any(isinstance(atom, Scripted) and _position(reader, atom, scope) is not None for atom in behind):
        return None
    return [atom for atoms in rows for atom in atoms] if all(sign == "cdot" for sign in signs) else None
