"""A recurrence while it is being read: the quantities that each step computes; filled by loops.py."""

from __future__ import annotations

from dataclasses import dataclass, field

from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.statements.context import Entry
from vault_tools.compiler.syntax_tree import Node
from vault_tools.compiler.tree import Dim, Expression, Index, Shape


@dataclass(frozen=True, slots=True)
class Prefix:
    """A size that grows with an index, and the whole axis that it is a part of."""

    size: Dim
    index: Index
    whole: Dim


@dataclass
class Quantity:
    """What is computed at each step by one statement."""

    entry: Entry
    number: int
    name: str
    shape: Shape | None = None
    """Of the value at one step, once something looked at it."""
    start: Expression | None = None
    first: Expression | None = None
    """Its value at the first step, where that is written and the others follow it."""
    body: Expression | None = None
    value: Value | None = None
    side: Node | None = None
    """The side that was read."""


@dataclass
class Loop:
    """A recurrence that is being read: its letter, the index that runs, and its quantities by the statement that says them."""

    letter: str
    index: Index
    quantities: dict[int, Quantity] = field(default_factory=dict)
    order: list[Quantity] = field(default_factory=list)
    """Those that are read completely: each needs only earlier ones of its step."""
    reading: list[int] = field(default_factory=list)

    def quantity(self, entry: Entry, name: str | None) -> Quantity:
        """The quantity that a statement says."""
        return self.quantities.setdefault(id(entry.statement), Quantity(entry, len(self.quantities), name or entry.head.base))
