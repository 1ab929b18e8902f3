"""The statements of one display as programs: resolved with what the note gives, written numbers told from what is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.latex_names import print_name
from vault_tools.compiler.resolve import Context, Reading, resolve, resolve_statements
from vault_tools.compiler.resolve.writing.nodes import every
from vault_tools.compiler.resolve.writing.nodes import walk as walk_syntax
from vault_tools.compiler.resolve.writing.numerals import is_written_number
from vault_tools.compiler.syntax_tree import Display, Number, Product, Relation
from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.errors import FormulaError, NothingToCompute, ShapeError
from vault_tools.model import Options, message
from vault_tools.verify.domains import expressions
from vault_tools.verify.inputs.options import with_options
from vault_tools.verify.numbers import entries
from vault_tools.verify.wording.title import plain_title
from vault_tools.verify.written.orders import as_equation, element_of, with_signs
from vault_tools.verify.written.steps import step

if TYPE_CHECKING:
    from vault_tools.compiler.resolve.writing.statements.context import Entry
    from vault_tools.compiler.syntax_tree import Node

T = TypeVar("T")
Shapes = Mapping[str, tuple[int, ...]]
Outcome = tree.Program | FormulaError | NothingToCompute
"""What resolving a statement gives: a program, or why there is none."""


@dataclass(frozen=True, slots=True)
class Source:
    """A display with its text and everything that is needed to resolve it."""

    display: Display
    latex: str
    context: Context
    vocabulary: Vocabulary
    options: Options
    shapes: Shapes
    """Shapes of the inputs in the note's block."""
    said_axis: str = ""
    """The axis of a softmax, where the prose beside it says so."""
    result: Display | None = None
    """A number on its own with the note's formula for it put in."""


def outcomes(source: Source) -> tuple[Outcome, ...]:
    """Program or error of every statement of a display, the one that its value is first."""
    own = Context.alone(source.display).entries
    readings = _Readings(source)
    main = _main(source, readings)
    compared = _compared(source) if isinstance(main, NothingToCompute) else None
    if compared is not None:
        return (_finished(compared, source),)
    stepped = _stepped(source, own)
    if stepped is not None:
        return (stepped,)
    if len(own) == 1:
        return (_finished(_called(source, own[0], main), source),)
    found: list[Outcome] = [main]
    for resolution in _with_shapes(source, lambda shapes: readings.of(shapes).statements()):
        other = resolution.program or resolution.error
        if other is not None and not _same_statement(main, other):
            found.append(other)
    return tuple(_finished(outcome, source) for outcome in found)


class _Readings:
    """The display with the shapes of the block's inputs and without them, each read once for its value and for all its statements."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._made: dict[bool, Reading] = {}

    def of(self, shapes: Shapes | None) -> Reading:
        """The reading with these shapes."""
        key = shapes is not None
        if key not in self._made:
            self._made[key] = Reading(self._source.display, self._source.context, self._source.vocabulary, shapes)
        return self._made[key]


def _stepped(source: Source, own: Sequence[Entry]) -> Outcome | None:
    """`h_2 = 2.5`, where the note has a rule for h, `F = 0.686` behind a formula for F: what that makes of it, the number as a claim."""
    display = source.result or (step(source.display, own[0], source.context) if len(own) == 1 else None)
    try:
        program = _finished(_resolved(source, display), source) if display is not None else None
    except (FormulaError, NothingToCompute):
        return None
    if not isinstance(program, tree.Program) or not program.stated:
        return None
    name = plain_title(print_name(program.name or ""))
    reading = message("reading.result" if source.result is not None else "reading.step", name=name) if name else BEHIND
    return replace(program, readings=(*program.readings, reading), is_step=True)


def _main(source: Source, readings: _Readings) -> Outcome:
    try:
        return _as_numbers(source, _with_shapes(source, lambda shapes: readings.of(shapes).chosen()))
    except (FormulaError, NothingToCompute) as refused:
        return refused


def _compared(source: Source) -> tree.Program | None:
    """The program of an inequality, or of what is said to lie in a set of arrays; None where there is nothing to compute."""
    equation, element = as_equation(source.display), element_of(source.display)
    try:
        if equation is not None:
            return with_signs(_as_numbers(source, _resolved(source, equation)), source.display)
        return _resolved(source, element) if element is not None else None
    except (FormulaError, NothingToCompute):
        return None


def _resolved(source: Source, display: Display) -> tree.Program:
    return _with_shapes(source, lambda shapes: resolve(display, source.context, source.vocabulary, shapes=shapes))


def _with_shapes(source: Source, resolved: Callable[[Shapes | None], T]) -> T:
    """With the shapes of the block's inputs; where they do not fit this formula, without them."""
    if not source.shapes:
        return resolved(None)
    try:
        return resolved(source.shapes)
    except ShapeError:
        return resolved(None)


def _as_numbers(source: Source, program: tree.Program) -> tree.Program:
    r"""Letters multiplied with `*`, or vectors raised to a power, are numbers (`2*N*d*N = 2N^2d`) where everything can be read so."""
    if source.shapes or not program.inputs or not (_has_asterisk(source.display) or _raises_a_vector(program)):
        return program
    if not all(isinstance(node, ARITHMETIC) for node in expressions(program)):
        return program
    try:
        return resolve(source.display, source.context, source.vocabulary, shapes={parameter.name: () for parameter in program.inputs})
    except (FormulaError, NothingToCompute):
        return program


BEHIND = message("reading.result_behind")
"""What is said of a result without a name."""
ARITHMETIC = (
    tree.Add,
    tree.Multiply,
    tree.Divide,
    tree.Negate,
    tree.Power,
    tree.MatMul,
    tree.MatrixPower,
    tree.Outer,
    tree.Number,
    tree.Input,
    tree.Size,
)


def _has_asterisk(display: Display) -> bool:
    return any(isinstance(node, Product) and any(sign == "ast" for sign in node.signs) for row in display.rows for node in walk_syntax(row))


def _raises_a_vector(program: tree.Program) -> bool:
    return any(isinstance(node, tree.Power) and node.base.shape and isinstance(node.exponent, tree.Number) for node in expressions(program))


def _called(source: Source, entry: Entry, outcome: Outcome) -> Outcome:
    r"""`\text{softmax}(z) = [0.85, 0.12, 0.03]`: the function is known, so its value is computed and the numbers are a claim on it."""
    head, statement = entry.head, entry.statement
    known = head.is_function and source.vocabulary.function(head.base) is not None and statement.is_equation
    if not known or not isinstance(outcome, tree.Program) or not is_literal(outcome.result):
        return outcome
    left = statement.sides[0]
    try:
        value = _resolved(source, Display(left.span, "", (left,)))
    except (FormulaError, NothingToCompute):
        return outcome
    return replace(value, stated=(*outcome.stated, (statement.signs[-1], outcome.result)))


def _finished(outcome: Outcome, source: Source) -> Outcome:
    """A program with its text, as the options of the note's block want it."""
    if not isinstance(outcome, tree.Program):
        return outcome
    settled = numbers_apart(replace(with_options(outcome, source.options, source.said_axis), latex=source.latex))
    return NothingToCompute() if is_written(settled) else settled


def _same_statement(main: Outcome, other: Outcome) -> bool:
    if isinstance(main, tree.Program) and isinstance(other, tree.Program):
        return main.result == other.result and main.name == other.name
    return type(main) is type(other) and str(main) == str(other)


# ---------------------------------------------------------------- written numbers


def numbers_apart(program: tree.Program) -> tree.Program:
    r"""Sides that are only written numbers (`15\%`, `\frac{7}{3}`) behind one that is computed are claims on it."""
    relations = program.relations or ("=",) * len(program.sides)
    chain = sorted([*zip(relations, program.sides, strict=True), *program.stated], key=lambda part: part[1].span.start)
    if len(chain) < 2 or any(side.span == tree.NOWHERE for _, side in chain):
        return program
    if is_literal(chain[0][1]):
        return _stated_again(program, chain)
    last = len(chain) - 1
    written = [k > 0 and _is_stated(side) and not (k < last and _is_fraction(side)) for k, (_, side) in enumerate(chain)]
    kept = tuple(part for part, number in zip(chain, written, strict=True) if not number)
    moved = tuple(part for part, number in zip(chain, written, strict=True) if number)
    sides = tuple(side for _, side in kept)
    return replace(program, result=sides[-1], sides=sides, relations=tuple(sign for sign, _ in kept), stated=moved)


def _stated_again(program: tree.Program, chain: list[tuple[str, tree.Expression]]) -> tree.Program:
    r"""`N = 84934656 \approx 85 \times 10^6`: what comes first is the number, and the others say it again."""
    (sign, first), *others = chain
    if sign != "=" or program.inputs or program.sides[0] is first or not all(_is_stated(side) for _, side in others):
        return program
    return replace(program, result=first, sides=(first,), relations=(sign,), stated=tuple(others))


def _is_stated(side: tree.Expression) -> bool:
    """Only written numbers, or ∞: nothing is computed there."""
    return entries(side) is not None or _is_infinite(side) or (isinstance(side, tree.Stack) and is_literal(side))


def _is_fraction(node: tree.Expression) -> bool:
    r"""`\frac{20}{4}` as a step of a chain is computed; as its end it is a written number."""
    return isinstance(node, tree.Number) and not node.written


def is_written(program: tree.Program) -> bool:
    """Whether a program is only a written number, vector or matrix: given, not computed."""
    return not program.inputs and len(program.sides) < 2 and not program.stated and is_literal(program.result)


def is_literal(node: tree.Expression) -> bool:
    """A number as it is written, or an array of them; a fraction is computed."""
    match node:
        case tree.Number(written=written):
            return bool(written)
        case tree.Negate(operand=operand):
            return is_literal(operand)
        case tree.Stack(items=items):
            return all(is_literal(item) or _is_infinite(item) for item in items)
    return False


def _is_infinite(node: tree.Expression) -> bool:
    inner = node.operand if isinstance(node, tree.Negate) else node
    return isinstance(inner, tree.Constant) and inner.name == "inf"


def assignments(display: Display, latex: str, vocabulary: Vocabulary) -> Iterator[tuple[str, tree.Program]]:
    """(name, program) of the written numbers that a display gives for symbols."""
    if not any(is_written_number(entry.statement.sides[-1]) for entry in Context.alone(display).entries):
        return
    for found in resolve_statements(display, Context.of(()), vocabulary):
        program = found.program
        if found.name is not None and program is not None and not program.inputs and is_literal(program.result):
            yield found.name, replace(program, latex=latex)


def whole_results(display: Display, vocabulary: Vocabulary) -> dict[str, Any]:
    """Arrays of whole numbers in which a display ends what it computes for a symbol: the Q of `Q = XW = [[1, 2], [0, 3]]`.

    Others may be rounded.
    """
    ends = (entry.statement.sides for entry in Context.alone(display).entries if entry.statement.is_equation)
    alone = [Relation(sides[0].span, sides[0], (("=", sides[-1]),)) for sides in ends if len(sides) > 2 and _is_whole_array(sides[-1])]
    told = assignments(replace(display, rows=tuple(alone)), "", vocabulary) if alone else ()
    written = {name: found for name, program in told if (found := entries(program.result)) is not None}
    return {name: np.array([float(n.value) for n in numbers]).reshape(shape) for name, (shape, numbers) in written.items()}


def _is_whole_array(side: Node) -> bool:
    numbers = every(Number, side)
    return len(numbers) > 1 and all(number.text.isdigit() for number in numbers) and is_written_number(side)


def defines_a_known_function(display: Display, vocabulary: Vocabulary) -> bool:
    r"""`\text{softmax}(z)_i = …`, `\text{softmax}(z) = [0.8, 0.2]`: entries or numbers of a function that is known better.

    A letter means what the note says: `\sigma(z)_i = …` may be softmax.
    """
    own = Context.alone(display).entries
    known = vocabulary.function(own[0].head.base) if len(own) == 1 and own[0].head.is_function else None
    if known is None:
        return False
    entries_of_it = bool(own[0].head.letters) and own[0].head.base not in known.symbols
    return entries_of_it or is_written_number(own[0].statement.sides[-1])
