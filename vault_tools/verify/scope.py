"""One note prepared for judging: its formulas parsed once, what each may look up in the others, and what kind of note it is."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.macros import Macros
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context, resolve, resolve_statements
from vault_tools.compiler.resolve.context import literal
from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Display
from vault_tools.errors import FormulaError, LatexSyntaxError, NothingToCompute, ShapeError
from vault_tools.verify.examples import Given
from vault_tools.verify.numbers import entries
from vault_tools.verify.options import with_options
from vault_tools.verify.recognise import Recognition, recognise
from vault_tools.verify.tables import Column, columns

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.model import NoteMath

Outcome = tree.Program | FormulaError | NothingToCompute
"""What resolving a statement gives: a program, or why there is none."""

ATTENTION_WORDS = re.compile(r"soft\s*max|attention|attn|multi\s*head|head_|QK", re.IGNORECASE)
"""Words by which even a broken formula is seen to be about attention."""


class NoteScope:
    """What judging the formulas of one note has in common. Everything is worked out when it is first asked for, and kept."""

    def __init__(self, note: NoteMath, vocabulary: Vocabulary) -> None:
        self.note = note
        self.vocabulary = vocabulary
        self._statements: dict[int, tuple[Outcome, ...]] = {}
        self._recognitions: dict[int, Recognition | None] = {}
        self._assignments_at: dict[int, dict[str, tree.Program]] = {}

    @cached_property
    def displays(self) -> tuple[Display | LatexSyntaxError, ...]:
        """The syntax tree of each formula, or why it has none."""
        macros = Macros.read(self.note.preamble)
        return tuple(_parsed(formula.latex, macros) for formula in self.note.formulas)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Columns of numbers in the note's tables."""
        return columns(self.note)

    def context(self, position: int) -> Context:
        """The other formulas, nearest above first, then those below, then the tables."""
        above = [display for display in self.displays[:position] if isinstance(display, Display)]
        below = [display for display in self.displays[position + 1 :] if isinstance(display, Display)]
        return Context.of((*reversed(above), *below, *self._assignments))

    @cached_property
    def _assignments(self) -> tuple[Display, ...]:
        given = [parsed for column in self.columns if isinstance(parsed := _parsed(column.latex, Macros.read("")), Display)]
        return tuple(given)

    @cached_property
    def given_shapes(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the inputs in the note's vault-tools block."""
        return {name: np.shape(value) for name, value in self.note.options.inputs.items()}

    def statements(self, position: int) -> tuple[Outcome, ...]:
        """Program or error of every statement of a display, the one that its value is first; LatexSyntaxError alone where it is broken."""
        if position not in self._statements:
            self._statements[position] = self._resolved(position)
        return self._statements[position]

    def _resolved(self, position: int) -> tuple[Outcome, ...]:
        display = self.displays[position]
        if isinstance(display, LatexSyntaxError):
            return (display,)
        if not display.rows:
            return (NothingToCompute(),)
        context = self.context(position)
        latex = self.note.formulas[position].latex
        main = self._main(display, context)
        others = (found.program or found.error for found in self._others(display, context))
        found: list[Outcome] = [main]
        found += [other for other in others if other is not None and not _same_statement(main, other)]
        return tuple(self._finished(each, latex) for each in found)

    def _finished(self, outcome: Outcome, latex: str) -> Outcome:
        """A program with its text, as the options of the note's block want it, its written numbers told from what is computed."""
        if not isinstance(outcome, tree.Program):
            return outcome
        settled = numbers_apart(replace(with_options(outcome, self.note.options), latex=latex))
        return NothingToCompute() if is_written(settled) else settled

    def _main(self, display: Display, context: Context) -> Outcome:
        try:
            return self._with_shapes(lambda shapes: resolve(display, context, self.vocabulary, shapes=shapes))
        except (FormulaError, NothingToCompute) as refused:
            return refused

    def _others(self, display: Display, context: Context) -> Any:
        return self._with_shapes(lambda shapes: resolve_statements(display, context, self.vocabulary, shapes=shapes))

    def _with_shapes(self, resolved: Any) -> Any:
        """With the shapes of the block's inputs; where they do not fit this formula, without them."""
        if self.given_shapes:
            try:
                return resolved(self.given_shapes)
            except ShapeError:
                return resolved(None)
        return resolved(None)

    def program(self, position: int) -> tree.Program | None:
        """The program of a display's value."""
        first = next(iter(self.statements(position)), None)
        return first if isinstance(first, tree.Program) else None

    def recognition(self, position: int) -> Recognition | None:
        """The family of a display's value."""
        if position not in self._recognitions:
            program = self.program(position)
            self._recognitions[position] = recognise(program, self.vocabulary) if program is not None else None
        return self._recognitions[position]

    @cached_property
    def is_about_attention(self) -> bool:
        """Whether a family that is not common is recognised in the note, or a broken formula names what only attention has."""
        positions = range(len(self.note.formulas))
        if any(isinstance(self.displays[k], LatexSyntaxError) and ATTENTION_WORDS.search(self.note.formulas[k].latex) for k in positions):
            return True
        found = (self.recognition(k) for k in positions)
        return any(recognition is not None and not recognition.family.common for recognition in found)

    def given(self, position: int) -> Given:
        """What the note gives for the inputs of one formula."""
        return Given(self.note.options, self.stated_numbers(position), self.stated_sizes)

    def stated_numbers(self, position: int) -> dict[str, tree.Program]:
        """Name -> program of the numbers that the note gives for it, nearest above first, else nearest below."""
        order = [*reversed(range(position)), *range(position + 1, len(self.note.formulas))]
        found: dict[str, tree.Program] = {}
        for place in order:
            for name, program in self._assigned(place).items():
                found.setdefault(name, program)
        return found

    def _assigned(self, place: int) -> dict[str, tree.Program]:
        """Names that one display sets to written numbers."""
        if place not in self._assignments_at:
            self._assignments_at[place] = dict(self._read_assignments(place))
        return self._assignments_at[place]

    def _read_assignments(self, place: int) -> Iterator[tuple[str, tree.Program]]:
        display = self.displays[place]
        for found in resolve_statements(display, Context.of(()), self.vocabulary) if isinstance(display, Display) else ():
            program = found.program
            if found.name is not None and program is not None and not program.inputs and _is_literal(program.result):
                yield found.name, replace(program, latex=self.note.formulas[place].latex)

    @cached_property
    def stated_sizes(self) -> dict[str, int]:
        """Whole numbers that the note gives for symbols: `d_k = 64`."""
        found: dict[str, int] = {}
        for entry in Context.of(display for display in self.displays if isinstance(display, Display)).entries:
            value = literal(entry.statement.sides[-1]) if entry.statement.is_equation else None
            if value is not None and entry.head.symbol is not None and value.denominator == 1 and value > 0:
                found.setdefault(canonical(entry.head.symbol), int(value))
        return found


def numbers_apart(program: tree.Program) -> tree.Program:
    r"""Sides that are only written numbers (`15\%`, `\frac{7}{3}`) behind one that is computed are claims on it."""
    relations = program.relations or ("=",) * len(program.sides)
    chain = sorted([*zip(relations, program.sides, strict=True), *program.stated], key=lambda part: part[1].span.start)
    if len(chain) < 2 or any(side.span == tree.NOWHERE for _, side in chain) or _is_literal(chain[0][1]):
        return program
    written = [k > 0 and entries(side) is not None for k, (_, side) in enumerate(chain)]
    kept = tuple(part for part, number in zip(chain, written, strict=True) if not number)
    moved = tuple(part for part, number in zip(chain, written, strict=True) if number)
    sides = tuple(side for _, side in kept)
    return replace(program, result=sides[-1], sides=sides, relations=tuple(sign for sign, _ in kept), stated=moved)


def is_written(program: tree.Program) -> bool:
    """Whether a program is only a written number, vector or matrix: given, not computed."""
    return not program.inputs and len(program.sides) < 2 and not program.stated and _is_literal(program.result)


def _is_literal(node: tree.Expression) -> bool:
    match node:
        case tree.Number(value=value, written=written):
            return bool(written) or value.denominator == 1
        case tree.Negate(operand=operand):
            return _is_literal(operand)
        case tree.Stack(items=items):
            return all(_is_literal(item) for item in items)
    return False


def _same_statement(main: Outcome, other: Outcome) -> bool:
    if isinstance(main, tree.Program) and isinstance(other, tree.Program):
        return main.result == other.result and main.name == other.name
    return type(main) is type(other) and str(main) == str(other)


def _parsed(latex: str, macros: Macros) -> Display | LatexSyntaxError:
    try:
        return parse(latex, macros)
    except LatexSyntaxError as broken:
        return broken


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
