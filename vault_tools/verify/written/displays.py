"""The formulas of one note as they are written: parsed once, what each tells the others, and how each may be meant."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from vault_tools.compiler.lexing.macros import Macros
from vault_tools.compiler.syntax import parse, uses_decimal_comma
from vault_tools.compiler.syntax_tree import Display
from vault_tools.errors import LatexSyntaxError
from vault_tools.verify.givens.chances import chances_given, with_chances
from vault_tools.verify.givens.lines import matrices_given, with_lines
from vault_tools.verify.givens.places import calls_first_zero, counted_on
from vault_tools.verify.givens.rows import multiplied_as_rows, rows_given, stacked
from vault_tools.verify.givens.said_values import said_values
from vault_tools.verify.givens.tables import Column, Headed, columns, headed
from vault_tools.verify.givens.vector_tables import matrices
from vault_tools.verify.relations import with_relations
from vault_tools.verify.spellings import ambiguous
from vault_tools.verify.spellings.braces import with_braces
from vault_tools.verify.spellings.called import functions_of, with_called_value
from vault_tools.verify.spellings.colons import with_divisions
from vault_tools.verify.spellings.commas import other_commas, with_points_for_thousands, with_semicolons
from vault_tools.verify.spellings.implied import with_results
from vault_tools.verify.spellings.in_words import in_signs
from vault_tools.verify.spellings.plus_minus import with_either_sign
from vault_tools.verify.spellings.said_again import said_again
from vault_tools.verify.units import behind_numbers
from vault_tools.verify.units.behind_formulas import converted_to, data_behind, in_unit, units_behind, with_its_unit
from vault_tools.verify.units.dimensions import in_si, with_amounts_in_si
from vault_tools.verify.units.measured import Measured, computes_an_amount, measured_names, puts_numbers_in, with_products_apart
from vault_tools.verify.units.parts import with_whole_units
from vault_tools.verify.units.prefixes import data_units, with_magnitudes
from vault_tools.verify.written.axis_words import said_axes
from vault_tools.verify.written.continued import continued
from vault_tools.verify.written.given_products import WithProducts, with_given_products
from vault_tools.verify.written.reading import entire_symbols, given_together, numbered_symbols, set_apart, told, without_temperatures
from vault_tools.verify.written.rounded import rounded_numbers
from vault_tools.verify.written.statements import defines_a_known_function
from vault_tools.verify.written.thoughts import Clause, given_behind, thought_of_each

if TYPE_CHECKING:
    from collections.abc import Mapping, Set
    from fractions import Fraction

    from vault_tools.compiler.syntax_tree import Node
    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.model import NoteMath

NEIGHBOURS = 500
"""Formulas above and below that a formula asks: in a note of thousands each would otherwise take as long as the whole note."""


class NoteDisplays:
    """The displays of one note. Everything is worked out when it is first asked for, and kept."""

    def __init__(self, note: NoteMath, vocabulary: Vocabulary) -> None:
        self.note = note
        self.vocabulary = vocabulary

    @cached_property
    def decimal_comma(self) -> bool:
        """Some formula of the note writes decimals with a comma, so all do."""
        return any(uses_decimal_comma(formula.latex) for formula in self.note.formulas)

    @property
    def displays(self) -> tuple[Display | LatexSyntaxError, ...]:
        """The syntax tree of each formula, or why it has none."""
        return self._read.displays

    @property
    def put_in(self) -> Mapping[int, tuple[str, ...]]:
        """The products whose numbers stand in a formula instead of them, as LaTeX."""
        return self._read.put_in

    @property
    def givers(self) -> frozenset[int]:
        """The formulas that only give a product which is put in elsewhere."""
        return self._read.givers

    @cached_property
    def _read(self) -> WithProducts:
        macros = Macros.read(self.note.preamble)
        comma = self.decimal_comma
        units = converted_to(self.note)
        parsed = (_with_unit(_parsed(one.latex, macros, comma), units.get(place)) for place, one in enumerate(self.note.formulas))
        apart = given_together(_as_equations(display) if isinstance(display, Display) else display for display in parsed)
        return with_given_products(continued(apart, self.note), [formula.latex for formula in self.note.formulas])

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Columns of numbers in the note's tables."""
        return columns(self.note)

    @cached_property
    def headed(self) -> dict[int, Headed]:
        """The columns of numbers below formulas that head them, by position."""
        return headed(self.note)

    def nearby(self, position: int) -> range:
        """The formulas that one at a position may ask."""
        return range(max(0, position - NEIGHBOURS), min(len(self.note.formulas), position + NEIGHBOURS + 1))

    @cached_property
    def definitions(self) -> tuple[Display | None, ...]:
        """What each formula may tell the others."""
        told = (self._told(display) for display in self.displays)
        return tuple(self._said.get(place, display) for place, display in enumerate(told))

    @cached_property
    def _said(self) -> dict[int, Display]:
        """What the text says in words that a symbol is, at the place of the symbol."""
        macros = Macros.read(self.note.preamble)
        return said_values(self.note, lambda latex: _parsed(latex, macros, self.decimal_comma))

    @cached_property
    def rounded(self) -> frozenset[Fraction]:
        """Numbers with decimals that some formula states with ≈."""
        return rounded_numbers(self.definitions)

    def _told(self, display: Display | LatexSyntaxError) -> Display | None:
        if not isinstance(display, Display) or defines_a_known_function(display, self.vocabulary):
            return None
        given = behind_numbers.as_given(with_amounts_in_si(without_temperatures(display)))
        return told(stacked(given, self._rows), self._numbered, self._entire)

    @cached_property
    def _numbered(self) -> frozenset[str]:
        """Symbols that the note numbers above."""
        return numbered_symbols(display for display in self.displays if isinstance(display, Display))

    @cached_property
    def _entire(self) -> frozenset[str]:
        """Symbols that the note defines without an index."""
        return entire_symbols(display for display in self.displays if isinstance(display, Display))

    @cached_property
    def tabled(self) -> tuple[Display, ...]:
        """What the columns of the note's tables tell."""
        return self._told_by(*(column.latex for column in self.columns), *matrices(self.note))

    def tables_beside(self, position: int) -> tuple[Display, ...]:
        """What the tables tell that a formula does not head."""
        own = self.headed[position].after
        return self._told_by(*(column.latex for column in self.columns if column.after != own))

    def _told_by(self, *written: str) -> tuple[Display, ...]:
        given = [parsed for latex in written if isinstance(parsed := _parsed(latex, Macros.read(""), self.decimal_comma), Display)]
        return tuple(told(display, self._numbered) for display in given)

    @cached_property
    def given_shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the inputs in the note's vault-tools block."""
        return {name: np.shape(value) for name, value in self.note.options.inputs.items()}

    def readings(self, position: int, rows: Set[str]) -> tuple[Display, ...]:
        """A display as it is read, and as it may be meant: other prefixes of units, remainders, mixed numbers, Euler's number.

        `rows`: symbols that stand for rows besides those that the note sets to a list.
        """
        latex = self.note.formulas[position].latex
        display = self.displays[position]
        assert isinstance(display, Display)
        display = with_chances(with_called_value(display, self._functions), self._chances)
        signed = with_either_sign(display)
        if signed:
            return signed
        display = counted_on(display) if self.counts_from_zero else with_lines(display, self._matrices)
        plain = multiplied_as_rows(display, self._rows | rows)
        display = stacked(plain, self._rows)
        if self.measured and computes_an_amount(display, self.measured):
            bare = (behind_numbers.without_units(display),) if puts_numbers_in(display, self.measured) else ()
            return (in_si(with_products_apart(display, self.measured)), *bare)
        apart = ambiguous.with_euler(latex)
        euler = _parsed(apart, Macros.read(""), self.decimal_comma) if apart else None
        joined = other_commas(latex, decimal_comma=self.decimal_comma)
        pointed = with_points_for_thousands(latex) if self.decimal_comma else None
        numbers = (_parsed(one, Macros.read(""), self.decimal_comma) for one in (joined, pointed) if one)
        other = (*ambiguous.readings(display), *(one for one in (euler, *numbers) if isinstance(one, Display)))
        behind = self._units_behind.get(position)
        scaled = tuple(with_relations(one, behind_numbers.power_apart) for one in in_unit(display, behind)) if behind is not None else ()
        large = with_magnitudes(display)
        millions = behind_numbers.readings(large) if large is not None else ()
        other = (*other, *(one for one in (stacked(display, self._rows, numbered_only=False), plain) if one != display))
        return (*millions, *ambiguous.of_programmers(display), *behind_numbers.readings(display), *other, *scaled)

    @cached_property
    def _rows(self) -> frozenset[str]:
        return rows_given((*self.displays, *self._said.values()))

    @cached_property
    def _chances(self) -> dict[object, Node]:
        return chances_given(self.displays)

    @cached_property
    def _functions(self) -> frozenset[str]:
        return functions_of(self.displays)

    @cached_property
    def _matrices(self) -> dict[str, tuple[tuple[Node, ...], ...]]:
        return matrices_given(self.displays)

    @cached_property
    def counts_from_zero(self) -> bool:
        """Whether the note counts entries from 0."""
        return calls_first_zero(self.displays, self._rows)

    @cached_property
    def _units_behind(self) -> dict[int, str]:
        return units_behind(self.note)

    @cached_property
    def thoughts_at(self) -> Mapping[int, str]:
        """The train of thought in which each formula stands."""
        return thought_of_each(self.note.passages)

    @cached_property
    def given_behind(self) -> Mapping[int, Clause]:
        """The formulas that a clause right behind one gives it."""
        return given_behind(self.note.passages)

    @cached_property
    def said_axes_at(self) -> dict[int, str]:
        """The axis of a softmax, where the prose beside it says so."""
        return said_axes(self.note)

    @cached_property
    def measured(self) -> dict[str, Measured]:
        """Symbols that the note gives in a unit."""
        return measured_names(self.displays)

    @cached_property
    def data_units(self) -> dict[str, frozenset[str]]:
        """Symbols that the note gives as amounts of data."""
        return data_units(map(self.with_data_unit, range(len(self.displays))))

    def with_data_unit(self, position: int) -> Display | LatexSyntaxError:
        """A display with the unit of data that the text right behind it gives."""
        return _with_unit(self.displays[position], self._data_behind.get(position))

    @cached_property
    def _data_behind(self) -> dict[int, str]:
        return data_behind(self.note)


def _as_equations(display: Display) -> Display:
    """A display with equations for what it says in words, in brackets, or with arrows."""
    return with_braces(set_apart(said_again(with_results(in_signs(with_divisions(display))))))


def _parsed(latex: str, macros: Macros, decimal_comma: bool) -> Display | LatexSyntaxError:
    written = with_semicolons(ambiguous.without_fold(latex))
    try:
        return with_whole_units(parse(written, macros, decimal_comma=decimal_comma), written)
    except LatexSyntaxError as broken:
        return broken


def _with_unit(display: Display | LatexSyntaxError, unit: str | None) -> Display | LatexSyntaxError:
    return with_its_unit(display, unit) if unit is not None and isinstance(display, Display) else display
