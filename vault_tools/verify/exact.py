"""The check road: a resolved tree evaluated with mpmath, node by node and entry by entry, sharing nothing with the float road.

An entry of a node is asked for at a position of its shape and with the positions of its free indices; it is computed once. So a
formula in index form is followed index by index, and only what the wanted entries need is computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

import mpmath.libmp
from mpmath.ctx_mp import MPContext

from vault_tools.compiler import tree
from vault_tools.model import message
from vault_tools.verify.domains import expressions
from vault_tools.verify.exact_numbers import LARGEST_EXPONENT, Environment, NotComputableError, Position, broadcast
from vault_tools.verify.exact_rules import RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from vault_tools.compiler.vocabulary import Vocabulary

INNER: Any = mpmath.libmp
"""Arithmetic on what mpmath's numbers hold (`_mpf_`): half the time of the numbers themselves."""
DIGITS = (50, 70)
"""The two precisions that must agree."""
REHEARSAL_DIGITS = 16
"""mpmath's name for 53 bits: the precision of a float64."""


@dataclass(frozen=True, slots=True)
class Tensor:
    """Entries of one array. `positions` are all positions of `shape`, or the chosen ones where it was too large."""

    shape: tuple[int, ...]
    positions: tuple[Position, ...]
    values: tuple[Any, ...]

    def nested(self) -> Any:
        """Nested lists (a number for shape ()); only for a complete tensor."""
        values = iter(self.values)

        def build(shape: tuple[int, ...]) -> Any:
            return [build(shape[1:]) for _ in range(shape[0])] if shape else next(values)

        return build(self.shape)


@lru_cache(maxsize=8)
def _context(digits: int) -> Any:
    """The mpmath context of a precision; making one costs as much as evaluating a formula."""
    mp: Any = MPContext()  # type: ignore[no-untyped-call]
    mp.dps = digits
    if digits == REHEARSAL_DIGITS:
        mp.prec = 53
    return mp


@lru_cache(maxsize=4096)
def _decimal(mp: Any, value: float) -> Any:
    """The decimal that a float prints as; reading it costs more than computing with it."""
    return mp.mpf(repr(value))


class Evaluator:
    """One program with its inputs at one precision. `jitter`: seed of small moves of all leaves that are not whole numbers (0: none)."""

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
        self._lines: dict[tuple[int, Position, Position, Position], list[Any]] = {}
        self._leaves: dict[tuple[str, Position], Any] = {}
        self._kept: list[Any] = []
        self.recurrences: dict[str, tree.Recur] = {}
        """Index -> the recurrence whose steps it counts."""

    # ------------------------------------------------------------ for the rules

    def entry(self, node: tree.Expression, environment: Environment, at: Position) -> Any:
        """The number at position `at` of the shape of `node`, with its free indices at the positions in `environment`."""
        key = (id(node), tuple([environment[name] for name in node.indices]), at)
        found = self._entries.get(key)
        if found is None:
            found = self._entries[key] = self._computed(node, environment, at)
        return found

    def line(self, node: tree.Expression, environment: Environment, before: Position, behind: Position, length: int) -> list[Any]:
        """A row or column of a node, as mpmath's inner numbers: the entries between the positions `before` and `behind`."""
        key = (id(node), tuple([environment[name] for name in node.indices]), before, behind)
        found = self._lines.get(key)
        if found is None:
            found = self._lines[key] = [self.entry(node, environment, (*before, k, *behind))._mpf_ for k in range(length)]
        return found

    def dot(self, row: list[Any], column: list[Any]) -> Any:
        """The sum of products of two lines, rounded after each step as with numbers of mpmath, without making one of each."""
        add, multiply, precision, rounding = INNER.mpf_add, INNER.mpf_mul, self.mp.prec, INNER.round_nearest
        total = INNER.fzero
        for a, b in zip(row, column, strict=True):
            total = add(total, multiply(a, b, precision, rounding), precision, rounding)
        return self.mp.make_mpf(total)

    def shared(self, node: tree.Expression, environment: Environment, at: Position, compute: Callable[[], Any]) -> Any:
        """Something that several entries of a node share (a softmax row, an inverse), computed once per `at`."""
        key = (~id(node), tuple([environment[name] for name in node.indices]), at)
        if key not in self._entries:
            self._entries[key] = compute()
        return self._entries[key]

    def shape(self, node: tree.Expression) -> tuple[int, ...]:
        """The shape of a node as numbers."""
        if id(node) not in self._shapes:
            self._kept.append(node)
            self._shapes[id(node)] = tuple(self.size(dim) for dim in node.shape)
        return self._shapes[id(node)]

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
        return self.entry(node, environment, broadcast(self.shape(node), at))

    def input(self, name: str, at: Position) -> Any:
        """An entry of a given array; a parameter that is not given has its default."""
        if name not in self.inputs and self.defaults.get(name) is not None:
            default = self.defaults[name]
            assert default is not None
            return self.entry(default, {}, at)
        key = (name, at)
        if key not in self._leaves:
            value = self.inputs[name]
            for i in at:
                value = value[i]
            self._leaves[key] = self.leaf(value)
        return self._leaves[key]

    def leaf(self, value: Any) -> Any:
        """A given number: a float is the decimal that it prints as; whole numbers are exact on both roads."""
        if isinstance(value, Fraction):
            number = self.mp.mpf(value.numerator) / value.denominator
        else:
            number = self.mp.mpf(value) if isinstance(value, int) else _decimal(self.mp, float(value))
        return number if not self._jitter or self.mp.isint(number) else self.moved(number)

    def moved(self, number: Any) -> Any:
        """In a rehearsal: the number as some float next to it. The moves are a fixed sequence, so every run is the same."""
        if not self._jitter or not self.mp.isfinite(number):
            return number
        self._jitter = self._jitter * 48271 % 2147483647
        return number * (1 + self.mp.ldexp(self.mp.mpf(self._jitter % 2001 - 1000) / 1000, -52))

    def _computed(self, node: tree.Expression, environment: Environment, at: Position) -> Any:
        self._kept.append(node)
        try:
            value = RULES[type(node)](self, node, environment, at)
        except IndexError:
            return self.mp.nan
        if isinstance(value, self.mp.mpc):
            value = value.real if value.imag == 0 else self.mp.nan
        elif not isinstance(value, self.mp.mpf):
            value = self.mp.mpf(value)
        _, mantissa, exponent, bits = value._mpf_
        if mantissa and exponent + bits > LARGEST_EXPONENT:
            raise NotComputableError(message("check.too_large"))
        return value

    # ------------------------------------------------------------ for the outside

    def tensor(self, result: tree.Expression, indices: Iterable[tree.Index], positions: Iterable[Position] | None = None) -> Tensor:
        """All entries of an expression (axes of `indices` first), or those at the given positions."""
        over = tuple(indices)
        shape = (*(self.size(index.size) for index in over), *self.shape(result))
        wanted = tuple(positions) if positions is not None else tuple(product(*map(range, shape)))
        values = [self.entry(result, {index.name: i for index, i in zip(over, at, strict=False)}, at[len(over) :]) for at in wanted]
        return Tensor(shape, wanted, tuple(values))


def _listed(value: Any) -> Any:
    """An array of floats as lists, whose entries are faster to get."""
    return value.tolist() if getattr(getattr(value, "dtype", None), "kind", "") == "f" else value


def evaluate(
    program: tree.Program, inputs: Mapping[str, Any], sizes: Mapping[str, int], vocabulary: Vocabulary, digits: int = DIGITS[0]
) -> Any:
    """The value of a program: nested lists of mpmath numbers in the shape of `program.shape`, or one number.

    Errors: NoSecondImplementationError, NotComputableError; KeyError for a size or input that is not there.
    """
    return Evaluator(program, inputs, sizes, vocabulary, digits).tensor(program.result, program.indices).nested()
