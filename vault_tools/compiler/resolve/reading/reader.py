"""The walk over a syntax tree that gives each node its meaning: one attempt, under one assignment of the open choices.

Dispatches to the modules of each notation; owns what they share: inputs, definitions, readings, sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.build import Builder, MisfitError, OtherRankError, too_long
from vault_tools.compiler.resolve.reading.sheet import Sheet
from vault_tools.compiler.resolve.values import Value
from vault_tools.compiler.resolve.writing.indices.axes import AxisUses
from vault_tools.compiler.resolve.writing.indices.quantities import Loop, Prefix
from vault_tools.compiler.resolve.writing.indices.scopes import Page, Scope
from vault_tools.compiler.resolve.writing.names.facts import Shapes
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.syntax_tree import Node
from vault_tools.compiler.tree import Expression, Index
from vault_tools.compiler.unify import Sizes
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import ShapeError, UnsupportedError
from vault_tools.model import Fork, Message, Span, message

STEPS = 12_000
"""Nodes that one attempt reads at most; functions that call each other twice double with every step."""
Rule = Callable[["Reader", Node, Scope], Value]


@dataclass
class Definition:
    """A definition that was read: the binding it became."""

    binding: tree.Binding
    value: Value


Said = tuple[dict[str, Message], set[Fork], set[str]]
"""Readings, forks, and functions with given values, as a reader has them."""


@dataclass
class Reader:
    """One attempt at reading the formulas of a display."""

    sheet: Sheet
    vocabulary: Vocabulary
    words: Words
    shapes: Shapes
    choices: Mapping[str, int]
    """Choices that were changed after an attempt failed: key -> position among its options."""
    rules: Mapping[type[Node], Rule]
    sizes: Sizes = field(default_factory=Sizes)
    inputs: dict[str, Expression] = field(default_factory=dict)
    defaults: dict[str, Expression] = field(default_factory=dict)
    counts: dict[str, set[int]] = field(default_factory=dict)
    """Inputs -> with how many indices they stand."""
    uses: dict[str, set[tuple[str, ...]]] = field(default_factory=dict)
    """Inputs, with the letters of the indices that they stand with."""
    above: dict[str, dict[bool, str]] = field(default_factory=dict)
    """Letters that run, with a symbol that they are a power of (True), and one of which they count the places from above (False)."""
    written: dict[str, str] = field(default_factory=dict)
    definitions: dict[tuple[int, tuple[tuple[str, Expression], ...]], Definition | None] = field(default_factory=dict)
    bindings: list[tree.Binding] = field(default_factory=list)
    readings: dict[str, Message] = field(default_factory=dict)
    forks: set[Fork] = field(default_factory=set)
    """What the readings settled that the formula leaves open."""
    valued: set[str] = field(default_factory=set)
    """Functions whose values are given, whatever their arguments."""
    options: dict[str, int] = field(default_factory=dict)
    """Choices that came up, with the number of their options."""
    active: list[int] = field(default_factory=list)
    """Statements that are being read, by identity."""
    defining: list[tuple[str, int]] = field(default_factory=list)
    """Names that are being defined, with their number of indices: inside, they are given."""
    prefixes: dict[str, Prefix] = field(default_factory=dict)
    """Index -> the size of arrays that grow with it, while a side is read."""
    loops: list[Loop] = field(default_factory=list)
    """Recurrences that are read step by step."""
    indices: dict[str, Index] = field(default_factory=dict)
    looked_up: dict[Expression, tree.Dim] = field(default_factory=dict)
    """Places that are computed, and the size of what they are places in."""
    ranged: set[str] = field(default_factory=set)
    """Names of indices whose first value is written."""
    strict: bool = True
    """Other ranks are to be tried before a side of a chain is given up."""
    steps: int = 0
    summing: int = 0
    """Sums over entries that are being read: inside, every product is entry by entry."""
    exponents: int = 0
    """Exponentials whose exponent is being read: there a vector is taken off each row of a matrix, as the largest score is."""
    refusals: dict[int, Message] = field(default_factory=dict)
    """Statements whose definition cannot be computed, by identity, and why."""
    unvalued: set[str] = field(default_factory=set)
    """Names of indices that run over a set whose elements have no known value."""

    def __post_init__(self) -> None:
        self.build = Builder(self.sizes)
        self.axes = AxisUses(self.sizes)

    # ------------------------------------------------------------ the walk

    def read(self, node: Node, scope: Scope) -> Value:
        """The meaning of a node. UnsupportedError: definitions inside definitions make the formula too long."""
        self.steps += 1
        if self.steps > STEPS:
            raise too_long(node.span)
        return self.rules[type(node)](self, node, scope)

    @contextmanager
    def inside_exponential(self) -> Iterator[None]:
        """While the exponent of an exponential is read."""
        self.exponents += 1
        try:
            yield
        finally:
            self.exponents -= 1

    def expression(self, node: Node, scope: Scope) -> Expression:
        """The resolved expression of a node."""
        return self.read(node, scope).expression

    def scalar(self, node: Node, scope: Scope) -> Expression:
        """The resolved expression of a node that must be a number."""
        value = self.expression(node, scope)
        if value.shape:
            raise self.other_rank("number_expected", node.span, shape=self.build.show(value.shape))
        return value

    # ------------------------------------------------------------ what an attempt shares

    def choose(self, key: str, count: int) -> int:
        """Which of several options to take here; the first, unless an earlier attempt failed with it."""
        self.options[key] = max(count, self.options.get(key, 0))
        return min(self.choices.get(key, 0), count - 1)

    def say(self, key: str, **values: str | int | None) -> None:
        """Record how a fork was read, once; only in values that JSON has."""
        reading = message(f"reading.{key}", **values)
        self.readings.setdefault(reading.text, reading)

    def has_table(self, name: str) -> bool:
        """Whether a name was read as a table, `A(s, a)`, up to now."""
        return message("reading.table", name=name).text in self.readings

    def take_back(self, key: str) -> None:
        """Forget a fork that turned out to be read otherwise."""
        for text in [text for text, reading in self.readings.items() if reading.key == f"reading.{key}"]:
            del self.readings[text]

    def said(self) -> Said:
        """All that was said up to now."""
        return dict(self.readings), set(self.forks), set(self.valued)

    def forget_all_but(self, said: Said) -> None:
        """Forget what was said since then."""
        self.readings, self.forks, self.valued = said

    def index_called(self, name: str) -> Index:
        """The index with a unique name."""
        return self.indices[name]

    def value_of(self, index: Index, span: Span) -> Expression:
        """An index as the number that the formula counts it by."""
        return tree.IndexValue(index=index, indices=(index.name,), span=span)

    def rank_error(self, part: Expression, rank: int, span: Span, name: str) -> ShapeError:
        """A function met an array of another rank."""
        return MisfitError(message("shape.rank", name=name, rank=rank, shape=self.build.show(part.shape)), span, None, (part,))

    def square_error(self, part: Expression, span: Span) -> ShapeError:
        """A square matrix was expected."""
        return MisfitError(message("shape.square", shape=self.build.show(part.shape)), span, None, (part,))

    def new_index(self, name: str, size: tree.Dim, start: int = 1, *, ranged: bool = False) -> Index:
        """An index with a name that is unique in the program."""
        unique, count = name, 1
        while unique in self.indices:
            count += 1
            unique = f"{name}_{count}"
        if ranged:
            self.ranged.add(unique)
        self.indices[unique] = Index(unique, size, start)
        return self.indices[unique]

    def size_named(self, name: str, page: Page) -> tree.Dim:
        """The size that a statement calls `name`; the same everywhere in it."""
        if name in self.sheet.dimensions:
            page.sizes.setdefault(name, self.sheet_size(name))
        if name not in page.sizes:
            page.sizes[name] = self.sizes.fresh(name)
        return page.sizes[name]

    def sheet_size(self, name: str) -> tree.Dim:
        r"""The size that an annotation of the note names (`Q \in \mathbb{R}^{n \times d}`)."""
        if name not in self._annotated:
            self._annotated[name] = self.sizes.fresh(name)
        return self._annotated[name]

    _annotated: dict[str, tree.Dim] = field(default_factory=dict)

    def unsupported(self, key: str, span: Span, hint: str | None = None, **values: object) -> UnsupportedError:
        """The refusal for notation that is understood as such but not computed."""
        return UnsupportedError(message(f"unsupported.{key}", **values), span, message(f"unsupported.{hint}") if hint else None)

    def other_rank(self, key: str, span: Span, hint: str | None = None, **values: object) -> OtherRankError:
        """The refusal of what the ranks do not fit that this attempt gives its symbols."""
        return OtherRankError(message(f"unsupported.{key}", **values), span, message(f"unsupported.{hint}") if hint else None)
