"""When two roads agree: values in floats against entries of the check road, with a tolerance that is measured and not chosen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil, floor, log2, log10, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import tree
from vault_tools.verify.domains import expressions
from vault_tools.verify.exact.evaluation import DIGITS, Evaluator, Tensor
from vault_tools.verify.exact.numbers import CheckRoadError, NoSecondImplementationError, PartedError
from vault_tools.verify.exact.road import REHEARSAL_DIGITS
from vault_tools.verify.inputs.work import operations

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vault_tools.compiler.vocabulary import Vocabulary

    Position = tuple[int, ...]

UNIT = 2.0**-53
"""Half a unit in the last place of a float64."""
MOST_DIGITS = 15
FEWEST_DIGITS = 6
"""Fewer agreeing digits than this is no agreement, however badly the formula is conditioned."""
FEWEST_DIGITS_OF_A_REST = 3
"""The same for an entry that a cancellation left over: far smaller than the array's other entries, it is held against their size."""
REST = 1e-12
"""Error, relative to the largest entry of the array, up to which such an entry agrees where its conditioning explains the error."""
SAFETY = 64
"""Rounding errors allowed beyond those of the rehearsal: another order of summation, another softmax."""
OPERATIONS = 300_000
"""Above so many scalar operations only `SAMPLE` entries are evaluated on the check road."""
SAMPLE = 64
SETTLED = 1e-18
"""Relative difference of the two precisions up to which a value is certain enough to be held against a float."""
SEEDS = range(2, 10)
"""Of the moves that tell whether a value lies at a step."""
STEP_TOLERANCE = 1e-9
"""How near a value comes to another one that a step away would differ by much more."""
TINY = 1e-300


@dataclass(frozen=True, slots=True)
class Exact:
    """The check road's answer: entries that two precisions agree on, and how far a rehearsal in 53 bits strays from each."""

    shape: tuple[int, ...]
    positions: tuple[Position, ...]
    values: tuple[Any, ...]
    strays: tuple[float, ...]
    uncertain: int
    """Entries on which the two precisions do not agree."""
    operations: int

    @property
    def whole(self) -> bool:
        """Whether every entry was evaluated."""
        return len(self.positions) == prod(self.shape)


@dataclass(frozen=True, slots=True)
class Agreement:
    """`digits` in which every entry agrees (floored, capped); `worst` relative error; `problem` a key when they do not agree."""

    digits: int
    worst: float
    problem: str = ""


def exact_value(
    program: tree.Program,
    result: tree.Expression,
    over: Iterable[tree.Index],
    inputs: Mapping[str, Any],
    sizes: Mapping[str, int],
    vocabulary: Vocabulary,
) -> Exact:
    """Evaluate at both precisions and in rehearsal. Errors as of the check road."""
    free = tuple(over)
    count = operations(program, free, sizes)
    shape = (*(index.size.value(dict(sizes)) for index in free), *(dim.value(dict(sizes)) for dim in result.shape))
    positions = sample(shape) if count > OPERATIONS else None

    def tensors(digits: tuple[int, ...], jitter: int = 0) -> tuple[Tensor, ...]:
        return Evaluator(program, inputs, sizes, vocabulary, digits, jitter).tensors(result, free, positions)

    try:
        first, second, rehearsal = tensors((*DIGITS, REHEARSAL_DIGITS), jitter=1)
    except NoSecondImplementationError:
        raise
    except (CheckRoadError, PartedError):  # one after the other: what the first says, or that each goes its own way
        (first,), (second,), (rehearsal,) = tensors(DIGITS[:1]), tensors(DIGITS[1:]), tensors((REHEARSAL_DIGITS,), jitter=1)
    scale = max((abs(value) for value in second.values if finite(value)), default=0)
    settled = tuple(_settled(a, b, scale) for a, b in zip(first.values, second.values, strict=True))
    values = tuple(b if a is None else a for a, b in zip(settled, second.values, strict=True))
    strays = tuple(_stray(a, b) for a, b in zip(rehearsal.values, values, strict=True))
    return Exact(second.shape, second.positions, values, strays, settled.count(None), count)


def at_a_step(
    program: tree.Program, inputs: Mapping[str, Any], sizes: Mapping[str, int], vocabulary: Vocabulary, exact: Exact, values: Any
) -> bool:
    r"""Whether moving the leaves as floats round them gives every value of the float road: `\lfloor 100 \cdot 0.29 \rfloor` jumps."""
    array = np.asarray(values, dtype=float)
    if array.shape != exact.shape:
        return False
    got = [float(array[at]) for at in exact.positions]
    settled = [_is_at(right, value) for value, right in zip(got, exact.values, strict=True)]
    if all(settled):
        return False
    for seed in SEEDS:
        evaluator = Evaluator(program, inputs, sizes, vocabulary, REHEARSAL_DIGITS, seed)
        moved = evaluator.tensor(program.result, tuple(program.indices), exact.positions).values
        settled = [one or _is_at(a, value) for one, a, value in zip(settled, moved, got, strict=True)]
        if all(settled):
            return True
    return False


def _is_at(value: Any, wanted: float) -> bool:
    return finite(value) and bool(abs(value - wanted) <= STEP_TOLERANCE * max(1, abs(wanted)))


def sample(shape: tuple[int, ...]) -> tuple[Position, ...]:
    """64 positions spread over an array: first, last, and steps of the golden section between."""
    count = prod(shape)
    places = sorted({0, count - 1, *(floor(count * ((k * 0.6180339887498949) % 1)) for k in range(1, SAMPLE - 1))})
    return tuple(tuple(int(i) for i in np.unravel_index(place, shape)) for place in places)


def finite(value: Any) -> bool:
    """Whether a number of either road is neither infinite nor NaN (however large it is for a float)."""
    inner = getattr(value, "_mpf_", None)
    if inner is None:
        return bool(abs(value) < float("inf"))
    _, mantissa, exponent, _ = inner
    return bool(mantissa) or not exponent


def _settled(first: Any, second: Any, scale: Any) -> Any:
    """The number that both precisions stand for; None where they do not agree. A rest that shrinks with the precision is 0."""
    if first == second or (first != first and second != second):
        return second
    if not (finite(first) and finite(second)):
        return None
    if abs(first - second) <= SETTLED * abs(second):
        return second
    rest = max(scale, 1)
    return 0 if abs(second) <= 1e-60 * rest and abs(first) <= 1e-40 * rest else None


def _stray(rehearsed: Any, exact: Any) -> float:
    return float(abs(rehearsed - exact)) if finite(exact) and finite(rehearsed) else 0.0


def agreement(values: Any, exact: Exact, *, infinite: bool) -> Agreement:
    """Compare a float64 array with the check road's entries. `infinite`: whether the formula or its inputs write ∞ themselves."""
    array = np.asarray(values, dtype=float)
    if array.shape != exact.shape:
        return Agreement(0, float("inf"), "check.shapes_differ")
    if exact.uncertain:
        return Agreement(0, float("nan"), "check.precision_lost")
    scale = float(max((abs(value) for value in exact.values if finite(value)), default=0.0))
    rounding = SAFETY * UNIT * (1 + ceil(log2(max(2, exact.operations))))
    worst, problems = 0.0, Counter[str]()
    for at, value, stray in zip(exact.positions, exact.values, exact.strays, strict=True):
        problem, error = _entry(float(array[at]), value, stray, rounding, scale, infinite=infinite)
        worst = max(worst, error)
        problems[problem] += 1
    problems.pop("", None)
    return Agreement(digits_of(worst), worst, min(problems, key=PROBLEMS.index) if problems else "")


PROBLEMS = ("check.undefined", "check.pole", "check.overflow", "check.differs")


def _entry(got: float, exact: Any, stray: float, rounding: float, scale: float, *, infinite: bool) -> tuple[str, float]:
    """A problem (or none) and the relative error of one entry."""
    if exact != exact or got != got:
        return "check.undefined", 1.0
    if not finite(exact):
        return ("", 0.0) if infinite and got == exact else ("check.pole", 1.0)
    if not finite(got):
        return "check.overflow", 1.0
    error = float(abs(got - exact))
    if exact == 0:
        relative = error / max(scale, 1.0)
        return ("" if relative <= REST else "check.differs"), relative
    if abs(exact) < TINY:
        return ("" if abs(got) < TINY else "check.differs"), 0.0
    relative = float(error / abs(exact))
    explained = relative <= rounding + SAFETY * stray / float(abs(exact))
    close = relative <= 10.0**-FEWEST_DIGITS or (relative <= 10.0**-FEWEST_DIGITS_OF_A_REST and error <= REST * scale)
    return ("" if explained and close else "check.differs"), relative


def digits_of(relative: float) -> int:
    """Agreeing digits, floored and capped: 3e-13 gives 12."""
    if not relative:
        return MOST_DIGITS
    return max(0, min(MOST_DIGITS, floor(-log10(relative)))) if finite(relative) else 0


def writes_infinity(program: tree.Program, inputs: Mapping[str, Any]) -> bool:
    """Whether ∞ stands in the formula or among its inputs, so that infinite entries are meant."""
    written = any(isinstance(node, tree.Constant) and node.name == "inf" for node in expressions(program))
    divides = any(isinstance(node, tree.Divide | tree.Power) for node in expressions(program))  # by zero: the sign is open
    written = written or (not divides and any(sign_of_infinity(side) for _, side in program.stated))
    return written or any(np.isinf(np.asarray(value, dtype=float)).any() for value in inputs.values())


def sign_of_infinity(node: tree.Expression) -> int:
    """1 for a written ∞, -1 for -∞, 0 for anything else."""
    match node:
        case tree.Constant(name="inf"):
            return 1
        case tree.Negate(operand=operand):
            return -sign_of_infinity(operand)
    return 0
