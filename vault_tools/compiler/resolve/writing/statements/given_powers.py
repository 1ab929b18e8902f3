r"""`1 - \beta_1^1` where the note gives `\beta_1 = 0.9`: a number with decimals is raised to a power."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.names.powers import raised_to_one
from vault_tools.compiler.resolve.writing.nodes import every, number_of
from vault_tools.compiler.syntax_tree import Scripted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Display


def powers_of_given(display: Display, entries: Iterable[Entry]) -> frozenset[str]:
    """The symbols, without their scripts, that a display raises to 1 only where the entries give numbers with decimals for them."""
    raised = [(name, replace(node, sup=None)) for node in every(Scripted, display) if (name := raised_to_one(node)) is not None]
    if not raised:
        return frozenset()
    given = {canonical(entry.head.symbol) for entry in entries if entry.head.symbol is not None and _is_fraction(entry)}
    numbered = {name for name, node in raised if canonical(node if node.sub is not None else node.base) not in given}
    return frozenset(name for name, _ in raised) - numbered


def _is_fraction(entry: Entry) -> bool:
    value = number_of(entry.statement.sides[-1]) if entry.statement.is_equation and not entry.head.is_function else None
    return value is not None and value.denominator != 1
