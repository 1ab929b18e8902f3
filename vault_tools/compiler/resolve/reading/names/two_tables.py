r"""One letter for two things: in `\sum_m (x_m - x_{i,m})^2` m counts the first axis of x here, the second there; a W^Q beside the W_i^Q."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.nodes import bare, is_euler, is_greek
from vault_tools.compiler.resolve.writing.ranks.likeliest import rank_options
from vault_tools.compiler.syntax_tree import Scripted

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.tree import Expression

PRIME = "_prime"


def refuse_two_tables(reader: Reader, found: Occurrence, scope: Scope) -> None:
    """UnsupportedError: an index stands first below a symbol, and elsewhere behind another index of the same symbol."""
    if not found.indices or found.colons or scope.declared(found.name):
        return
    letters = tuple(canonical(index).removesuffix(PRIME) for index in found.indices)
    uses = reader.uses.setdefault(found.name, set())
    uses.add(letters)
    for short in uses:
        for long in uses if len(uses) > 1 else ():
            if len(short) < len(long) and short[0] in long[1:] and short[0] != long[0]:
                raise reader.unsupported("two_tables", found.node.span, hint="shared_letter_hint", name=found.name, index=short[0])


def refuse_power_and_place(reader: Reader, found: Occurrence, scope: Scope) -> None:
    r"""UnsupportedError: in `\sum_i (y^i - Wx^i)^2` a letter that runs is a place above one symbol, and would be a power above another."""
    letter = canonical(found.node.sup) if isinstance(found.node, Scripted) and found.node.sup is not None else ""
    if letter not in scope.indices or scope.declared(found.name) or is_euler(bare(found.node)) or is_greek(bare(found.node)):
        return
    above = reader.above.setdefault(letter, {})
    above[any(operation.kind == "power" for operation in found.operations)] = found.name
    if len(above) > 1:
        raise reader.unsupported(
            "power_and_place", found.node.span, hint="power_and_place_hint", index=letter, power=above[True], place=above[False]
        )


def refuse_one_and_many(reader: Reader, found: Occurrence, array: Expression, scope: Scope) -> None:
    """UnsupportedError: one matrix `W^Q` and a matrix `W_i^Q` for each i are two things with one name, unless shapes say otherwise."""
    counts = reader.counts.setdefault(found.name, set())
    counts.add(len(found.indices))
    if 0 not in counts or len(counts) == 1 or not array.shape or _is_declared(reader, found.name):
        return
    flags = reader.sheet.hints(scope.page.entry).get(found.name, set())
    counted = len(array.shape) > 1 and ("number", 0) in flags  # the k of `\frac{q_i^\top k_j}{\sqrt{k}}`
    if counted or rank_options(bare(found.node), len(found.indices), flags)[0] > 2:
        why = "number_or_array" if counted else "one_and_many"
        raise reader.unsupported(why, found.node.span, hint="shared_letter_hint", name=found.name)


def _is_declared(reader: Reader, name: str) -> bool:
    """The caller, the note's numbers or an annotation say what shape it has."""
    return name in reader.shapes or reader.defaults.get(name) is not None or name in reader.sheet.annotations
