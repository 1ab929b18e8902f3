"""The scope in which a statement is read: its page, its indices, and the facts by which its scripts are told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from vault_tools.compiler.records import record
from vault_tools.compiler.resolve.values import Parameter
from vault_tools.compiler.resolve.writing.indices.quantities import Loop
from vault_tools.compiler.resolve.writing.names.facts import Facts
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence
from vault_tools.compiler.resolve.writing.statements.context import Entry
from vault_tools.compiler.syntax_tree import Node
from vault_tools.compiler.tree import Dim, Expression, Index

USUAL = frozenset("ijklmnpqrstuvxyzabc")
RUNNING = frozenset("ijklmnpqrstuv")


@dataclass
class Page:
    """What belongs to one statement while it is read: its sizes by name."""

    entry: Entry | None
    sizes: dict[str, Dim] = field(default_factory=dict)
    bounds: frozenset[str] = frozenset()
    """Names that an operator of the statement has as upper bound."""
    formal: frozenset[str] = frozenset()
    """Names that the left side lists as parameters."""

    @property
    def sides(self) -> tuple[Node, ...]:
        """Of the statement; none where no statement is read."""
        return self.entry.statement.sides if self.entry is not None else ()


@record(frozen=True)
class Scope(Facts):
    """What names mean at one place: indices, parameters of the function that is read."""

    page: Page = field(kw_only=True)
    indices: Mapping[str, Index] = field(default_factory=dict)
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    numbers: frozenset[str] = frozenset()
    """Letters that are numbers: declared scalars, upper bounds."""
    entrywise: bool = False
    """Inside a sum over entries: products are entry by entry."""
    loop: Loop | None = None
    """The recurrence of which this is one step."""
    limits: Mapping[str, Expression] = field(default_factory=dict)
    r"""Unique names of indices -> condition under which they run (`j \le t` of `\sum_{j=1}^{t}`)."""
    members: Mapping[str, Occurrence] = field(default_factory=dict)
    r"""Unique names of indices -> the set whose elements their letter stands for (`x \in S`)."""

    def is_index(self, name: str) -> bool:
        """Bound or free here."""
        return name in self.indices

    def is_number(self, name: str) -> bool:
        """A declared or bounding number."""
        return name in self.numbers or name in self.page.bounds

    def bind(self, *indices: tuple[str, Index]) -> Scope:
        """With further letters bound."""
        return replace(self, indices={**self.indices, **dict(indices)})


@record(frozen=True)
class LetterFacts(Facts):
    """Facts for telling scripts apart before anything is read: a set of index letters."""

    letters: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    known: dict[int, tuple[Node, Occurrence]] = field(default_factory=dict, init=False, compare=False, repr=False)

    def read(self, node: Node) -> Occurrence:
        """A symbol with its scripts told apart by these facts, once for each node."""
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = (node, read_symbol(node, self))
        return found[1]

    def is_index(self, name: str) -> bool:
        """In the set."""
        return name in self.letters

    def is_number(self, name: str) -> bool:
        """In the set of numbers."""
        return name in self.numbers
