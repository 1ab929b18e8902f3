"""All statements that one compilation may look at: the display's own first, then the note's, nearest first.

Answers which definition a name has, which letters of a statement are indices, and which statements the display uses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import TYPE_CHECKING, Any, TypeVar

from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve.writing.indices.bounds import between_bars, number_for_bars, upper_bounds
from vault_tools.compiler.resolve.writing.indices.free import IndexLetters, Surroundings, classify, raised_letters
from vault_tools.compiler.resolve.writing.indices.scopes import LetterFacts
from vault_tools.compiler.resolve.writing.names.atoms import lone_words, quantities, symbol_atoms
from vault_tools.compiler.resolve.writing.names.facts import Told
from vault_tools.compiler.resolve.writing.names.scripts import MEASURES, Occurrence, is_symbol, is_transpose_mark, is_upper
from vault_tools.compiler.resolve.writing.names.shifts import backward_steps, counted_from_zero
from vault_tools.compiler.resolve.writing.nodes import bare, base_of, every, unwrap, walk, word
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.resolve.writing.ranks.collecting import marks_in
from vault_tools.compiler.resolve.writing.ranks.looks import holds_scores, labelled_scales
from vault_tools.compiler.resolve.writing.spelled_out.means import counted_sums, runs_over_samples
from vault_tools.compiler.resolve.writing.statements.context import Context, Entry
from vault_tools.compiler.resolve.writing.statements.parameters import apart
from vault_tools.compiler.syntax_tree import BigOperator, Fence, Grid, Letters, Name, Node, Scripted, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction as Rational

    from vault_tools.compiler.resolve.writing.ranks.marks import Seen
    from vault_tools.model import Span


Answer = TypeVar("Answer")
PAIR = 2
LABELS_OF_SIZES = frozenset("kqvhm")
"""Letters that tell sizes apart: those of keys, queries and values, of a head, of a model."""


def once_per_statement(question: Callable[[Sheet, Entry], Answer]) -> Callable[[Sheet, Entry], Answer]:
    """A question about a statement, whose answer is the same as long as its sheet is looked at."""

    @wraps(question)
    def ask(sheet: Sheet, entry: Entry) -> Answer:
        try:
            return sheet.answers[question, id(entry.statement)]  # type: ignore[no-any-return]
        except KeyError:
            pass
        found = sheet.answers[question, id(entry.statement)] = question(sheet, entry)
        return found

    return ask


@dataclass
class Sheet:
    """The display (`own`) in its context."""

    own: Context
    context: Context
    around: Surroundings
    said: tuple[str, ...] = ()
    """Readings of the display as a whole."""
    dimensions: dict[str, None] = field(default_factory=dict)
    """Names of sizes that annotations declare."""
    lent: tuple[Entry, ...] = ()
    """Definitions that come with the usual formula of a word, while that is read."""
    annotations: dict[str, tuple[int, tuple[Node, ...]]] = field(default_factory=dict)
    r"""Name -> number of indices it was declared with, and sizes of the other axes (`\in \mathbb{R}^{n \times d}`)."""

    settings: dict[str, list[Entry]] = field(default_factory=dict)
    """Updated name -> the statements of the display that set it (updates.py)."""

    answers: dict[tuple[Callable[[Sheet, Entry], Any], int], Any] = field(default_factory=dict)
    """(question, statement by identity) -> answer."""
    looking_back: dict[tuple[int, str], bool] = field(default_factory=dict)
    """(statement, letter) -> whether it needs the step before."""

    @once_per_statement
    def named_apart(self, entry: Entry) -> Entry:
        """A definition whose parameters have letters of their own."""
        return apart(entry, self.around.words)

    @once_per_statement
    def letters_of(self, entry: Entry) -> IndexLetters:
        """Free and bound letters of a statement."""
        return classify(entry, self.around)

    @once_per_statement
    def facts_of(self, entry: Entry) -> LetterFacts:
        """Facts for reading a statement's scripts as a whole."""
        return self._facts(entry, self.letters_of(entry).all)

    def _facts(self, entry: Entry, letters: frozenset[str]) -> LetterFacts:
        return LetterFacts(self.told(entry), self.around.shapes, letters, self.numbers(entry))

    @once_per_statement
    def told(self, entry: Entry) -> Told:
        """What is told of the letters of a statement."""
        raised = raised_letters(entry.statement.sides[0]) if entry.statement.signs else frozenset[str]()
        around = self.around
        return Told(raised, around.counted, around.rows, around.powered, around.steps, self.measures(entry))

    @once_per_statement
    def measures(self, entry: Entry) -> frozenset[str]:
        r"""Sizes that are named with a label in a statement: the `d_k` of `\sqrt{d_k}`, unless `shapes` makes d an array.

        Not where the label is an index: the d_i and d_j of `\frac{1}{\sqrt{d_i} \sqrt{d_j}}` are degrees.
        """
        scales = [scale for side in entry.statement.sides for scale in labelled_scales(side) if word(scale.base) in MEASURES]
        if not scales:
            return frozenset()
        counting = {word(scale.sub) for scale in scales if scale.sub is not None} & self.letters_of(entry).all
        counting -= LABELS_OF_SIZES if len(counting) == 1 else frozenset()
        sizes = (scale for scale in scales if scale.sub is None or word(scale.sub) not in counting)
        return frozenset([canonical(s) for s in sizes if not self.around.shapes.get(word(s.base) or "")])

    @once_per_statement
    def head_of(self, entry: Entry) -> Occurrence | None:
        """The defined symbol with its scripts told apart."""
        if entry.head.symbol is None:
            return None
        return self.head_facts(entry).read(entry.head.symbol)

    @once_per_statement
    def head_facts(self, entry: Entry) -> LetterFacts:
        """Facts for reading the scripts of a left side."""
        return self._facts(entry, frozenset(self.letters_of(entry).free))

    def name_of(self, entry: Entry) -> str | None:
        """The canonical left-hand side of a statement."""
        head = self.head_of(entry)
        return head.name if head is not None else None

    def numbers(self, entry: Entry | None) -> frozenset[str]:
        """Letters that are numbers in a statement: declared scalars, upper bounds, defined numbers."""
        return self._given_numbers | self.bounds(entry) if entry is not None else self._given_numbers

    @cached_property
    def _given_numbers(self) -> frozenset[str]:
        """Declared scalars, and letters that the note sets to a number."""
        declared = frozenset([name for name, shape in self.around.shapes.items() if shape == ()])
        return declared | self.own.numeric | self.context.numeric

    @once_per_statement
    def bounds(self, entry: Entry) -> frozenset[str]:
        """Names that are an upper bound in a statement."""
        counts = [word(letter) or "" for letter in self.counts(entry).values()]
        return frozenset(counts).union(*map(upper_bounds, entry.statement.sides))

    @once_per_statement
    def counts(self, entry: Entry) -> dict[Span, Node]:
        """Sums of a statement that are divided by the number of their terms, by place."""
        found = [pair for side in entry.statement.sides for pair in counted_sums(side)]
        return {operator.span: letter for operator, letter in found if self._is_count(operator, word(letter) or "")}

    def _is_count(self, operator: BigOperator, letter: str) -> bool:
        """A number that the note gives counts the terms of a sum over samples of which it gives none; else it divides as it is."""
        if letter in self.around.shapes:
            return False
        if letter not in self._given_numbers:
            return True
        bases = {canonical(bare(atom)) for atom in symbol_atoms(operator.body, self.around.words)} if operator.body is not None else set()
        return runs_over_samples(operator, letter) and not any(map(self.defines, bases))

    def lowest(self, entry: Entry | None) -> dict[str, int]:
        """How far back the scripts of a statement reach, by letter; -1 for letters that are counted from 0."""
        return self._steps_back(entry) if entry is not None else {}

    @once_per_statement
    def _steps_back(self, entry: Entry) -> dict[str, int]:
        found: dict[str, int] = {}
        for side in entry.statement.sides:
            for letter, back in backward_steps(side, self.around.starts).items():
                found[letter] = max(found.get(letter, 0), back)
            found.update(dict.fromkeys(counted_from_zero(side) - found.keys(), -1))
        if found and len(entry.statement.sides) > PAIR:
            last = entry.statement.sides[-1]  # `C_i = C_{i-1} + a_i = \sum_{k=1}^i a_k`: the sum says what the first is, too
            for letter in (upper_bounds(last) & found.keys()) - backward_steps(last, frozenset()).keys() - counted_from_zero(last):
                del found[letter]
        return found

    def candidates(self, base: str) -> Iterator[Entry]:
        """Statements that define a symbol with this base, nearest first."""
        if self.lent:
            yield from (entry for entry in self.lent if entry.head.base == base)
        yield from self.own.by_base.get(base, ())
        yield from self.context.by_base.get(base, ())

    def defines(self, base: str) -> bool:
        """The display or its context defines a symbol with this base."""
        if base in self.own.by_base or base in self.context.by_base:
            return True
        return bool(self.lent) and any(entry.head.base == base for entry in self.lent)

    def is_own(self, entry: Entry) -> bool:
        """The statement stands in the display itself."""
        return id(entry) in map(id, self.own.entries)

    def numeric_side(self, entry: Entry) -> Node | None:
        """The numbers that a statement gives for its left side."""
        last = entry.statement.sides[-1]
        return last if is_written_number(last) else None

    def defines_plainly(self, base: str) -> bool:
        """Whether the note defines the bare letter (`e = …` as against `e_{ij} = …`)."""
        heads = (self.head_of(entry) for entry in self.candidates(base) if not entry.head.is_function)
        return any(head is not None and head.name == base and not head.indices for head in heads)

    def formal_names(self, entry: Entry) -> frozenset[str]:
        """Names that the left side of a statement lists as parameters."""
        if not entry.head.parameters:
            return frozenset()
        facts = self._facts(entry, frozenset(self.letters_of(entry).free))
        return frozenset(facts.read(p).name for p in entry.head.parameters if is_symbol(p))

    @once_per_statement
    def uses_own_name(self, entry: Entry) -> bool:
        """`Q_i = Q W_i`: the right side uses the defined letter with fewer indices, so it is given."""
        head, facts = self.head_of(entry), self.facts_of(entry)
        found = [facts.read(atom) for side in entry.statement.sides[1:] for atom in symbol_atoms(side, self.around.words)]
        return head is not None and any(o.name == head.name and len(o.indices) < len(head.indices) for o in found)

    @once_per_statement
    def gathered(self, entry: Entry) -> frozenset[int]:
        r"""`\ell = \sum_j e^{m_j - m} \ell_j`: how many more indices the defined letter has on the right, where it is given."""
        head, facts = self.head_of(entry), self.facts_of(entry)
        found = [facts.read(atom) for side in entry.statement.sides[1:] for atom in symbol_atoms(side, self.around.words)]
        counts = {len(o.indices) for o in found if head is not None and o.name == head.name and len(o.indices) > len(head.indices)}
        return frozenset(counts)

    @once_per_statement
    def is_scalar_function(self, entry: Entry) -> bool:
        """A function of lower-case parameters whose body treats them as numbers: no matrices, transposes, norms or operators."""
        parameters = entry.head.parameters or ()
        lower = bool(parameters) and all(word(p) is not None and not is_upper(p) for p in parameters)
        return lower and not any(self._is_array_notation(n) for side in entry.statement.sides[1:] for n in walk(side))

    def _is_array_notation(self, node: Node) -> bool:
        match node:
            case BigOperator() | Fence(opener="‖" | "⟨"):
                return True
            case Sequence(separators=separators) if "‖" in separators:  # `D_{KL}(p \| q)` of two distributions
                return True
            case Scripted(sup=sup) if sup is not None and is_transpose_mark(sup):
                return True
            case Letters(text=text):
                return len(text) == 1 and text.isupper() and text not in self.around.words.vocabulary.symbols
            case Grid(kind=kind):
                return kind != "cases"
            case _:
                return False

    @cached_property
    def variables(self) -> frozenset[str]:
        """Names that the display uses as quantities: not before a bracket."""
        return frozenset(name for side in self._computed for name in quantities(side, self.around.words))

    @cached_property
    def _computed(self) -> tuple[Node, ...]:
        """The sides of the display that are no names of what it defines."""
        statements = [entry.statement for entry in self.own.entries]
        return tuple([side for statement in statements for side in statement.sides[1 if statement.signs else 0 :]])

    def is_letter(self, word: str) -> bool:
        """The display uses the name of a function as a quantity; mostly it has something behind it wherever it stands."""
        return word in self._lone_words and word in self.variables

    @cached_property
    def _lone_words(self) -> frozenset[str]:
        return frozenset().union(*[lone_words(side, self.around.words) for side in self._computed])

    def is_given(self, found: Occurrence) -> bool:
        """The caller or the note says what a set is."""
        return found.name in self.around.shapes or self.defines(found.base)

    def stated_bars(self, bars: Node) -> Rational | None:
        r"""The number that a statement (`|B| = 4`) gives for bars round a symbol of which nothing else is given."""
        symbol = between_bars(bars)
        if symbol is None or self.defines(canonical(base_of(symbol))) or canonical(symbol) in self.around.shapes:
            return None
        stated = (found for entry in (*self.own.entries, *self.context.entries) if (found := number_for_bars(entry)) is not None)
        return next((value for other, value in stated if canonical(other) == canonical(symbol)), None)

    def is_variable(self, name: str) -> bool:
        """Used as a quantity in the display."""
        return name in self.variables

    def hints(self, entry: Entry | None) -> dict[str, set[Seen]]:
        """What notation says about ranks, in the display and in one more statement."""
        return self._own_hints if entry is None or self.is_own(entry) else self._hints_with(entry)

    @cached_property
    def _own_hints(self) -> dict[str, set[Seen]]:
        return self._hints_in((*filter(is_computable, self.own.entries), *self._used_functions()))

    @once_per_statement
    def _hints_with(self, entry: Entry) -> dict[str, set[Seen]]:
        return _merged(self._own_hints, self._hints_in((entry,), self._own_hints))

    def _hints_in(self, entries: Iterable[Entry], known: dict[str, set[Seen]] | None = None) -> dict[str, set[Seen]]:
        return marks_in(tuple(entries), self, known)

    def gives_scores(self, found: Occurrence, depth: int = 3) -> bool:
        r"""The note defines a symbol by `Q_i K_i^\top`, or by one symbol of which that is so (`A_i = \text{softmax}(S_i)`)."""
        for entry in self.candidates(found.base):
            head = self.head_of(entry)
            if head is None or (head.name, len(head.indices)) != (found.name, len(found.indices)) or entry.head.is_function:
                continue
            last, facts = entry.statement.sides[-1], self.facts_of(entry)
            atoms = self.around.words.atoms(last)
            lone = unwrap(atoms[1].body) if len(atoms) == 2 and isinstance(atoms[1], Fence) else last
            if holds_scores(last, self.around.words) or (depth and is_symbol(lone) and self.gives_scores(facts.read(lone), depth - 1)):
                return True
        return False

    def is_defined(self, found: Occurrence) -> bool:
        """The note defines the symbol itself, not another one of its letter."""
        heads = (self.head_of(entry) for entry in self.candidates(found.base))
        return any(head is not None and head.name == found.name for head in heads)

    def _used_functions(self) -> list[Entry]:
        """Functions of the note that the display calls, directly or through each other."""
        found: dict[int, Entry] = {}
        waiting = [*self.own.entries] if self.context.by_base else []
        while waiting:
            entry = waiting.pop()
            for base in {canonical(node) for side in entry.statement.sides for node in (*every(Letters, side), *every(Name, side))}:
                for other in self.context.by_base.get(base, ()):
                    if other.head.is_function and id(other) not in found:
                        found[id(other)] = other
                        waiting.append(other)
        return list(found.values())


def _merged(first: dict[str, set[Seen]], second: dict[str, set[Seen]]) -> dict[str, set[Seen]]:
    return {name: first.get(name, set()) | second.get(name, set()) for name in (*first, *second)}


def is_computable(entry: Entry) -> bool:
    """An equation chain or a single expression that is no remark on others."""
    statement = entry.statement
    return not statement.annotation and (statement.is_equation or not statement.signs)
