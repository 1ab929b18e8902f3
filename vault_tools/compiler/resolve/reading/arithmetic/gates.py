r"""Gates with dots: in `c_t = f_t \cdot c_{t-1} + i_t \cdot g_t` of vectors the result is a vector, so the dots multiply entry by entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.names.atoms import symbol_atoms
from vault_tools.compiler.resolve.writing.names.shifts import shift_letter
from vault_tools.compiler.resolve.writing.nodes import scripts_moved_out, unwrap
from vault_tools.compiler.resolve.writing.statements.heads import script_letters
from vault_tools.compiler.syntax_tree import Node, Product, Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.statements.context import Entry


def of_gates(reader: Reader, entry: Entry, side: Node, scope: Scope, value: Value) -> Value:
    """A sum of dot products entry by entry where the left side is a vector. UnsupportedError: it may be one."""
    head = reader.sheet.head_of(entry)
    if value.entries is None or head is None or entry.head.is_function:
        return value
    declared = _declared_rank(reader, head.name, len(head.indices))
    if declared == 1 or (declared is None and _is_state(reader, entry, side)):
        reader.say("dot_of_gates")
        return Value(value.entries)
    if declared is None and _is_of_one_step(entry, side, scope) and holds_activation(value):
        raise reader.unsupported("dot_or_gate", side.span, hint="dot_or_gate_hint")
    return value


def _declared_rank(reader: Reader, name: str, count: int) -> int | None:
    """Axes of the left side at its indices, as the caller or the note says."""
    if name in reader.shapes:
        return len(reader.shapes[name]) - count
    annotated = reader.sheet.annotations.get(name)
    return len(annotated[1]) if annotated is not None and annotated[0] == count else None


def _is_state(reader: Reader, entry: Entry, side: Node) -> bool:
    """The right side uses the left one at another step, as a vector."""
    for atom in map(scripts_moved_out, symbol_atoms(side, reader.words)):
        shifted = isinstance(atom, Scripted) and atom.sub is not None and shift_letter(atom.sub) is not None
        if shifted and canonical(unwrap(atom.base)) == entry.head.base:  # type: ignore[attr-defined]
            known = reader.inputs.get(reader.sheet.facts_of(entry).read(atom).name)
            return known is not None and len(known.shape) == 1
    return False


def _is_of_one_step(entry: Entry, side: Node, scope: Scope) -> bool:
    """The left side and all factors carry one letter that is no index."""
    side = unwrap(side)
    if not isinstance(side, Product):
        return False
    steps = {letter for letter in entry.head.letters if letter not in scope.indices}
    factors = side.operands
    return any(all(letter in script_letters(factor) for factor in factors) for letter in steps)


def holds_activation(value: Value) -> bool:
    """One factor is a function of numbers at each entry."""
    product = value.expression
    sides = (product.left, product.right) if isinstance(product, tree.MatMul) else ()
    return any(isinstance(side, tree.Call) and side.axis is None and len(side.arguments) == 1 for side in sides)
