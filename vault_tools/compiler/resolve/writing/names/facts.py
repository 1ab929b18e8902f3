"""What telling scripts apart needs to know of the formula around a symbol; answered by the scopes of an attempt or of a whole statement."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from vault_tools.compiler.records import record
from vault_tools.compiler.resolve.writing.nodes import word

if TYPE_CHECKING:
    from fractions import Fraction

    from vault_tools.compiler.syntax_tree import Node

SAMPLES = frozenset({"x", "y", "x_hat", "y_hat"})

Shapes = Mapping[str, tuple[int, ...]]


@record(frozen=True, slots=True)
class Told:
    """What a statement and its note tell of letters, wherever they stand."""

    raised: frozenset[str] = frozenset()
    """Index letters that the left side carries as superscripts (`q^i = W a^i`)."""
    counted: frozenset[str] = frozenset()
    """Symbols that the note numbers above (`q^1`), so that `q^2` is no square."""
    rows: frozenset[str] = frozenset()
    r"""Symbols with a letter in brackets above and nothing below (`x^{(i)}`): rows of a table, so that i is first in `x_j^{(i)}`."""
    powered: frozenset[str] = frozenset()
    r"""Symbols that carry a written power somewhere (`\gamma^t`), so they are numbers."""
    steps: frozenset[str] = frozenset()
    r"""Letters that count steps, so that they are labels even beside an index (`\alpha_{ij}`)."""
    measures: frozenset[str] = frozenset()
    r"""Symbols that are sizes with a label (`d_k` under a root), whatever the letter of the label does elsewhere."""


NOTHING_TOLD = Told()


@record(frozen=True)
class Facts:
    """What scripts need to know of the formula around them."""

    told: Told = NOTHING_TOLD
    shapes: Shapes = field(default_factory=dict)

    def is_index(self, name: str) -> bool:
        """The letter is bound or free here."""
        raise NotImplementedError

    def is_number(self, name: str) -> bool:
        """The letter is a declared or defined number, or an upper bound."""
        raise NotImplementedError

    def declared(self, name: str) -> bool:
        """The caller gave a shape for this name."""
        return name in self.shapes

    def rank(self, name: str) -> int | None:
        """The declared number of axes of a name."""
        return len(self.shapes[name]) if name in self.shapes else None

    def is_raised(self, letter: str) -> bool:
        """The left side carries this index letter as a superscript."""
        return letter.removesuffix("_prime") in self.told.raised

    def counts_above(self, base: str) -> bool:
        """The note numbers this symbol above."""
        return base in self.told.counted

    def is_row(self, base: str) -> bool:
        """A letter in brackets above counts rows: elsewhere the symbol has nothing below, or it is called as samples are."""
        return base in self.told.rows or base in SAMPLES

    def is_step(self, letter: str) -> bool:
        """The letter counts steps."""
        return letter in self.told.steps

    def is_measure(self, name: str) -> bool:
        """The symbol with its subscript is a size, so that no index stands below it."""
        return name in self.told.measures

    def is_powered(self, base: str) -> bool:
        """The note raises this symbol to a power."""
        return base in self.told.powered


def is_numbered_above(name: str, value: Fraction, facts: Facts) -> bool:
    """Whether a number above a symbol counts it (`h^1`); a power of one says nothing, unless the symbol is raised to others, too."""
    if value < 0 or value.denominator != 1:
        return False
    return facts.counts_above(name) or (value == 1 and not facts.is_powered(name))


def is_defined_e(sup: Node, facts: Facts) -> bool:
    r"""`a^t = \mathrm{softmax}(e^t)` where the note says what `e_i^t` is."""
    return facts.counts_above("e") and facts.is_raised(word(sup) or "")


def counts_to_length(facts: Facts, name: str) -> bool:
    """`x^T` where T is a length: a power of what is known to be a number, else the transpose of what may be an array."""
    rank = facts.rank(name)
    return facts.is_number("T") and (facts.is_powered(name) if rank is None else rank == 0)
