r"""Derivatives in numbers: what a note says a derivative is, held against difference quotients of what is derived.

On the check road symmetric quotients at two precisions must agree, and so must the slopes to both sides (no corner); the float road's own
quotient is the second voice. Inputs are invented several times, so that what holds, holds as an identity; at a given place (`f'(2) = 7`)
they are the note's numbers. Nothing is derived symbolically.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.formula import CompiledFormula
from vault_tools.compiler.names import canonical
from vault_tools.compiler.resolve import Context, resolve
from vault_tools.compiler.resolve.writing.nodes import number_of, unwrap
from vault_tools.compiler.syntax_tree import Display, Letters, Node, Relation, Scripted
from vault_tools.errors import FormulaError, NothingToCompute, ShapeError
from vault_tools.model import Claim, message
from vault_tools.verify.claims.equated import free_scalars
from vault_tools.verify.claims.stated import listed
from vault_tools.verify.domains import expressions
from vault_tools.verify.exact.evaluation import DIGITS, Evaluator, Tensor
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.inputs.examples import Given, choose_inputs
from vault_tools.verify.numbers import entries
from vault_tools.verify.recognise import recognise
from vault_tools.verify.voices.agreement import finite
from vault_tools.verify.written.reading import in_brackets

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.verify.claims.derivatives import Derivative

EXAMPLES = 5
"""Invented inputs on which a derivative must hold."""
FEWEST = 3
"""On so many of them it must have a value."""
LARGEST_VARIABLE = 40
"""Numbers that the variable may have."""
STEPS = (Fraction(1, 10**12), Fraction(1, 10**16))
"""How far the variable is moved at each of the two precisions: the error of a symmetric quotient is of the square of it."""
SETTLED = 1e-15
"""Relative difference of the quotients at two precisions, and of a quotient and what is stated, that counts as equal."""
CORNER = 1e-6
"""The same for the slopes to both sides."""
FLOAT_STEP = 2.0**-13
FLOAT_CLOSE = 1e-5
"""The same for the quotient of the float road, with the step that it takes."""
STEPPED = frozenset({"floor", "ceil", "round", "sign"})
"""Functions that jump: flat between the jumps, they have no derivative at them."""
Place = tuple[int, ...]


class _SilentError(Exception):
    """There is no derivative to be told here: no such input, a corner, no value."""


@dataclass(frozen=True, slots=True)
class _Derived:
    """The program of what is derived, and the name of the input by which it is."""

    program: tree.Program
    variable: str
    order: int


def derivative_claim(stated: Derivative, latex: str, context: Context, vocabulary: Vocabulary, given: Given) -> Claim:
    """What a note states about a derivative: it holds, does not hold, or cannot be told."""
    text = latex[stated.left.span.start : stated.stated.span.end]
    try:
        derived = _derived(stated, context, vocabulary)
        if any(isinstance(node, tree.Call) and node.function in STEPPED for node in expressions(derived.program)):
            raise _SilentError
        if stated.at is not None:
            claim = _at_place(stated, derived, vocabulary, given)
        else:
            claim = _everywhere(stated, derived, _right(stated, derived, context, vocabulary), vocabulary)
    except (FormulaError, NothingToCompute, _SilentError):
        return Claim(text, None, None, None, message("claim.derivative"))
    return replace(claim, text=text)


# ---------------------------------------------------------------- what is derived, and what is said


def _derived(stated: Derivative, context: Context, vocabulary: Vocabulary) -> _Derived:
    """The variable is an input, whatever the note defines it by: a number, else what the formula makes of it."""
    display = _alone(in_brackets(stated.body) if stated.name is None else Relation(stated.body.span, stated.name, (("=", stated.body),)))
    if stated.variable is None:
        program = _without_given(resolve(display, context, vocabulary))
        return _Derived(program, _only(program.inputs), stated.order)
    names = _names(stated.variable)
    own: dict[str, tuple[int, ...]] = {canonical(parameter): () for parameter in stated.parameters}
    for shapes in (own or None, {**own, names[0]: ()}):
        program = _without_given(resolve(display, context, vocabulary, shapes=shapes))
        found = next((name for name in names if any(parameter.name == name for parameter in program.inputs)), None)
        if found is not None:
            return _Derived(program, found, stated.order)
    raise _SilentError


def _right(stated: Derivative, derived: _Derived, context: Context, vocabulary: Vocabulary) -> tree.Program:
    """The side that says what comes out, with the same inputs; its indices are those of the variable and of what is derived."""
    known = _ranks(derived.program)
    row: Node = in_brackets(stated.stated)
    if derived.program.indices or _shape_of(derived):
        row = Relation(stated.left.span, stated.left, (("=", stated.stated),))
    if number_of(stated.stated) is not None:
        row = _named(stated.stated)
    scalars: dict[str, tuple[int, ...]] = {name: () for name, rank in known if not rank}
    return _without_given(resolve(_alone(row), context, vocabulary, shapes=scalars if len(scalars) == len(known) else None))


def _ranks(program: tree.Program) -> set[tuple[str, int]]:
    return {(parameter.name, len(parameter.shape)) for parameter in program.inputs}


def _alone(row: Node) -> Display:
    return Display(row.span, "", (row,))


def _named(side: Node) -> Relation:
    """A side under a name, for a written number alone is nothing to compute."""
    return Relation(side.span, Letters(side.span, "y"), (("=", side),))


def _without_given(program: tree.Program) -> tree.Program:
    """Without the numbers that the note gives: an identity holds for others, too."""
    return replace(program, inputs=tuple(replace(parameter, default=None) for parameter in program.inputs))


def _names(variable: Node) -> tuple[str, ...]:
    """What the input may be called: `z_1`, or the array z of which `z_i` is an entry."""
    variable = unwrap(variable)
    base = (canonical(variable.base),) if isinstance(variable, Scripted) and variable.sub is not None else ()
    return (canonical(variable), *base)


def _only(inputs: Sequence[tree.Parameter]) -> str:
    if len(inputs) != 1 or inputs[0].shape:
        raise _SilentError
    return inputs[0].name


def _shape_of(derived: _Derived) -> tree.Shape:
    return next(parameter.shape for parameter in derived.program.inputs if parameter.name == derived.variable)


# ---------------------------------------------------------------- for every x


def _everywhere(stated: Derivative, derived: _Derived, right: tree.Program, vocabulary: Vocabulary) -> Claim:
    recognition = recognise(derived.program, vocabulary)
    given = Given(shares=recognition.shares, gains=recognition.gains) if recognition is not None else Given()
    pairs: list[tuple[Tensor, Tensor]] = []
    for variant in range(EXAMPLES):
        try:
            pairs.append(_pair(derived, right, vocabulary, given, variant))
        except (CheckRoadError, ShapeError, _SilentError):
            continue
    slope, told = pairs[0] if pairs else (None, None)
    claim = Claim("", told and listed(told), slope and listed(slope), None, message("claim.derivative"))
    if len(pairs) < FEWEST:
        return claim
    same = [_same(first, second) for first, second in pairs]
    if all(same) and _float_agrees(derived, vocabulary, given):
        return replace(claim, holds=True, remark=message("claim.derivative_holds"))
    return (
        replace(claim, holds=False, remark=message("claim.derivative_fails"))
        if not any(same) and _may_refute(stated, derived, right)
        else claim
    )


def _may_refute(stated: Derivative, derived: _Derived, right: tree.Program) -> bool:
    """The rule of identities: the same two or more numbers on both sides, and what is derived stands there."""
    if not (stated.is_written_out and stated.is_certain) or right.bindings or derived.program.bindings:
        return False
    symbols = free_scalars(derived.program.result)
    lone = isinstance(right.result, tree.Input)
    return not lone and symbols is not None and len(symbols) >= 2 and symbols == free_scalars(right.result)


def _pair(derived: _Derived, right: tree.Program, vocabulary: Vocabulary, given: Given, variant: int) -> tuple[Tensor, Tensor]:
    """The derivative, and what is stated, on one set of invented inputs."""
    example = choose_inputs(derived.program, vocabulary, given, variant)
    values = _exactly(example.values)
    told = choose_inputs(right, vocabulary, replace(given, numbers=example.values, needed_sizes=example.sizes), variant)
    shared = set(told.values) & set(example.values)
    if set(told.values) - shared or any(not np.array_equal(told.values[name], example.values[name]) for name in shared):
        raise _SilentError
    quotient = _quotient(derived, values, example.sizes, vocabulary)
    sizes = {**example.sizes, **told.sizes}
    return quotient, Evaluator(right, _exactly(told.values), sizes, vocabulary, DIGITS[0]).tensor(right.result, right.indices)


def _exactly(values: Mapping[str, Any]) -> dict[str, Any]:
    """Given numbers as the decimals that they print as."""
    return {name: _fractions(np.asarray(value, dtype=float).tolist()) for name, value in values.items()}


def _fractions(value: Any) -> Any:
    return [_fractions(part) for part in value] if isinstance(value, list) else Fraction(repr(value))


def _quotient(derived: _Derived, values: Mapping[str, Any], sizes: Mapping[str, int], vocabulary: Vocabulary) -> Tensor:
    """The derivative by each number of the variable; its axes follow those of what is derived. Settled at both precisions."""
    shape = np.shape(np.asarray(values[derived.variable], dtype=object))
    if np.prod(shape, dtype=int) > LARGEST_VARIABLE:
        raise _SilentError
    places = list(product(*map(range, shape)))
    columns = [_slope(derived, values, sizes, vocabulary, place) for place in places]
    outer = columns[0].shape
    entries_of = [column.values[k] for k in range(len(columns[0].values)) for column in columns]
    whole = (*outer, *shape)
    return Tensor(whole, tuple(product(*map(range, whole))), tuple(entries_of))


def _slope(derived: _Derived, values: Mapping[str, Any], sizes: Mapping[str, int], vocabulary: Vocabulary, place: Place) -> Tensor:
    found: list[Tensor] = []
    for digits, step in zip(DIGITS, STEPS, strict=True):
        below, middle, above = (
            _evaluated(derived.program, _moved(values, derived.variable, place, k * step), sizes, vocabulary, digits) for k in (-1, 0, 1)
        )
        if derived.order == 1:
            _refuse_corner(below, middle, above)
            slopes = [(b - a) / (2 * _real(b, step)) for a, b in zip(below.values, above.values, strict=True)]
        else:
            slopes = [(a - 2 * m + b) / _real(b, step) ** 2 for a, m, b in zip(below.values, middle.values, above.values, strict=True)]
        found.append(replace(middle, values=tuple(slopes)))
    if not _same(found[0], found[1]):
        raise _SilentError
    return found[1]


def _evaluated(program: tree.Program, values: Mapping[str, Any], sizes: Mapping[str, int], vocabulary: Vocabulary, digits: int) -> Tensor:
    return Evaluator(program, values, sizes, vocabulary, digits).tensor(program.result, program.indices)


def _real(beside: Any, value: Fraction) -> Any:
    """A fraction as a number of the precision of another."""
    return beside * 0 + value.numerator / (beside * 0 + value.denominator)


def _refuse_corner(below: Tensor, middle: Tensor, above: Tensor) -> None:
    """The slopes to both sides differ, or one has no value: there is no derivative."""
    for a, m, b in zip(below.values, middle.values, above.values, strict=True):
        rise, fall = b - m, m - a
        if not abs(rise - fall) <= CORNER * max(abs(rise), abs(fall)):
            raise _SilentError


def _moved(values: Mapping[str, Any], name: str, place: Place, by: Fraction) -> dict[str, Any]:
    """The values with one number of one input moved."""

    def moved(value: Any, at: Place) -> Any:
        return [moved(part, at[1:]) if k == at[0] else part for k, part in enumerate(value)] if at else value + by

    return {**values, name: moved(values[name], place)}


def _same(first: Tensor, second: Tensor) -> bool:
    if first.shape != second.shape:
        return False
    pairs = list(zip(first.values, second.values, strict=True))
    if not all(finite(a) and finite(b) for a, b in pairs):
        return False
    scale = max([1, *(abs(a) for a, _ in pairs)])
    return all(abs(a - b) <= SETTLED * scale for a, b in pairs)


def _float_agrees(derived: _Derived, vocabulary: Vocabulary, given: Given) -> bool:
    """Whether the quotient of the float road, which shares nothing with the check road, is the same on one example."""
    for variant in range(EXAMPLES):
        try:
            example = choose_inputs(derived.program, vocabulary, given, variant)
            exact = _quotient(derived, _exactly(example.values), example.sizes, vocabulary)
        except (CheckRoadError, ShapeError, _SilentError):
            continue
        return _float_quotient_is(exact, derived, example.values, vocabulary)
    return False


def _float_quotient_is(exact: Tensor, derived: _Derived, values: Mapping[str, Any], vocabulary: Vocabulary) -> bool:
    try:
        formula = CompiledFormula(derived.program, vocabulary)
        found = _float_quotient(formula, derived, values)
    except (FormulaError, ArithmeticError):
        return False
    wanted = np.array([float(value) for value in exact.values]).reshape(exact.shape)
    close = FLOAT_CLOSE if derived.order == 1 else FLOAT_CLOSE * 100
    return found.shape == wanted.shape and bool(
        np.allclose(found, wanted, rtol=close, atol=close * max(1.0, float(np.abs(wanted).max(initial=0.0))))
    )


def _float_quotient(formula: Callable[..., Any], derived: _Derived, values: Mapping[str, Any]) -> Any:
    variable = np.asarray(values[derived.variable], dtype=float)

    def at(place: Place, by: float) -> Any:
        moved = variable.copy()
        moved[place] += by
        return np.asarray(formula(**{**values, derived.variable: moved if moved.shape else float(moved)}), dtype=float)

    columns = []
    for place in np.ndindex(variable.shape):
        above, below = at(place, FLOAT_STEP), at(place, -FLOAT_STEP)
        if derived.order == 1:
            columns.append((above - below) / (2 * FLOAT_STEP))
        else:
            columns.append((above - 2 * at(place, 0.0) + below) / FLOAT_STEP**2)
    outer = columns[0].shape
    return np.stack(columns, axis=-1).reshape((*outer, *variable.shape))


# ---------------------------------------------------------------- at one place


def _at_place(stated: Derivative, derived: _Derived, vocabulary: Vocabulary, given: Given) -> Claim:
    """`f'(2) = 7`: the number against the quotient there; only confirmed, for f may be another function there."""
    place = number_of(stated.at) if stated.at is not None else None
    if place is None or _shape_of(derived):
        raise _SilentError
    numbers = {**given.numbers, derived.variable: float(place)}
    example = choose_inputs(derived.program, vocabulary, replace(given, numbers=numbers))
    right = resolve(_alone(_named(stated.stated)), Context(), vocabulary)
    if example.invented or example.invented_sizes or right.inputs:
        raise _SilentError
    try:
        slope = _quotient(derived, _exactly(example.values), example.sizes, vocabulary)
        value = Evaluator(right, {}, {}, vocabulary, DIGITS[0]).tensor(right.result, ())
    except CheckRoadError as silent:
        raise _SilentError from silent
    if slope.shape or value.shape:
        raise _SilentError
    written = entries(right.result)
    fits = written[1][0].holds(slope.values[0]) if written is not None else _same(slope, value)
    close = fits and _float_quotient_is(slope, derived, example.values, vocabulary)
    claim = Claim("", listed(value), listed(slope), None, message("claim.derivative"))
    return replace(claim, holds=True, remark=message("claim.derivative_holds")) if close else claim
