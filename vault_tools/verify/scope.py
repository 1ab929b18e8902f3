"""One note prepared for judging: its formulas parsed once, what each may look up in the others, and what kind of note it is."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property, lru_cache, wraps
from typing import TYPE_CHECKING, Any, TypeVar

from vault_tools.compiler import tree
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context
from vault_tools.compiler.resolve.writing.numerals import written_number
from vault_tools.compiler.syntax_tree import Display
from vault_tools.errors import FormulaError, LatexSyntaxError, NothingToCompute
from vault_tools.verify.asking import Answers
from vault_tools.verify.claims.before_rounding import long_numbers, rounded_results
from vault_tools.verify.claims.derivatives import derivatives_of, may_derive
from vault_tools.verify.claims.differentiation import derivative_claim
from vault_tools.verify.claims.equated import as_meant
from vault_tools.verify.givens.places import (
    called_rows,
    entries_of,
    may_be_entries,
    puts_numbers_in,
    runs_from_zero,
    subscripted_names,
    told_by_parts,
    told_entries,
)
from vault_tools.verify.givens.rows import transposes
from vault_tools.verify.inputs.examples import Given, number_of, value_on_given
from vault_tools.verify.numbers import Written, entries
from vault_tools.verify.recognise import Recognition, recognise
from vault_tools.verify.written.displays import NEIGHBOURS, NoteDisplays
from vault_tools.verify.written.results import with_its_formula
from vault_tools.verify.written.rounded import is_computed, whole_shares
from vault_tools.verify.written.statements import Outcome, Source, assignments, outcomes, whole_results

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Set
    from fractions import Fraction

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.model import Claim, NoteMath

Answer = TypeVar("Answer")
ATTENTION_WORDS = re.compile(r"soft\s*max|attention|attn|multi\s*head|head_|QK", re.IGNORECASE)
"""Words by which even a broken formula is seen to be about attention."""


def once_per_display(question: Callable[[NoteScope, int], Answer]) -> Callable[[NoteScope, int], Answer]:
    """A question about one display of a note, whose answer is kept."""

    @wraps(question)
    def ask(scope: NoteScope, place: int) -> Answer:
        key = question, place
        if key not in scope.answers:
            scope.answers[key] = question(scope, place)
        return scope.answers[key]  # type: ignore[no-any-return]

    return ask


class NoteScope(NoteDisplays):
    """What judging the formulas of one note has in common. Everything is worked out when it is first asked for, and kept."""

    def __init__(self, note: NoteMath, vocabulary: Vocabulary) -> None:
        super().__init__(note, vocabulary)
        self.answers: dict[tuple[Callable[[NoteScope, int], Any], int], Any] = {}
        self._context: tuple[int, Context] | None = None
        self._numbers: tuple[int, dict[str, Any]] | None = None
        self._rounded: dict[int, dict[Fraction, Fraction]] = {}
        self._given_at = Answers[Given]()
        self._results: tuple[range, frozenset[Fraction]] = range(0), frozenset()

    def context(self, position: int) -> Context:
        """The other formulas, nearest above first, then those below, then the tables; the last one asked for is kept: each is large."""
        if self._context is None or self._context[0] != position:
            self._context = position, self._context_of(position)
        return self._context[1]

    def _context_of(self, position: int, tabled: tuple[Display, ...] | None = None) -> Context:
        tables = self.tabled if tabled is None else tabled
        told = (*(self.definitions[place] for place in self.nearest_first(position)), *tables, *self._put_in(position))
        return Context.of(display for display in told if display is not None)

    def _put_in(self, position: int) -> tuple[Display, ...]:
        """Entries of given arrays, for a formula that puts their numbers in."""
        display = self.displays[position]
        if not isinstance(display, Display) or not puts_numbers_in(display) or runs_from_zero(display):
            return ()
        given = {**self._whole_results(position), **self.stated_numbers(position), **self.note.options.inputs}
        return tuple(told_entries(display, subscripted_names(display) - given.keys() - self.defined(position), given))

    def _whole_results(self, position: int) -> dict[str, Any]:
        """Matrices that the formulas above compute to whole numbers, nearest first."""
        found: dict[str, Any] = {}
        for place in range(self.nearby(position).start, position):
            found.update(self._whole_results_at(place))
        return found

    @once_per_display
    def _whole_results_at(self, place: int) -> dict[str, Any]:
        display = self.displays[place]
        return whole_results(display, self.vocabulary) if isinstance(display, Display) else {}

    @once_per_display
    def statements(self, position: int) -> tuple[Outcome, ...]:
        """Program or error of every statement of a display, the one that its value is first; LatexSyntaxError alone where it is broken."""
        display = self.displays[position]
        if isinstance(display, LatexSyntaxError):
            return (display,)
        if not display.rows:
            return (NothingToCompute(),)
        found = [outcomes(self._source(reading, position)) for reading in self.readings(position, self._called_rows(position))]
        if position in self.headed and all(isinstance(one, FormulaError) for read in found for one in read):
            row = replace(self._source(display, position), context=self._context_of(position, self.tables_beside(position)))
            return outcomes(row)  # what heads a column is said of the numbers of each row
        return found[0] if len(found) == 1 else as_meant(found, self.vocabulary, self._given_alone(position))

    def _called_rows(self, position: int) -> frozenset[str]:
        """The rows of given matrices that a display multiplies."""
        display = self.displays[position]
        return called_rows(display, self.stated_numbers(position)) if isinstance(display, Display) and transposes(display) else frozenset()

    def _source(self, display: Display, position: int) -> Source:
        latex = self.note.formulas[position].latex
        axis = self.said_axes_at.get(position, "")
        result = with_its_formula(self, position)
        return Source(display, latex, self.context(position), self.vocabulary, self.note.options, self.given_shapes, axis, result)

    def program(self, position: int) -> tree.Program | None:
        """The program of a display's value."""
        first = next(iter(self.statements(position)), None)
        return first if isinstance(first, tree.Program) else None

    @once_per_display
    def derivative_claims(self, position: int) -> tuple[Claim, ...]:
        """What a display says that derivatives are, of what it writes out or the note defines."""
        display = self.displays[position]
        if not isinstance(display, Display) or not may_derive(display):
            return ()
        near = self.nearby(position)
        around = self.definitions[near.start : position][::-1] + self.definitions[position + 1 : near.stop]
        context = Context.of(one for one in (display, *around) if one is not None)
        latex, given = self.note.formulas[position].latex, self._given_alone(position)
        told = derivatives_of(display, context, self.vocabulary)
        claims = [(stated, derivative_claim(stated, latex, context, self.vocabulary, given)) for stated in told]
        return tuple(claim for stated, claim in claims if claim.holds or not stated.is_name)

    def _given_alone(self, position: int) -> Given:
        """The numbers that the note gives, whatever the display itself makes of them."""
        return Given(self.note.options, self.stated_numbers(position), self.stated_sizes)

    @once_per_display
    def recognition(self, position: int) -> Recognition | None:
        """The family of a display's value."""
        program = self.program(position)
        computes = program is not None and not program.is_step  # the formula of a result on its own is told where it stands
        return recognise(program, self.vocabulary) if program is not None and computes else None

    @cached_property
    def is_about_attention(self) -> bool:
        """Whether a family that is not common is recognised in the note, or a broken formula names what only attention has."""
        positions = range(len(self.note.formulas))[: 2 * NEIGHBOURS]
        if any(isinstance(self.displays[k], LatexSyntaxError) and ATTENTION_WORDS.search(self.note.formulas[k].latex) for k in positions):
            return True
        found = (self.recognition(k) for k in positions)
        return any(recognition is not None and not recognition.family.common for recognition in found)

    def given(self, position: int) -> Given:
        """What the note gives for the inputs of one formula: written numbers, and what its definitions make of them."""
        return self._given(position, frozenset())

    def _given(self, position: int, asked: frozenset[int]) -> Given:
        return self._given_at.of(position, asked, lambda: self._worked_out(position, asked))

    def _worked_out(self, position: int, asked: frozenset[int]) -> Given:
        stated = self.stated_numbers(position)
        known = {*stated, *self.note.options.inputs}
        programs = [outcome for outcome in self.statements(position) if isinstance(outcome, tree.Program)]
        missing = {p.name for program in programs for p in program.inputs if p.default is None and p.name not in known}
        computed = {name: self._computed(name, position, asked | {position}) for name in missing}
        numbers = {**stated, **{name: value for name, value in computed.items() if value is not None}}
        numbers = {**told_by_parts({p.name: len(p.shape) for program in programs for p in program.inputs}, numbers), **numbers}
        numbers = {**numbers, **self._first_row(position, programs)}
        plain = {name for program in programs for name in may_be_entries({p.name: p.shape for p in program.inputs})}
        numbers = {**self._entries(position, plain & missing - numbers.keys(), numbers), **numbers}
        exact = self._exact_numbers(position, programs, asked)
        if all(program.name is None for program in programs):
            exact = {**exact, **self._numbers_below(position, {p.name for program in programs for p in program.inputs})}
        results = self._results_above(position)
        return Given(self.note.options, numbers, self.stated_sizes, exact, results, self._before_rounding(position, programs, results))

    def _first_row(self, position: int, programs: Iterable[tree.Program]) -> dict[str, float]:
        """What the first row of its table gives for a formula of numbers that heads a column."""
        column = self.headed.get(position)
        names = {parameter.name for program in programs for parameter in program.inputs if not parameter.shape}
        return {name: float(numbers[0].value) for name, numbers in column.beside.items() if name in names} if column is not None else {}

    def _numbers_below(self, position: int, names: Set[str]) -> dict[str, Any]:
        """The numbers that the note sets or computes below a formula, nearest first: of an equation that is to be solved, the solution."""
        found: dict[str, Any] = {}
        below = range(position + 1, self.nearby(position).stop)
        for place in sorted({place for name in names for place in self._defining.get(name, ()) if place in below}):
            told = (names & self.defined(place)) - found.keys()
            assigned = self.assigned(place) if told else {}
            for program in self.statements(place) if told - assigned.keys() else ():
                if isinstance(program, tree.Program) and program.name in told and not program.inputs and not program.shape:
                    found[program.name or ""] = value_on_given(program, self.vocabulary, Given())
            found = {**{name: assigned[name] for name in told & assigned.keys()}, **found}
        return {name: value for name, value in found.items() if value is not None}

    def _results_above(self, position: int) -> frozenset[Fraction]:
        """The numbers that the formulas above state as results of what they compute."""
        above = range(self.nearby(position).start, position)
        known, found = self._results
        if known.start != above.start or known.stop > above.stop:
            known, found = range(above.start, above.start), frozenset()
        self._results = above, found.union(*map(self._numbers_stated_at, range(known.stop, above.stop)))
        return self._results[1]

    def _before_rounding(self, position: int, programs: Iterable[tree.Program], results: Set[Fraction]) -> dict[Fraction, Fraction]:
        """What the numbers that a formula computes with were rounded from, where formulas above state them as results; nearest first."""
        used = long_numbers(programs) & results
        found: dict[Fraction, Fraction] = {}
        for place in reversed(range(self.nearby(position).start, position)) if used else ():
            if used & self._numbers_stated_at(place):
                found = {**self._rounded_at(place), **found}
        return found

    @once_per_display
    def _numbers_stated_at(self, place: int) -> frozenset[Fraction]:
        """The numbers that a display states as results of what it computes."""
        programs = (outcome for outcome in self.statements(place) if isinstance(outcome, tree.Program))
        stated = (entries(node) for program in programs for _, node in program.stated)
        return frozenset(number.value for written in stated if written is not None for number in written[1])

    def _rounded_at(self, place: int) -> dict[Fraction, Fraction]:
        """The rounded numbers among them, with what they were rounded from."""
        if place not in self._rounded:
            self._rounded[place] = {}  # also while it is being found, as what is given here may ask for what is given there
            given, programs = self.given(place), [found for found in self.statements(place) if isinstance(found, tree.Program)]
            for program in programs:
                self._rounded[place].update(rounded_results(program, self.vocabulary, given))
        return self._rounded[place]

    def _entries(self, position: int, names: set[str], numbers: Mapping[str, Any]) -> dict[str, float]:
        """Entries of given arrays, in formulas of numbers alone: beside a vector `q_1` is a vector of its own."""
        display = self.displays[position]
        if not names or not isinstance(display, Display) or runs_from_zero(display):
            return {}
        called = names if self.is_step(position) else names & subscripted_names(display)
        return entries_of(called, {**numbers, **self.note.options.inputs})

    def is_step(self, place: int) -> bool:
        """Whether a display states a number of a sequence for which the note has a rule."""
        return any(isinstance(outcome, tree.Program) and outcome.is_step for outcome in self.statements(place))

    def stated_numbers(self, position: int) -> dict[str, Any]:
        """Name -> the numbers that the note gives for it, nearest above first, else nearest below; the last ones asked for are kept."""
        if self._numbers is None or self._numbers[0] != position:
            found: dict[str, Any] = {}
            for place in filter(self._assigning.__contains__, self.nearest_first(position)):
                for name, value in self.assigned(place).items():
                    found.setdefault(name, value)
            self._numbers = position, found
        return self._numbers[1]

    def _exact_numbers(self, position: int, programs: Iterable[tree.Program], asked: frozenset[int]) -> dict[str, Any]:
        """Numbers given for the inputs as they are before the note rounded them: what it computed itself (`S = QK^T = …`), shares."""
        names = {parameter.name for program in programs for parameter in program.inputs}
        rounded = sorted(name for name in names if is_computed(self, name, position))
        values = {name: self._computed(name, position, asked | {position}, unrounded=True) for name in rounded}
        return {**whole_shares(self, position, names), **{name: value for name, value in values.items() if value is not None}}

    def nearest_first(self, position: int) -> list[int]:
        """The other formulas that one may ask: those given right behind it, those above, those below."""
        near = self.nearby(position)
        behind = self._given_behind(position)
        others = (*reversed(range(near.start, position)), *range(position + 1, near.stop))
        return [*behind, *(place for place in others if place not in behind)] if behind else list(others)

    def _given_behind(self, position: int) -> list[int]:
        """The formulas of a clause right behind one that give what its train of thought has not given before it."""
        clause = self.given_behind.get(position)
        if clause is None:
            return []
        told = frozenset[str]().union(*map(self.defined, clause.before))
        return [place for place in clause.given if place in self.nearby(position) and not told & self.defined(place)]

    def _computed(self, name: str, position: int, asked: frozenset[int], *, unrounded: bool = False) -> Any:
        """The value of the nearest definition of a name, if all its inputs are given: the Q of `Q = XW_Q`."""
        self._given_at.look_at(self._defining.get(name, frozenset()))
        defining = self._defining.get(name, frozenset()) - asked if not self._given_at.has_enough else ()
        for place in self.nearest_first(position) if defining else ():
            for program in self._told_programs(place) if place in defining else ():
                if isinstance(program, tree.Program) and program.name == name:
                    return value_on_given(program, self.vocabulary, self._given(place, asked), unrounded=unrounded)
        return None

    @once_per_display
    def _told_programs(self, place: int) -> tuple[Outcome, ...]:
        """The statements of a display as the other formulas hear them."""
        display = self.definitions[place]
        if display is None or display == self.displays[place]:
            return self.statements(place)
        return outcomes(self._source(display, place))

    @once_per_display
    def defined(self, place: int) -> frozenset[str]:
        """Names that a display may define, without resolving it."""
        display = self.definitions[place] or self.displays[place]
        heads = [entry.head for entry in Context.alone(display).entries] if isinstance(display, Display) else []
        named = [head for head in heads if head.symbol is not None and not head.is_function]
        entry_by_entry = (head.base for head in named if head.letters)  # `\hat x_i = …` says what `\hat x` is
        return frozenset({*(canonical(head.symbol) for head in named if head.symbol is not None), *entry_by_entry})

    @cached_property
    def _defining(self) -> dict[str, frozenset[int]]:
        """Name -> the displays that may define it."""
        found: dict[str, set[int]] = {}
        for place in range(len(self.displays)):
            for name in self.defined(place):
                found.setdefault(name, set()).add(place)
        return {name: frozenset(places) for name, places in found.items()}

    def concluded(self, position: int, program: tree.Program) -> frozenset[str]:
        """Definitions that a formula uses and the note writes only below it, as what follows from it: `½mv² = mgh, so v = √(2gh)`."""
        above = range(self.nearby(position).start, position + 1)
        numbers = (binding.name for binding in program.bindings if not binding.indices and not binding.body.shape)
        return frozenset(name for name in numbers if not any(place in above for place in self._defining.get(name, ())))

    @once_per_display
    def assigned(self, place: int) -> dict[str, Any]:
        """Names that one display sets to written numbers."""
        display, latex = self.definitions[place] or self.displays[place], self.note.formulas[place].latex
        found = assignments(display, latex, self.vocabulary) if isinstance(display, Display) else ()
        return {name: number_of(program.result, program, self.vocabulary) for name, program in found}

    @cached_property
    def _assigning(self) -> frozenset[int]:
        """The displays that set a name to written numbers."""
        return frozenset(filter(self.assigned, range(len(self.displays))))

    @once_per_display
    def written(self, place: int) -> dict[str, Written]:
        """The same with the digits that the note writes: name -> shape and entries."""
        display, latex = self.displays[place], self.note.formulas[place].latex
        told = assignments(display, latex, self.vocabulary) if isinstance(display, Display) and self.assigned(place) else ()
        found = {name: entries(program.result) for name, program in told}
        return {name: numbers for name, numbers in found.items() if numbers is not None}

    @cached_property
    def stated_sizes(self) -> dict[str, int]:
        """Whole numbers that the note gives for symbols: `d_k = 64`."""
        found: dict[str, int] = {}
        for entry in Context.of(display for display in self.definitions if display is not None).entries:
            value = written_number(entry.statement.sides[-1]) if entry.statement.is_equation else None
            if value is not None and entry.head.symbol is not None and value.denominator == 1 and value > 0:
                found.setdefault(canonical(entry.head.symbol), int(value))
        return found


class _Same:
    """A note and a vocabulary compared by identity: a key for the scope that is kept between formulas of one note."""

    def __init__(self, note: NoteMath, vocabulary: Vocabulary) -> None:
        self.note, self.vocabulary = note, vocabulary

    def __hash__(self) -> int:
        return hash((id(self.note), id(self.vocabulary)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.note is other.note and self.vocabulary is other.vocabulary


@lru_cache(maxsize=2)
def _scope(same: _Same) -> NoteScope:
    return NoteScope(same.note, same.vocabulary)


def scope_of(note: NoteMath, vocabulary: Vocabulary) -> NoteScope:
    """The scope of a note; asked again for the same note, the same scope."""
    return _scope(_Same(note, vocabulary))
