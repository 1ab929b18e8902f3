"""A display in one notation, before anything is read: one symbol for each gradient and change, labels, powers and binomials told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vault_tools.compiler.memory import remembered
from vault_tools.compiler.resolve.writing.names.gradients import DELTA, NABLA, PARTIAL, VARIATION, with_single_names
from vault_tools.compiler.resolve.writing.nodes import by_kind, texts
from vault_tools.compiler.resolve.writing.statements.euler import with_quantity_e
from vault_tools.compiler.resolve.writing.statements.rewritten.bare_sums import PROBABILITIES, with_letters_below
from vault_tools.compiler.resolve.writing.statements.rewritten.choices import CHOSEN, with_choices
from vault_tools.compiler.resolve.writing.statements.rewritten.counters import with_counters
from vault_tools.compiler.resolve.writing.statements.rewritten.data import with_data_apart
from vault_tools.compiler.resolve.writing.statements.rewritten.dotted_products import with_product_signs
from vault_tools.compiler.resolve.writing.statements.rewritten.exponents import with_powers
from vault_tools.compiler.resolve.writing.statements.rewritten.hyperplanes import WEIGHTS, with_dot_products
from vault_tools.compiler.resolve.writing.statements.rewritten.index_fonts import with_indices_in_italics
from vault_tools.compiler.resolve.writing.statements.rewritten.index_groups import with_commas, with_groups_apart
from vault_tools.compiler.resolve.writing.statements.rewritten.indicators import with_indicators
from vault_tools.compiler.resolve.writing.statements.rewritten.joint_means import with_ends_of_means
from vault_tools.compiler.resolve.writing.statements.rewritten.labels_above import STUDENT, with_teachers
from vault_tools.compiler.resolve.writing.statements.rewritten.masked import with_places_named
from vault_tools.compiler.resolve.writing.statements.rewritten.members import DATA, with_places_of_members
from vault_tools.compiler.resolve.writing.statements.rewritten.moments import MOMENTS, with_moments_below
from vault_tools.compiler.resolve.writing.statements.rewritten.pairs_below import with_pairs_below
from vault_tools.compiler.resolve.writing.statements.rewritten.partial_sums import with_partial_sums
from vault_tools.compiler.resolve.writing.statements.rewritten.placeholders import DOTS, with_arguments, with_letters_for_dots
from vault_tools.compiler.resolve.writing.statements.rewritten.projections import with_labels_of_projections
from vault_tools.compiler.resolve.writing.statements.rewritten.random_variables import CHANCES, with_values_one_by_one
from vault_tools.compiler.resolve.writing.statements.rewritten.roots_in_traces import TRACES, with_roots_in_traces
from vault_tools.compiler.resolve.writing.statements.rewritten.rows_of_parts import with_rows_of_parts
from vault_tools.compiler.resolve.writing.statements.rewritten.shapes_below import with_shapes_apart
from vault_tools.compiler.resolve.writing.statements.rewritten.sizes import with_bare_sizes
from vault_tools.compiler.resolve.writing.statements.rewritten.softmax_places import (
    FOR_ALL,
    SOFTMAX,
    with_indices_of_softmax,
    with_ranges_of_weights,
)
from vault_tools.compiler.resolve.writing.statements.rewritten.sum_signs import SIGMA, with_sum_signs
from vault_tools.compiler.resolve.writing.statements.rewritten.worded import with_bare_words, with_worded_sums
from vault_tools.compiler.resolve.writing.statements.rewritten.worded_roots import SQRT, with_roots
from vault_tools.compiler.syntax_tree import (
    BigOperator,
    Display,
    Ellipsis_,
    Fence,
    Fraction,
    Juxtaposed,
    Name,
    Node,
    Number,
    Product,
    Root,
    Scripted,
    Sequence,
    Sum,
    Text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

CHANGES: tuple[tuple[type[Node], frozenset[str], Callable[[Display], Display]], ...] = (
    (Juxtaposed, frozenset({SQRT}), with_roots),
    (Juxtaposed, frozenset(), with_pairs_below),
    (Name, frozenset(), with_indices_in_italics),
    (Fraction, DOTS, with_arguments),
    (Fence, DOTS, with_letters_for_dots),
    (Scripted, frozenset({STUDENT}), with_teachers),
    (Sum, frozenset(), with_counters),
    (Ellipsis_, frozenset(), with_product_signs),
    (Node, frozenset({"d", DELTA, VARIATION, NABLA, PARTIAL}), with_single_names),
    (Product, frozenset(), with_shapes_apart),
    (Fence, frozenset(), with_bare_words),
    (Text, frozenset(), with_worded_sums),
    (Fence, MOMENTS, with_moments_below),
    (BigOperator, frozenset(), with_places_named),
    (BigOperator, PROBABILITIES, with_letters_below),
    (BigOperator, DATA, with_places_of_members),
    (BigOperator, frozenset(), with_ends_of_means),
    (Number, frozenset(), with_commas),
    (Name, frozenset({SIGMA}), with_sum_signs),
    (Scripted, frozenset({CHOSEN}), with_choices),
    (Node, frozenset({"e"}), with_quantity_e),
    (Scripted, SOFTMAX, with_indices_of_softmax),
    (Scripted, frozenset(), with_groups_apart),
    (Fence, frozenset(), with_rows_of_parts),
    (Scripted, frozenset(), with_indicators),
    (Sequence, frozenset({FOR_ALL}), with_ranges_of_weights),
    (Scripted, frozenset(), with_powers),
    (Scripted, frozenset(), with_data_apart),
    (Fence, frozenset({WEIGHTS}), with_dot_products),
    (Root, TRACES, with_roots_in_traces),
    (Fraction, frozenset(), with_bare_sizes),
    (BigOperator, CHANCES, with_values_one_by_one),
    (BigOperator, frozenset(), with_labels_of_projections),
    (Node, frozenset(), with_partial_sums),
)
"""Each makes one thing plain, and gives back the display itself where it finds nothing to change.

Before it: a kind of node and texts without which it finds nothing (Node: any kind; no texts: whatever is written).
"""


@remembered
def in_one_notation(display: Display) -> Display:
    """The display with what several symbols write together as one; itself where nothing does."""
    kinds, written = by_kind(display), texts(display)
    for kind, needed, change in CHANGES:
        if (kind is Node or kind in kinds) and not (needed and needed.isdisjoint(written)):
            changed = change(display)
            if changed is not display:
                display, kinds, written = changed, by_kind(changed), texts(changed)
    return display
