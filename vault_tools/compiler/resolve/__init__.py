"""Resolve: a syntax tree in its context becomes a `tree.Program`; every name, call, index, axis and shape is decided here, once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.lexing.lost_displays import LOST
from vault_tools.compiler.resolve.agreeing import as_used, leaves_axis_open
from vault_tools.compiler.resolve.attempts import Task, program
from vault_tools.compiler.resolve.build import nothing, too_long
from vault_tools.compiler.resolve.choosing import choose, refuse_listing, states_a_problem
from vault_tools.compiler.resolve.reading.indices.starts import started
from vault_tools.compiler.resolve.reading.sheet import Sheet
from vault_tools.compiler.resolve.writing.indices.bounds import size_names
from vault_tools.compiler.resolve.writing.indices.families import Families
from vault_tools.compiler.resolve.writing.indices.free import Surroundings, raised_letters
from vault_tools.compiler.resolve.writing.indices.scopes import LetterFacts
from vault_tools.compiler.resolve.writing.indices.steps import (
    MINUS,
    before_measured,
    fixed_letters,
    functions_of_values,
    label_letters,
    step_letters,
)
from vault_tools.compiler.resolve.writing.names.known_gradients import with_known_gradients
from vault_tools.compiler.resolve.writing.names.letters import Words
from vault_tools.compiler.resolve.writing.names.occurrences import read_symbol
from vault_tools.compiler.resolve.writing.names.primes import transposed_primes
from vault_tools.compiler.resolve.writing.names.rankings import NO_TABLES, RANK, rankings
from vault_tools.compiler.resolve.writing.nodes import texts
from vault_tools.compiler.resolve.writing.statements.context import Context, Entry
from vault_tools.compiler.resolve.writing.statements.counted_units import without_counted_units
from vault_tools.compiler.resolve.writing.statements.digests import digest
from vault_tools.compiler.resolve.writing.statements.given_powers import powers_of_given
from vault_tools.compiler.resolve.writing.statements.rewritten.choices import CHOSEN, with_choices
from vault_tools.compiler.resolve.writing.statements.rewritten.data import data_of
from vault_tools.compiler.resolve.writing.statements.rewritten.named_arguments import with_arguments_in_order
from vault_tools.compiler.resolve.writing.statements.rewritten.sum_signs import SIGMA, with_sum_signs
from vault_tools.compiler.resolve.writing.statements.values_of_states import with_values_of_states
from vault_tools.errors import FormulaError, NothingToCompute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vault_tools.compiler.resolve.writing.names.facts import Shapes
    from vault_tools.compiler.syntax_tree import Display
    from vault_tools.compiler.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Resolution:
    """One statement of a display: its left-hand side, and its program or why there is none."""

    name: str | None
    program: tree.Program | None = None
    error: FormulaError | NothingToCompute | None = None


def resolve(
    display: Display,
    context: Context,
    vocabulary: Vocabulary,
    *,
    shapes: Mapping[str, tuple[int, ...]] | None = None,
    target: str | None = None,
) -> tree.Program:
    """The program of one statement of a display.

    `target` is its canonical left-hand side; without it, the statement that no other uses.
    Raises NothingToCompute, ShapeError or UnsupportedError.
    """
    return Reading(display, context, vocabulary, shapes).chosen(target)


def resolve_statements(
    display: Display, context: Context, vocabulary: Vocabulary, *, shapes: Mapping[str, tuple[int, ...]] | None = None
) -> tuple[Resolution, ...]:
    """Every statement of a display, each with its own result."""
    return Reading(display, context, vocabulary, shapes).statements()


class Reading:
    """One display in its context; each of its statements is read when it is first asked for, and then known."""

    def __init__(
        self, display: Display, context: Context, vocabulary: Vocabulary, shapes: Mapping[str, tuple[int, ...]] | None = None
    ) -> None:
        self._sheet = _sheet(display, context, vocabulary, shapes or {})
        self._vocabulary = vocabulary
        self._is_problem = states_a_problem(display)
        self._known: dict[int, Resolution] = {}

    def chosen(self, target: str | None = None) -> tree.Program:
        """The program of one statement, as `resolve` gives it."""
        found = self._agreed(choose(self._sheet, target))
        if found.error is not None:
            raise found.error
        assert found.program is not None
        return found.program

    def statements(self) -> tuple[Resolution, ...]:
        """Every statement with its own result."""
        return tuple(map(self._agreed, self._sheet.own.entries))

    def _read(self, entry: Entry) -> Resolution:
        key = id(entry.statement)
        if key not in self._known:
            name = self._sheet.name_of(entry)
            try:
                self._known[key] = Resolution(name, self._program(entry))
            except (FormulaError, NothingToCompute) as error:
                self._known[key] = Resolution(name, None, error)
            except RecursionError:  # long definitions inside long definitions, each of them within its own limits
                self._known[key] = Resolution(name, None, too_long(entry.statement.span))
        return self._known[key]

    def _agreed(self, entry: Entry) -> Resolution:
        """As the other statements of the display use it, where it leaves open along which axis weights sum to one."""
        found = self._read(entry)
        if found.program is None or len(self._sheet.own.entries) == 1 or not leaves_axis_open(found.program):
            return found
        entries = [other for other in self._sheet.own.entries if other is not entry]
        others = (other.program for other in map(self._read, entries) if other.program is not None)
        return replace(found, program=as_used(found.program, others))

    def _program(self, entry: Entry) -> tree.Program:
        if self._is_problem:
            raise nothing()
        refuse_listing(entry, self._sheet)
        around = self._sheet.around
        return program(Task(self._sheet, self._vocabulary, around.words, around.shapes, entry))


def _sheet(display: Display, context: Context, vocabulary: Vocabulary, shapes: Shapes) -> Sheet:
    turned = transposed_primes(display, context, shapes)
    written = with_arguments_in_order(with_known_gradients(turned or display, context.gradients), context)
    bare = without_counted_units(written, {*context.by_base, *shapes})
    display = with_values_of_states(bare, context, shapes)
    known = {*context.names, *(name for name in shapes if name.isalpha())}
    tables = rankings(display) if RANK in texts(display) else NO_TABLES
    words = Words(vocabulary, known, set(context.singles), digest(display).singles, tables)
    own = Context.of((display,), words)
    starts = started(own, context, shapes)
    given = powers_of_given(display, (*own.entries, *context.entries))
    around = Surroundings(
        words,
        dict(shapes),
        frozenset(shift for shift in own.shifts | context.shifts if shift[0] not in starts),
        starts,
        (own.counted | (context.counted - _parameters(own, context)) | _numbered_e(own, context)) - given,
        rows=own.rows | context.rows,
        powered=own.powered | context.powered | given,
        functions=functions_of_values(own, context),
        steps=step_letters(own, context, shapes, starts).union(
            label_letters(own, context),
            fixed_letters(own, context, shapes),
            before_measured(own) if MINUS in texts(display) else (),
        ),
        families=Families((*own.entries, *context.entries), words) if any(map(_is_relation, own.entries)) else (),
        ranges=own.ranges,
        data=data_of(display),
    )
    sheet = Sheet(
        own, context, around, said=_said(display, turned=turned is not None, valued=display is not bare, counted=bare is not written)
    )
    _annotate(sheet)
    return sheet


def _numbered_e(own: Context, context: Context) -> frozenset[str]:
    r"""The letter e, where the note defines an `e_i^t` with a letter above."""
    defined = (*own.by_base.get("e", ()), *context.by_base.get("e", ()))
    return frozenset("e") if defined and any(raised_letters(entry.statement.sides[0]) for entry in defined) else frozenset()


def _said(display: Display, *, turned: bool, valued: bool, counted: bool) -> tuple[str, ...]:
    """Readings of a display as a whole."""
    written, said = texts(display), ["primes_transpose"] if turned else []
    if valued:
        said.append("values_of_states")
    if counted:
        said.append("counted_units")
    if display.environment == LOST:
        said.append("lost_display")
    if SIGMA in written and with_sum_signs(display) is not display:
        said.append("sum_signs")
    if CHOSEN in written and with_choices(display) is not display:
        said.append("choices")
    return tuple(said)


def _is_relation(entry: Entry) -> bool:
    """An equation between expressions, which defines no symbol."""
    return entry.head.symbol is None and bool(entry.statement.signs)


def _parameters(own: Context, context: Context) -> frozenset[str]:
    """The arguments that functions of the note are written with: `f(x) = x^2` beside points `x^1` is the square."""
    heads = (entry.head for entry in (*own.entries, *context.entries) if entry.head.is_function)
    return frozenset([letter for head in heads for letter in head.parameter_letters]) if context.counted else frozenset()


def _annotate(sheet: Sheet) -> None:
    """Collect the declared shapes of the note."""
    declared = (*sheet.own.declared, *sheet.context.declared)
    letters = frozenset(letter for entry in sheet.own.entries for letter in sheet.letters_of(entry).all) if declared else frozenset[str]()
    for symbol, sizes in declared:
        found = read_symbol(symbol, LetterFacts(letters=letters))
        if found.name not in sheet.annotations:
            sheet.annotations[found.name] = (len(found.indices), sizes)
            sheet.dimensions.update(dict.fromkeys(name for size in sizes for name in size_names(size)))


__all__ = ["Context", "Reading", "Resolution", "resolve", "resolve_statements"]
