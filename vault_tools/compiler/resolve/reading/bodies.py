"""The right side of a definition: read while its name is marked as being defined, or refused with the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.parts import weight
from vault_tools.compiler.resolve.build import OtherRankError, TooLongError, too_long
from vault_tools.compiler.resolve.writing.nodes import number_of
from vault_tools.errors import NothingToCompute, UnsupportedError
from vault_tools.model import message

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from vault_tools.compiler.resolve.reading.reader import Reader
    from vault_tools.compiler.resolve.values import Value
    from vault_tools.compiler.resolve.writing.indices.scopes import Scope
    from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.model import Span

    ReadSide = Callable[[Reader, Entry, Node, Scope], Value]

LIMIT = 40
"""Definitions inside definitions; more is a circle that no guard saw."""
HEAVIEST = 20_000
"""Expressions in a body with its arguments put in."""


def undefinable(reader: Reader, entry: Entry, name: str, span: Span) -> UnsupportedError:
    """The refusal of a name that the note defines by something that cannot be computed, with the reason as hint."""
    return UnsupportedError(message("unsupported.function_of_note", name=name), span, reader.refusals.get(id(entry.statement)))


def head_power(head: Occurrence) -> Fraction | None:
    r"""The power of a left-hand side such as `\sigma_B^2`."""
    if len(head.operations) == 1 and head.operations[0].exponent is not None:
        return number_of(head.operations[0].exponent)
    return None


def body_of(reader: Reader, entry: Entry, scope: Scope, read: ReadSide) -> Value | None:
    """The value of a definition's right side: the last side that `read` can compute; None (and the reason in `refusals`) without one."""
    if len(reader.active) > LIMIT:
        raise too_long(entry.statement.span)
    reader.active.append(id(entry.statement))
    reader.defining.append(defined_name(reader, entry))
    try:
        for side in reversed(entry.statement.sides[1:]):
            try:
                return _bounded(read(reader, entry, side, scope), entry)
            except (OtherRankError, TooLongError):
                raise
            except UnsupportedError as error:
                reader.refusals.setdefault(id(entry.statement), error.message)
            except NothingToCompute:
                continue
        return None
    finally:
        reader.active.pop()
        reader.defining.pop()


def _bounded(value: Value, entry: Entry) -> Value:
    """A body that is not too long written out: with arguments put in twice at each step it grows as a power, though it is read at once."""
    if weight(value.expression) > HEAVIEST:
        raise too_long(entry.statement.span)
    return value


def defined_name(reader: Reader, entry: Entry) -> tuple[str, int]:
    """What a statement defines: the name, and with how many indices."""
    head = reader.sheet.head_of(entry)
    computed = head is None or entry.head.is_function or is_power_of_defined(reader, entry)
    return ("", 0) if head is None or computed else (head.name, len(head.indices))


def is_power_of_defined(reader: Reader, entry: Entry) -> bool:
    """`A^2 = [numbers]` where the note says what A is: a claim, not the definition of a symbol."""
    own = reader.sheet.head_of(entry)
    if own is None or head_power(own) is None:
        return False
    others = [reader.sheet.head_of(other) for other in reader.sheet.candidates(entry.head.base) if other is not entry]
    return any(other is not None and other.name == own.name and head_power(other) is None for other in others)
