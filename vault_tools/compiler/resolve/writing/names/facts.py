"""What telling scripts apart needs to know of the formula around a symbol; answered by the scopes of an attempt or of a whole statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from fractions import Fraction


class Facts(Protocol):
    """What scripts need to know of the formula around them."""

    def is_index(self, name: str) -> bool:
        """The letter is bound or free here."""

    def is_number(self, name: str) -> bool:
        """The letter is a declared or defined number, or an upper bound."""

    def declared(self, name: str) -> bool:
        """The caller gave a shape for this name."""

    def rank(self, name: str) -> int | None:
        """The declared number of axes of a name."""

    def is_raised(self, letter: str) -> bool:
        """The left side carries this index letter as a superscript (`q^i = W a^i`)."""

    def counts_above(self, base: str) -> bool:
        """The note numbers this symbol above (`q^1`), so that `q^2` is no square."""

    def is_step(self, letter: str) -> bool:
        r"""The letter counts steps, so that it is a label even beside an index (`\alpha_{ij}`)."""

    def is_measure(self, name: str) -> bool:
        r"""The symbol with its subscript is a size (`d_k` under a root), so that no index stands below it."""

    def is_powered(self, base: str) -> bool:
        r"""The note raises this symbol to a power (`\gamma^t`), so it is a number."""


def is_numbered_above(name: str, value: Fraction, facts: Facts) -> bool:
    """Whether a number above a symbol counts it (`h^1`); a power of one says nothing, unless the symbol is raised to others, too."""
    if value < 0 or value.denominator != 1:
        return False
    return facts.counts_above(name) or (value == 1 and not facts.is_powered(name))
