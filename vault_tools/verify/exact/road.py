"""What the rules of the check road share: each entry computed once, given numbers as the decimals that they print as, sizes and shapes.

An entry of a node is asked for at a position of its shape and with the positions of its free indices. So a formula in index form is
followed index by index, and only what the wanted entries need is computed.
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
from vault_tools.verify.exact.numbers import LARGEST_EXPONENT, Environment, NotComputableError, Position, broadcast

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
    """One program with its inputs at one precision. `jitter`: seed of small moves of all leaves that are no whole numbers (0: none)."""

    rules: ClassVar[Mapping[type[tree.Expression], Rule]]
    """What one entry of each kind of node is."""

    def __init__(
        self,
        program: tree.Program,
        inputs: Mapping[str, Any],
        sizes: Mapping[str, int],
        vocabulary: Vocabulary,
        digits: int,
        jitter: int = 0,
    ) -> None:
        self.mp = _context(digits)
        self.sizes = dict(sizes)
        self.inputs = {name: _listed(value) for name, value in inputs.items()}
        self.vocabulary = vocabulary
        self._jitter = jitter
        self.program = program
        self.bindings = {binding.name: binding for binding in program.bindings}
        self.defaults = {parameter.name: parameter.default for parameter in program.inputs}
        self._entries: dict[tuple[int, Position, Position], Any] = {}
        self._shapes: dict[int, tuple[int, ...]] = {}
        self._lines: dict[tuple[int, Position, Position, Position], Line] = {}
        self._leaves: dict[tuple[str, Position], Any] = {}
        self._kept: list[Any] = []
        self.recurrences: dict[str, tree.Recur] = {}
        """Index -> the recurrence whose steps it counts."""

    def entry(self, node: tree.Expression, environment: Environment, at: Position) -> Any:
        """The number at position `at` of the shape of `node`, with its free indices at the positions in `environment`."""
        if type(node) is tree.Input:
            return self.input(node.name, at)
        key = (id(node), tuple(map(environment.__getitem__, node.indices)) if node.indices else (), at)
        found = self._entries.get(key)
        if found is None:
            found = self._entries[key] = self._computed(node, environment, at)
        return found

    def line(self, node: tree.Expression, environment: Environment, before: Position, behind: Position, length: int) -> Line:
        """A row or column of a node: the entries between the positions `before` and `behind`."""
        key = (id(node), tuple(map(environment.__getitem__, node.indices)) if node.indices else (), before, behind)
        found = self._lines.get(key)
        if found is None:
            numbers = [self.entry(node, environment, (*before, k, *behind))._mpf_ for k in range(length)]
            found = self._lines[key] = Line.of(numbers, floats=self.mp.prec == FLOAT_BITS)
        return found

    def dot(self, row: Line, column: Line) -> Any:
        """The sum of products of two lines: exact and rounded once; in a rehearsal rounded after each step, as floats are."""
        if row.floats and column.floats:
            return self.mp.make_mpf(INNER.from_float(_dot_of_floats(row.floats, column.floats)))
        if row.whole and column.whole:
            total = sum(map(mul, row.whole, column.whole))
            return self.mp.make_mpf(INNER.from_man_exp(total, row.exponent + column.exponent, self.mp.prec, INNER.round_nearest))
        add, multiply, precision, rounding = INNER.mpf_add, INNER.mpf_mul, self.mp.prec, INNER.round_nearest
        total = INNER.fzero
        for a, b in zip(row.numbers, column.numbers, strict=True):
            total = add(total, multiply(a, b, precision, rounding), precision, rounding)
        return self.mp.make_mpf(total)

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

    def operand(self, node: tree.Expression, environment: Environment, at: Position) -> Any:
        """The entry of an operand that broadcasts to the position `at` of a larger shape."""
        return self.entry(node, environment, broadcast(self.shape(node), at) if node.shape else ())

    def input(self, name: str, at: Position) -> Any:
        """An entry of a given array, NaN outside of it; a parameter that is not given has its default."""
        key = (name, at)
        found = self._leaves.get(key)
        if found is None:
            found = self._leaves[key] = self._given(name, at)
        return found

    def _given(self, name: str, at: Position) -> Any:
        default = self.defaults.get(name)
        if default is not None and name not in self.inputs:
            return self.entry(default, {}, at)
        value = self.inputs[name]
        try:
            for i in at:
                value = value[i]
        except IndexError:
            return self.mp.nan
        return self._bounded(self.leaf(value))

    def leaf(self, value: Any) -> Any:
        """A given number: a float is the decimal that it prints as; whole numbers are exact on both roads."""
        if type(value) is float:
            number = _decimal(self.mp, value)
        elif isinstance(value, Fraction):
            number = self.mp.mpf(value.numerator) / value.denominator
        else:
            number = self.mp.mpf(value) if isinstance(value, int) else _decimal(self.mp, float(value))
        return number if not self._jitter or self.mp.isint(number) else self.moved(number)

    def moved(self, number: Any) -> Any:
        """In a rehearsal: the number as some float next to it. The moves are a fixed sequence, so every run is the same."""
        if not self._jitter or not self.mp.isfinite(number):
            return number
        self._jitter = self._jitter * 48271 % 2147483647
        return number * _move(self.mp, self._jitter % 2001 - 1000)

    def _computed(self, node: tree.Expression, environment: Environment, at: Position) -> Any:
        self._kept.append(node)
        try:
            value = self.rules[type(node)](self, node, environment, at)
        except IndexError:
            return self.mp.nan
        if type(value) is not self.mp.mpf:
            value = self._real(value)
        return self._bounded(value)

    def _bounded(self, value: Any) -> Any:
        """A number that is not beyond every float. NotComputableError: it is."""
        _, mantissa, exponent, bits = value._mpf_
        if mantissa and exponent + bits > LARGEST_EXPONENT:
            raise NotComputableError(message("check.too_large"))
        return value

    def _real(self, value: Any) -> Any:
        """A whole number, a float or a complex number as a real number of mpmath."""
        if isinstance(value, self.mp.mpc):
            return value.real if value.imag == 0 else self.mp.nan
        return value if isinstance(value, self.mp.mpf) else self.mp.mpf(value)


def _listed(value: Any) -> Any:
    """An array of floats as lists, whose entries are faster to get."""
    return value.tolist() if getattr(getattr(value, "dtype", None), "kind", "") == "f" else value
