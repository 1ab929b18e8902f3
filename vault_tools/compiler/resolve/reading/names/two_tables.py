r"""One letter for a vector and for a table: in `\sum_m (x_m - x_{i,m})^2` m counts the first axis of x here, the second there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence

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
