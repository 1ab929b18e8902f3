"""A display in one notation, before anything is read: one symbol for each gradient and change, labels, powers and binomials told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.resolve.writing.names.bracketed import with_bare_words
from vault_tools.compiler.resolve.writing.names.gradients import with_single_names
from vault_tools.compiler.resolve.writing.names.numbered_pairs import with_commas
from vault_tools.compiler.resolve.writing.names.pupils import with_teachers
from vault_tools.compiler.resolve.writing.statements.choices import with_choices
from vault_tools.compiler.resolve.writing.statements.data import with_data_apart
from vault_tools.compiler.resolve.writing.statements.exponents import with_powers
from vault_tools.compiler.resolve.writing.statements.sum_signs import with_sum_signs

if TYPE_CHECKING:
    from vault_tools.compiler.syntax_tree import Display


def in_one_notation(display: Display) -> Display:
    """The display with what several symbols write together as one; itself where nothing does."""
    named = with_bare_words(with_single_names(with_teachers(display)))
    return with_data_apart(with_powers(with_choices(with_sum_signs(with_commas(named)))))
