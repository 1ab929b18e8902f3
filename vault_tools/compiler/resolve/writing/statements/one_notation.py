"""A display in one notation, before anything is read: one symbol for each gradient and change, labels, powers and binomials told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.bracketed import with_bare_words
from vault_tools.compiler.resolve.writing.names.gradients import with_single_names
from vault_tools.compiler.resolve.writing.names.numbered_pairs import with_commas
from vault_tools.compiler.resolve.writing.names.pupils import with_teachers
from vault_tools.compiler.resolve.writing.statements.choices import with_choices
from vault_tools.compiler.resolve.writing.statements.counters import with_counters
from vault_tools.compiler.resolve.writing.statements.data import with_data_apart
from vault_tools.compiler.resolve.writing.statements.euler import with_quantity_e
from vault_tools.compiler.resolve.writing.statements.exponents import with_powers
from vault_tools.compiler.resolve.writing.statements.sum_signs import with_sum_signs

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault_tools.compiler.syntax_tree import Display

CHANGES: tuple[Callable[[Display], Display], ...] = (
    with_teachers,
    with_counters,
    with_single_names,
    with_bare_words,
    with_commas,
    with_sum_signs,
    with_choices,
    with_quantity_e,
    with_powers,
    with_data_apart,
)
"""Each makes one thing plain, and gives back the display itself where it finds nothing to change."""


def in_one_notation(display: Display) -> Display:
    """The display with what several symbols write together as one; itself where nothing does."""
    for change in CHANGES:
        display = change(display)
    return display
