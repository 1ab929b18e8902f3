"""The scope in which a statement is read: its page, its indices, and the facts by which its scripts are told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from vault_tools.compiler.records import record
from vault_tools.compiler.resolve.values import Parameter
from vault_tools.compiler.resolve.writing.indices.quantities import Loop
from vault_tools.compiler.resolve.writing.names.scripts import Occurrence, read_symbol
from vault_tools.compiler.resolve.writing.statements.context import Entry
from vault_tools.compiler.syntax_tree import Node
from vault_tools.compiler.tree import Dim, Expression, Index

USUAL = frozenset("ijklmnpqrstuvxyzabc")
RUNNING = frozenset("ijklmnpqrstuv")
Shapes = Mapping[str, tuple[int, ...]]


@dataclass
class Page:
    """What belongs to one statement while it is read: its sizes by name."""

    entry: Entry | None
    sizes: dict[str, Dim] = field(default_factory=dict)
    bounds: frozenset[str] = frozenset()
    """Names that an operator of the statement has as upper bound."""
    formal: frozenset[str] = frozenset()
    """Names that the left side lists as parameters."""
    raised: frozenset[str] = frozenset()
    """Index letters that the left side carries as superscripts."""
    counted: frozenset[str] = frozenset()
    """Symbols that the note numbers above (`q^1`)."""
    powered: frozenset[str] = frozenset()
    """Symbols that carry a written power somewhere (`x^2`)."""
    steps: frozenset[str] = frozenset()
    """Letters that count steps."""
    measures: frozenset[str] = frozenset()
    r"""Symbols that are sizes with a label (`d_k` under a root), whatever the letter of the label does elsewhere."""

    @property
    def sides(self) -> tuple[Node, ...]:
        """Of the statement; none where no statement is read."""
        return self.entry.statement.sides if self.entry is not None else ()


@record(frozen=True)
class Scope:
    """What names mean at one place: indices, parameters of the function that is read."""

    page: Page
    indices: Mapping[str, Index]
    parameters: Mapping[str, Parameter]
    numbers: frozenset[str]
    """Letters that are numbers: declared scalars, upper bounds."""
    shapes: Shapes
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

    def declared(self, name: str) -> bool:
        """`shapes` lists it."""
        return name in self.shapes

    def rank(self, name: str) -> int | None:
        """The declared number of axes."""
        return len(self.shapes[name]) if name in self.shapes else None

    def is_raised(self, letter: str) -> bool:
        """A superscript index on the left."""
        return letter.removesuffix("_prime") in self.page.raised

    def counts_above(self, base: str) -> bool:
        """Numbered above in the note."""
        return base in self.page.counted

    def is_powered(self, base: str) -> bool:
        """Raised to a power somewhere."""
        return base in self.page.powered

    def is_step(self, letter: str) -> bool:
        """Counts steps."""
        return letter in self.page.steps

    def is_measure(self, name: str) -> bool:
        """A size with a label."""
        return name in self.page.measures

    def bind(self, *indices: tuple[str, Index]) -> Scope:
        """With further letters bound."""
        return replace(self, indices={**self.indices, **dict(indices)})


@record(frozen=True)
class LetterFacts:
    """Facts for telling scripts apart before anything is read: a set of index letters."""

    letters: frozenset[str]
    numbers: frozenset[str] = frozenset()
    shapes: Shapes = field(default_factory=dict)
    raised: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    powered: frozenset[str] = frozenset()
    steps: frozenset[str] = frozenset()
    measures: frozenset[str] = frozenset()
    known: dict[int, tuple[Node, Occurrence]] = field(default_factory=dict, init=False, compare=False, repr=False)

    def read(self, node: Node) -> Occurrence:
        """A symbol with its scripts told apart by these facts, once for each node."""
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = (node, read_symbol(node, self))
        return found[1]

    def is_measure(self, name: str) -> bool:
        """A size with a label."""
        return name in self.measures

    def rank(self, name: str) -> int | None:
        """The declared number of axes."""
        return len(self.shapes[name]) if name in self.shapes else None

    def is_raised(self, letter: str) -> bool:
        """A superscript index on the left."""
        return letter.removesuffix("_prime") in self.raised

    def counts_above(self, base: str) -> bool:
        """Numbered above in the note."""
        return base in self.counted

    def is_powered(self, base: str) -> bool:
        """Raised to a power somewhere."""
        return base in self.powered

    def is_step(self, letter: str) -> bool:
        """Counts steps."""
        return letter in self.steps

    def is_index(self, name: str) -> bool:
        """In the set."""
        return name in self.letters

    def is_number(self, name: str) -> bool:
        """In the set of numbers."""
        return name in self.numbers

    def declared(self, name: str) -> bool:
        """`shapes` lists it."""
        return name in self.shapes
