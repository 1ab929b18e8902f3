"""Resolve: a syntax tree in its context becomes a `tree.Program`; every name, call, index, axis and shape is decided here, once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.attempts import Task, program
from vault_tools.compiler.resolve.choosing import choose, refuse_listing
from vault_tools.compiler.resolve.reading.sheet import Sheet, size_names
from vault_tools.compiler.resolve.reading.starts import started
from vault_tools.compiler.resolve.writing.context import Context, Entry
from vault_tools.compiler.resolve.writing.letters import Words
from vault_tools.compiler.resolve.writing.primes import transposed_primes
from vault_tools.compiler.resolve.writing.scopes import LetterFacts, Shapes, Surroundings
from vault_tools.compiler.resolve.writing.scripts import read_symbol
from vault_tools.compiler.resolve.writing.steps import functions_of_values, step_letters
from vault_tools.errors import FormulaError, NothingToCompute

if TYPE_CHECKING:
    from collections.abc import Mapping

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
    sheet = _sheet(display, context, vocabulary, shapes or {})
    return _program(choose(sheet, target), sheet, vocabulary)


def resolve_statements(
    display: Display, context: Context, vocabulary: Vocabulary, *, shapes: Mapping[str, tuple[int, ...]] | None = None
) -> tuple[Resolution, ...]:
    """Every statement of a display, each with its own result."""
    sheet = _sheet(display, context, vocabulary, shapes or {})
    found = []
    for entry in sheet.own.entries:
        name = sheet.name_of(entry)
        try:
            found.append(Resolution(name, _program(entry, sheet, vocabulary)))
        except (FormulaError, NothingToCompute) as error:
            found.append(Resolution(name, None, error))
    return tuple(found)


def _program(entry: Entry, sheet: Sheet, vocabulary: Vocabulary) -> tree.Program:
    refuse_listing(entry, sheet)
    return program(Task(sheet, vocabulary, sheet.around.words, sheet.around.shapes, entry))


def _sheet(display: Display, context: Context, vocabulary: Vocabulary, shapes: Shapes) -> Sheet:
    turned = transposed_primes(display, context, shapes)
    display = turned or display
    words = Words(vocabulary, {*context.names, *(name for name in shapes if name.isalpha())}, set(context.singles))
    own = Context.of((display,), words)
    starts = started(own, context, shapes)
    around = Surroundings(
        words,
        dict(shapes),
        frozenset(shift for shift in own.shifts | context.shifts if shift[0] not in starts),
        starts,
        own.counted | context.counted,
        powered=own.powered | context.powered,
        functions=functions_of_values(own, context),
        steps=step_letters(own, context, shapes, starts),
        ranges=own.ranges,
    )
    sheet = Sheet(own, context, around, said=("primes_transpose",) if turned is not None else ())
    _annotate(sheet)
    return sheet


def _annotate(sheet: Sheet) -> None:
    """Collect the declared shapes of the note."""
    letters = frozenset(letter for entry in sheet.own.entries for letter in sheet.letters_of(entry).all)
    for symbol, sizes in (*sheet.own.declared, *sheet.context.declared):
        found = read_symbol(symbol, LetterFacts(letters))
        if found.name not in sheet.annotations:
            sheet.annotations[found.name] = (len(found.indices), sizes)
            sheet.dimensions.update(dict.fromkeys(name for size in sizes for name in size_names(size)))


__all__ = ["Context", "Resolution", "resolve", "resolve_statements"]
