"""What the rules of the check road share: each entry computed once, given numbers as the decimals that they print as, sizes and shapes.

An entry of a node is asked for at a position of its shape and with the positions of its free indices. So a formula in index form is
followed index by index, and only what the wanted entries need is computed. A road is walked once for all precisions that are wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING, Any, ClassVar

import mpmath.libmp
from mpmath.ctx_mp import MPContext

from vault_tools.compiler import tree
from vault_tools.model import message
from vault_tools.verify.domains import expressions
from vault_tools.verify.exact.numbers import LARGEST_EXPONENT, Environment, NotComputableError, Numbers, PartedError, Position, broadcast

if TYPE_CHECKING:
    from vault_tools.compiler.vocabulary import Vocabulary

Rule = Callable[["Road", Any, Environment, Position], Any]
INNER: Any = mpmath.libmp
"""Arithmetic on what mpmath's numbers hold (`_mpf_`): half the time of the numbers themselves."""
REHEARSAL_DIGITS = 16
FLOAT_BITS = 53
"""The precision of a float64, and how many digits mpmath calls it."""
WIDEST = 1_000
"""Bits between the first of the largest and the last of the smallest number of a line that are lined up."""
FLOAT_RANGE = 500
"""Floats up to 2 to this power and down to its inverse have products that are as precise as they are."""


@lru_cache(maxsize=8)
def _context(digits: int) -> Any:
    """The mpmath context of a precision; making one costs as much as evaluating a formula."""
    mp: Any = MPContext()  # type: ignore[no-untyped-call]
    mp.dps = digits
    if digits == REHEARSAL_DIGITS:
        mp.prec = FLOAT_BITS
    return mp


@lru_cache(maxsize=4096)
def _decimal(mp: Any, value: float) -> Any:
    """The decimal that a float prints as; reading it costs more than computing with it."""
    return mp.mpf(repr(value))


@lru_cache(maxsize=2001)
def _move(mp: Any, thousandths: int) -> Any:
    """The factor that moves a number by so many thousandths of a unit in the last place of a float."""
    return 1 + mp.ldexp(mp.mpf(thousandths) / 1000, -52)


@dataclass(frozen=True, slots=True)
class Line:
    """A row or column as mpmath's inner numbers, and as what is multiplied fast: whole numbers times 2^exponent, or floats; each () where
    it cannot be: an infinity, or numbers too far apart.
    """

    numbers: Sequence[Any]
    whole: Sequence[int] = ()
    exponent: int = 0
    floats: Sequence[float] = ()

    @staticmethod
    def of(numbers: Sequence[Any], *, floats: bool) -> Line:
        """floats: the numbers have the precision of floats, and are to be rounded as these."""
        if floats:
            return Line(numbers, floats=_as_floats(numbers))
        if any(exponent and not mantissa for _, mantissa, exponent, _ in numbers):
            return Line(numbers)
        spans = [(exponent, exponent + bits) for _, mantissa, exponent, bits in numbers if mantissa]
        low = min((first for first, _ in spans), default=0)
        if max((last for _, last in spans), default=0) - low > WIDEST:
            return Line(numbers)
        whole = [(-mantissa if sign else mantissa) << max(exponent - low, 0) for sign, mantissa, exponent, _ in numbers]
        return Line(numbers, whole, low)


Lines = tuple[Line, ...]
"""One for each precision."""


def _as_floats(numbers: Sequence[Any]) -> Sequence[float]:
    """The same numbers as floats, () where one is infinite, or so large or small that a product may be."""
    if any((not mantissa and exponent) or abs(exponent + bits) > FLOAT_RANGE for _, mantissa, exponent, bits in numbers):
        return ()
    return [INNER.to_float(number) for number in numbers]


def _dot_of_floats(row: Sequence[float], column: Sequence[float]) -> float:
    total = 0.0  # no sum(): from Python 3.12 on it does not round after each step
    for a, b in zip(row, column, strict=True):
        total += a * b
    return total


class Road:
    """One program with its inputs at one or several precisions: every entry is a tuple of numbers, one for each of them.

    jitter: seed of small moves of all leaves that are no whole numbers, at the last of the precisions (0: none).
    """

    rules: ClassVar[Mapping[type[tree.Expression], Rule]]
    """What one entry of each kind of node is."""

    def __init__(
        self,
        program: tree.Program,
        inputs: Mapping[str, Any],
        sizes: Mapping[str, int],
        vocabulary: Vocabulary,
        digits: int | Sequence[int],
        jitter: int = 0,
    ) -> None:
        self.contexts = tuple([_context(each) for each in ((digits,) if isinstance(digits, int) else digits)])
        self._kinds = tuple([mp.mpf for mp in self.contexts])
        self.nan: Numbers = tuple([mp.nan for mp in self.contexts])
        self.sizes = dict(sizes)
        self.inputs = {name: _listed(value) for name, value in inputs.items()}
        self.vocabulary = vocabulary
        self._jitter = jitter
        self.program = program
        self.bindings = {binding.name: binding for binding in program.bindings}
        self.defaults = {parameter.name: parameter.default for parameter in program.inputs}
        self._entries: dict[tuple[int, Position, Position], Any] = {}  # numbers, and what is shared
        self._shapes: dict[int, tuple[int, ...]] = {}
        self._lines: dict[tuple[int, Position, Position, Position], Lines] = {}
        self._leaves: dict[tuple[str, Position], Numbers] = {}
        self._kept: list[Any] = []
        self.recurrences: dict[str, tree.Recur] = {}
        """Index -> the recurrence whose steps it counts."""

    def entry(self, node: tree.Expression, environment: Environment, at: Position) -> Numbers:
        """The numbers at position `at` of the shape of `node`, with its free indices at the positions in `environment`."""
        if type(node) is tree.Input:
            return self.input(node.name, at)
        key = (id(node), tuple(map(environment.__getitem__, node.indices)) if node.indices else (), at)
        found: Numbers | None = self._entries.get(key)
        if found is None:
            found = self._entries[key] = self._computed(node, environment, at)
        return found

    def each(self, compute: Callable[..., Any], *operands: Numbers) -> Numbers:
        """What a function of a context and numbers gives at each precision."""
        return tuple([compute(mp, *numbers) for mp, *numbers in zip(self.contexts, *operands, strict=True)])

    def holds(self, condition: Numbers) -> bool:
        """Whether a condition is not 0. PartedError: at some precisions only."""
        first, *others = [bool(number != 0) for number in condition]
        if any(other is not first for other in others):
            raise PartedError
        return first

    def line(self, node: tree.Expression, environment: Environment, before: Position, behind: Position, length: int) -> Lines:
        """A row or column of a node: the entries between the positions `before` and `behind`."""
        key = (id(node), tuple(map(environment.__getitem__, node.indices)) if node.indices else (), before, behind)
        found = self._lines.get(key)
        if found is None:
            entries = [self.entry(node, environment, (*before, k, *behind)) for k in range(length)]
            found = self._lines[key] = tuple(
                [Line.of([entry[k]._mpf_ for entry in entries], floats=mp.prec == FLOAT_BITS) for k, mp in enumerate(self.contexts)]
            )
        return found

    def dot(self, row: Lines, column: Lines) -> Numbers:
        """The sum of products of two lines: exact and rounded once; in a rehearsal rounded after each step, as floats are."""
        return tuple(map(_dot, self.contexts, row, column))

    def shared(self, node: tree.Expression, environment: Environment, at: Position, compute: Callable[[], Any]) -> Any:
        """Something that several entries of a node share (a softmax row, an inverse), computed once per `at`."""
        key = (~id(node), tuple(map(environment.__getitem__, node.indices)), at)
        if key not in self._entries:
            self._entries[key] = compute()
        return self._entries[key]

    def shape(self, node: tree.Expression) -> tuple[int, ...]:
        """The shape of a node as numbers."""
        found = self._shapes.get(id(node))
        if found is None:
            self._kept.append(node)
            found = self._shapes[id(node)] = tuple([self.size(dim) for dim in node.shape])
        return found

    def size(self, dim: tree.Dim) -> int:
        """A size as a number."""
        return dim.value(self.sizes)

    def recurrence(self, index: str) -> tree.Recur:
        """The recurrence whose steps an index counts, also where a part of its body is asked for alone."""
        if index not in self.recurrences:
            found = {node.index.name: node for node in expressions(self.program) if isinstance(node, tree.Recur)}
            self.recurrences = {**found, **self.recurrences}
        return self.recurrences[index]

    def operand(self, node: tree.Expression, environment: Environment, at: Position) -> Numbers:
        """The entry of an operand that broadcasts to the position `at` of a larger shape."""
        return self.entry(node, environment, broadcast(self.shape(node), at) if node.shape else ())

    def input(self, name: str, at: Position) -> Numbers:
        """An entry of a given array, NaN outside of it; a parameter that is not given has its default."""
        key = (name, at)
        found = self._leaves.get(key)
        if found is None:
            found = self._leaves[key] = self._given(name, at)
        return found

    def _given(self, name: str, at: Position) -> Numbers:
        default = self.defaults.get(name)
        if default is not None and name not in self.inputs:
            return self.entry(default, {}, at)
        value = self.inputs[name]
        try:
            for i in at:
                value = value[i]
        except IndexError:
            return self.nan
        return _bounded(self.leaf(value))

    def leaf(self, value: Any) -> Numbers:
        """A given number: a float is the decimal that it prints as; whole numbers are exact on both roads."""
        numbers = tuple([_leaf(mp, value) for mp in self.contexts])
        return numbers if not self._jitter or self.contexts[-1].isint(numbers[-1]) else self.moved(numbers)

    def moved(self, numbers: Numbers) -> Numbers:
        """In a rehearsal: the number as some float next to it. The moves are a fixed sequence, so every run is the same."""
        *others, number = numbers
        mp = self.contexts[-1]
        if not self._jitter or not mp.isfinite(number):
            return numbers
        self._jitter = self._jitter * 48271 % 2147483647
        return (*others, number * _move(mp, self._jitter % 2001 - 1000))

    def _computed(self, node: tree.Expression, environment: Environment, at: Position) -> Numbers:
        self._kept.append(node)
        try:
            value = self.rules[type(node)](self, node, environment, at)
        except IndexError:
            return self.nan
        numbers: Numbers = value if type(value) is tuple else (value,) * len(self.contexts)
        for number, kind in zip(numbers, self._kinds, strict=True):
            if type(number) is not kind:
                numbers = tuple(map(_real, self.contexts, numbers))
                break
        return _bounded(numbers)


def _leaf(mp: Any, value: Any) -> Any:
    if type(value) is float:
        return _decimal(mp, value)
    if isinstance(value, Fraction):
        return mp.mpf(value.numerator) / value.denominator
    return mp.mpf(value) if isinstance(value, int) else _decimal(mp, float(value))


def _dot(mp: Any, row: Line, column: Line) -> Any:
    if row.floats and column.floats:
        return mp.make_mpf(INNER.from_float(_dot_of_floats(row.floats, column.floats)))
    if row.whole and column.whole:
        total = sum(map(mul, row.whole, column.whole))
        return mp.make_mpf(INNER.from_man_exp(total, row.exponent + column.exponent, mp.prec, INNER.round_nearest))
    add, multiply, precision, rounding = INNER.mpf_add, INNER.mpf_mul, mp.prec, INNER.round_nearest
    total = INNER.fzero
    for a, b in zip(row.numbers, column.numbers, strict=True):
        total = add(total, multiply(a, b, precision, rounding), precision, rounding)
    return mp.make_mpf(total)


def _bounded(numbers: Numbers) -> Numbers:
    """Numbers that are not beyond every float. NotComputableError: they are."""
    for number in numbers:
        _, mantissa, exponent, bits = number._mpf_
        if exponent + bits > LARGEST_EXPONENT and mantissa:
            raise NotComputableError(message("check.too_large"))
    return numbers


def _real(mp: Any, value: Any) -> Any:
    """A whole number, a float or a complex number as a real number of mpmath."""
    if isinstance(value, mp.mpc):
        return value.real if value.imag == 0 else mp.nan
    return value if isinstance(value, mp.mpf) else mp.mpf(value)


def _listed(value: Any) -> Any:
    """An array of floats as lists, whose entries are faster to get."""
    return value.tolist() if getattr(getattr(value, "dtype", None), "kind", "") == "f" else value
