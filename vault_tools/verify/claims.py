"""The claims inside a formula: numbers that it states and sides that it equates, each held against what the check road computes.

A claim holds, does not hold, or cannot be told (None). It is refuted only on numbers that the note gives, or as an identity that
fails on several examples; laws, conditions and definitions stay open.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.resolve.finish import walk
from vault_tools.model import Claim, Message, message
from vault_tools.verify.agreement import finite, sign_of_infinity
from vault_tools.verify.case import CLOSE, Case, depends_on_invented, equal, squeezed
from vault_tools.verify.exact_numbers import CheckRoadError
from vault_tools.verify.examples import Example
from vault_tools.verify.numbers import Printed, Written, as_fraction, entries, nested
from vault_tools.verify.rounding import rounding_slack
from vault_tools.verify.slips import CONVENTIONS, MEANT, slipped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.verify.exact import Tensor


C = TypeVar("C", Claim, Claim | None)
NEAR = 0.01
"""Relative difference that numbers of two or three digits leave open."""
EQUAL = frozenset({"=", "≡", ":="})
LOOSE = frozenset({"≈", "∼", "≅"})
ORDERINGS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "≥": lambda a, b: a >= b,
    "≠": lambda a, b: a != b,
}
OPEN = CONVENTIONS | {"claim.perhaps_rounded", *MEANT.values()}
"""Remarks that leave a claim open."""
BASE_CHOSEN = frozenset({"reading.natural_log", "reading.decimal_log"})
"""Readings that chose the base of a logarithm."""
LOOSELY_CLOSE = Fraction(1, 20)
"""Two sides joined by ≈ may differ by so much."""


# ---------------------------------------------------------------- written numbers


def stated_claims(case: Case, more: Sequence[Case]) -> Iterator[Claim]:
    """Each written number, vector or matrix of a chain against the side before it. `more`: the same program on further examples."""
    sides = case.program.sides or (case.program.result,)
    for relation, node in case.program.stated:
        written = entries(node, loosely=relation in LOOSE)
        text = f"{relation} {_source(case.program, node)}".strip()
        if written is None:
            yield from _infinite_claim(case, sides[-1], node, text)
            continue
        yield _on_either(case, partial(numbers_claim, more=more, sides=sides, relation=relation, written=written, text=text))


def _infinite_claim(case: Case, side: tree.Expression, node: tree.Expression, text: str) -> Iterator[Claim]:
    r"""`\ln 0 = -\infty`: an infinite value against a written one."""
    sign = sign_of_infinity(node)
    try:
        values = case.tensor(side).values
    except CheckRoadError:
        return
    if sign and len(values) == 1 and abs(values[0]) == float("inf"):
        yield Claim(text, _shown(sign * float("inf")), _shown(values[0]), bool(values[0] == sign * float("inf")))


def _on_either(case: Case, claim_on: Callable[[Case], C]) -> C:
    """A claim on the numbers as the note rounded them on the way; where it does not hold, on what they were before rounding."""
    claim = claim_on(case)
    if claim is None or claim.holds is not False or not case.example.exact:
        return claim
    values = {**case.example.values, **case.example.exact}
    other = claim_on(replace(case, example=replace(case.example, values=values)))
    if other is None or not other.holds:
        return claim
    if not is_near(claim.computed, other.computed):  # right, and a number before it is wrong
        return replace(other, holds=None, remark=message("claim.other_number_before"))
    return replace(other, remark=message("claim.rounded_on_the_way"))


def is_near(first: Any, second: Any) -> bool:
    """Whether numbers differ by no more than rounding to two or three digits leaves open."""
    try:
        one, other = np.ravel(np.asarray(first, float)), np.ravel(np.asarray(second, float))
    except (TypeError, ValueError):
        return False
    return one.shape == other.shape and bool(np.allclose(one, other, rtol=NEAR, atol=0))


def _source(program: tree.Program, node: tree.Expression) -> str:
    """What the note writes there; the whole formula where that place is not a whole group."""
    written = program.latex[node.span.start : node.span.end] if node.span.end else ""
    if isinstance(node, tree.Number) and node.written:
        return node.written
    return written if _is_balanced(written) else program.latex.strip()


def _is_balanced(latex: str) -> bool:
    """Whether every closing brace has an opening one before it."""
    depth = 0
    for character in latex:
        depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0


def numbers_claim(
    case: Case,
    more: Sequence[Case],
    sides: Sequence[tree.Expression],
    relation: str,
    written: Written,
    text: str,
) -> Claim:
    """Written numbers (shape, entries) against the last of `sides`; where the inputs are invented only an identity can be confirmed."""
    shape, numbers = written
    stated = nested(shape, iter([_shown(number.value) for number in numbers]))
    try:
        computed = case.tensor(sides[-1])
    except CheckRoadError as silent:
        return Claim(text, stated, None, None, silent.message)
    values = computed.values
    shown = nested(computed.shape, iter([_shown(value) for value in values]))
    if not all(map(finite, values)):  # nothing written can be compared with an infinity
        return Claim(text, stated, shown, None)
    every = not shape and bool(case.program.indices) and not case.program.result.shape  # `\sum_j A_{ij} = 1` says it of every i
    if every:
        shape, numbers = computed.shape, numbers * len(values)
    if depends_on_invented(case, sides[-1]):
        drawn = [values, *(found for other in more if (found := _entries_on(other, sides[-1])) is not None)]
        fits = (_fits(numbers[:1] * len(one) if every else numbers, one, exactly=True) for one in drawn)
        same = len(drawn) > len(more) // 2 and all(fits)
        return Claim(text, stated, shown, True if same else None, message("claim.identity" if same else "claim.inputs_unknown"))
    if relation in ORDERINGS:
        held = len(values) == len(numbers) and all(
            ORDERINGS[relation](as_fraction(v), n.value) for v, n in zip(values, numbers, strict=True)
        )
        return Claim(text, stated, shown, held)
    if relation not in LOOSE | EQUAL | {"→"}:
        return Claim(text, stated, shown, None)
    if squeezed(shape) != squeezed(computed.shape):
        remark = message("claim.other_shape", stated=_times(shape), computed=_times(computed.shape))
        return Claim(text, stated, shown, False, _slip(case, sides, (shape, numbers)) or remark)
    return _compared(case, sides, (shape, numbers), computed, Claim(text, stated, shown, False))


def _entries_on(case: Case, side: tree.Expression) -> tuple[Any, ...] | None:
    """The entries of a side on a further example; None where it has no value there (a matrix without inverse)."""
    try:
        return case.tensor(side).values
    except CheckRoadError:
        return None


def _compared(case: Case, sides: Sequence[tree.Expression], written: Written, computed: Tensor, claim: Claim) -> Claim:
    _, numbers = written
    if _fits(numbers, computed.values):
        cut = not all(number.holds(value) for number, value in zip(numbers, computed.values, strict=True))
        return replace(claim, holds=True, remark=message("claim.truncated") if cut else None)
    slack = rounding_slack(case, sides)
    in_reach = slack is not None and _within(numbers, computed.values, [n.unit / 2 + s for n, s in zip(numbers, slack.room, strict=True)])
    if slack is not None and in_reach and slack.is_known:
        return replace(claim, holds=True, remark=message("claim.rounded_on_the_way"))
    remark = _convention(case, _slip(case, sides, written)) or (message("claim.perhaps_rounded") if in_reach else None)
    settled = remark is None or remark.key not in OPEN
    return replace(claim, holds=False if settled else None, remark=remark)


def _fits(numbers: Sequence[Printed], values: Sequence[Any], *, exactly: bool = False) -> bool:
    """All values round to their written numbers, or all are cut off to them."""
    if len(numbers) != len(values) or not all(map(finite, values)):
        return False
    pairs = list(zip(numbers, values, strict=True))
    if exactly:
        return all(abs(as_fraction(value) - number.value) <= CLOSE for number, value in pairs)
    if all(number.holds(value) for number, value in pairs):
        return True
    return any(number.is_long for number in numbers) and all(number.truncates(value) for number, value in pairs)


def _within(numbers: Sequence[Printed], values: Sequence[Any], slack: Sequence[Fraction]) -> bool:
    if len(numbers) != len(values) or not all(map(finite, values)):
        return False
    return all(abs(as_fraction(value) - number.value) <= room for number, value, room in zip(numbers, values, slack, strict=True))


def _swap(numbers: Sequence[Printed], shape: tuple[int, ...], computed: Tensor) -> Message | None:
    """Rows and columns swapped?"""
    if len(shape) != 2 or computed.shape != shape[::-1]:
        return None
    turned = [numbers[j * shape[1] + i] for i in range(shape[1]) for j in range(shape[0])]
    return message("slip.swapped") if _fits(turned, computed.values) else None


def _slip(case: Case, sides: Sequence[tree.Expression], written: Written) -> Message | None:
    """The slip that explains all the numbers, if one does: in the last side, else in one before it, which has not been rounded."""
    shape, numbers = written
    for side in reversed(sides):
        try:
            swapped = _swap(numbers, shape, case.tensor(side))
        except CheckRoadError:
            continue
        if swapped:
            return swapped
        for key, tensor in slipped(case.program, side, case.example.values, case.example.sizes, case.vocabulary):
            if squeezed(tensor.shape) == squeezed(shape) and _fits(numbers, tensor.values):
                return message(key)
    return None


def _convention(case: Case, slip: Message | None) -> Message | None:
    """A logarithm to another base is no slip where the formula leaves the base open, nor is softmax over the rows of what stands behind."""
    open_ones = {"reading.softmax_columns_behind"} if slip is not None and slip.key == "slip.other_axis" else BASE_CHOSEN
    if slip is None or slip.key not in MEANT or not any(reading.key in open_ones for reading in case.program.readings):
        return slip
    return message(MEANT[slip.key])


def _times(shape: tuple[int, ...]) -> str:
    return "×".join(map(str, shape)) or "1"


def _shown(value: Any) -> Any:
    """A number for the JSON."""
    number = float(value)
    return number if finite(number) else str(number)


# ---------------------------------------------------------------- sides that are equated


def side_claims(case: Case, more: Sequence[Case]) -> Iterator[Claim]:
    """Neighbouring sides of a chain that can both be computed."""
    sides = case.program.sides
    relations = case.program.relations or ("=",) * len(sides)
    for k in range(1, len(sides)):
        claim = _on_either(case, partial(_equated, more=more, k=k, relation=relations[k]))
        if claim is not None:
            yield claim


def _equated(case: Case, more: Sequence[Case], k: int, relation: str) -> Claim | None:
    left, right = case.program.sides[k - 1], case.program.sides[k]
    whole = case.program.latex.strip()
    parts = _source(case.program, left), _source(case.program, right)
    text = whole if whole in parts else f"{parts[0]} {relation} {parts[1]}"
    try:
        first, second = case.tensor(left), case.tensor(right)
    except CheckRoadError as silent:
        return Claim(text, None, None, None, silent.message)
    others = [pair for other in more if (pair := _both_sides(other, k)) is not None]
    claim = Claim(text, listed(second), listed(first), None)
    given = not (depends_on_invented(case, left) or depends_on_invented(case, right))
    pairs = [(first, second)] if given else [(first, second), *others]
    if relation in ORDERINGS:
        return _in_order(case, more, k, relation, claim) if not given else replace(claim, holds=_ordered(relation, first, second))
    if all(equal(a, b) for a, b in pairs) and (given or others or not more):
        return replace(claim, holds=True, remark=None if given else message("claim.identity"))
    if given and squeezed(first.shape) and not squeezed(second.shape) and not names_in(right):
        return replace(claim, remark=message("claim.one_of_many"))  # the numbers of one sample, where the note gives them all
    if given:
        return _unequal_on_given(case, k, relation, (first, second), claim)
    return _unequal_in_general(left, right, pairs, claim)


def _both_sides(case: Case, k: int) -> tuple[Tensor, Tensor] | None:
    """Two neighbouring sides on a further example; None where one of them has no value there (the root of a negative number)."""
    try:
        pair = case.tensor(case.program.sides[k - 1]), case.tensor(case.program.sides[k])
    except CheckRoadError:
        return None
    return pair if all(finite(value) for side in pair for value in side.values) else None


STRETCHES = (1.0, 1e-3, 1e3)
"""Factors by which the numbers of an example are stretched: an order that holds for small numbers only is none in general."""


def _in_order(case: Case, more: Sequence[Case], k: int, relation: str, claim: Claim) -> Claim:
    """An order between two sides that depend on the same symbols is confirmed where it holds on all examples; it is never refuted."""
    sides = case.program.sides
    if not _inputs_of(sides[k - 1]) or _inputs_of(sides[k - 1]) != _inputs_of(sides[k]):
        return replace(claim, remark=message("claim.cannot_tell"))
    stretched = [_stretched(one, factor) for one in (case, *more) for factor in STRETCHES]
    pairs = [pair for other in stretched if (pair := _both_sides(other, k)) is not None]
    if len(pairs) > len(stretched) // 2 and all(_ordered(relation, a, b) for a, b in pairs):
        return replace(claim, holds=True, remark=message("claim.identity"))
    return replace(claim, remark=message("claim.cannot_tell"))


def _inputs_of(side: tree.Expression) -> frozenset[str]:
    return frozenset(node.name for node in walk(side) if isinstance(node, tree.Input | tree.Local))


def _stretched(case: Case, factor: float) -> Case:
    values = {
        name: value if name in case.example.sizes or case.example.used[name].origin.key != "input.invented" else value * factor
        for name, value in case.example.values.items()
    }
    return replace(case, example=replace(case.example, values=values))


def _unequal_on_given(case: Case, k: int, relation: str, pair: tuple[Tensor, Tensor], claim: Claim) -> Claim:
    slack = rounding_slack(case, case.program.sides[: k + 1], earlier=True)
    zeros = [Printed(Fraction(0))] * len(pair[0].values)
    differences = [a - b for a, b in zip(pair[0].values, pair[1].values, strict=False)]
    if len(pair[0].values) == len(pair[1].values):
        if slack is not None and _within(zeros, differences, slack.room):
            remark = message("claim.rounded_on_the_way" if slack.is_known else "claim.perhaps_rounded")
            return replace(claim, holds=True if slack.is_known else None, remark=remark)
        if relation in LOOSE and _within(zeros, differences, [LOOSELY_CLOSE * abs(as_fraction(value)) for value in pair[0].values]):
            return replace(claim, holds=True)
    meant = None if relation in LOOSE else _conventional(case, zip(case.program.sides[k - 1 : k + 1], pair[::-1], strict=True))
    return replace(claim, holds=None if relation in LOOSE or meant else False, remark=meant)


def _conventional(case: Case, pairs: Iterable[tuple[tree.Expression, Tensor]]) -> Message | None:
    """The convention with which a side equals the other: the exponential of a matrix for that of its entries."""
    given = case.example.values, case.example.sizes, case.vocabulary
    meant = ((key, tensor, other) for side, other in pairs for key, tensor in slipped(case.program, side, *given))
    return next((message(key) for key, tensor, other in meant if key in CONVENTIONS and equal(tensor, other)), None)


def _unequal_in_general(left: tree.Expression, right: tree.Expression, pairs: Sequence[tuple[Tensor, Tensor]], claim: Claim) -> Claim:
    """Sides of the same names that differ are no identity; that is refuted only where they are numbers and differ everywhere."""
    if names_in(left) != names_in(right):
        return replace(claim, remark=message("claim.cannot_tell" if names_in(left) else "claim.unknown_behind"))
    symbols = free_scalars(left)
    lone = isinstance(left, tree.Input | tree.Size) or isinstance(right, tree.Input | tree.Size)
    everywhere = not any(equal(a, b) for a, b in pairs)
    refuted = everywhere and not lone and symbols is not None and len(symbols) >= 2 and symbols == free_scalars(right)
    return replace(claim, holds=False if refuted else None, remark=message("claim.no_identity"))


def _ordered(relation: str, first: Tensor, second: Tensor) -> bool:
    """Entry by entry; a single number is held against every entry."""
    a, b = first.values, second.values
    pairs = zip(a * len(b) if len(a) == 1 else a, b * len(a) if len(b) == 1 else b, strict=False)
    return all(ORDERINGS[relation](_comparable(x), _comparable(y)) for x, y in pairs)


def _comparable(value: Any) -> Any:
    """Without what 50 digits leave uncertain."""
    return as_fraction(value) if finite(value) else float(value)


def listed(tensor: Tensor) -> Any:
    """The numbers of a tensor for the JSON."""
    return nested(tensor.shape, iter([_shown(value) for value in tensor.values]))


def free_scalars(side: tree.Expression) -> frozenset[str] | None:
    """Names of the numbers that a side depends on; None where it depends on an array or a definition."""
    names: set[str] = set()
    for node in walk(side):
        match node:
            case tree.Input(name=name, shape=()):
                names.add(name)
            case tree.Size(dim=dim):
                names.update(dim.names)
            case tree.Input() | tree.Local() | tree.Reduce():
                return None
    return frozenset(names)


def names_in(side: tree.Expression) -> frozenset[str]:
    """Everything that a side depends on: inputs, definitions, sizes."""
    names: set[str] = set()
    for node in walk(side):
        match node:
            case tree.Input(name=name) | tree.Local(name=name):
                names.add(name)
            case tree.Size(dim=dim) | tree.Reduce(index=tree.Index(size=dim)):
                names.update(dim.names)
    return frozenset(names)


def claims_hold(outcomes: Iterable[object], vocabulary: Vocabulary) -> bool:
    """Whether all numbers that are stated without any inputs agree; False where nothing is stated."""
    programs = [outcome for outcome in outcomes if isinstance(outcome, tree.Program) and not outcome.inputs and not outcome.sizes]
    cases = [Case(program, Example({}, {}), vocabulary) for program in programs]
    found = [claim for case in cases for claim in (*side_claims(case, ()), *stated_claims(case, ()))]
    return bool(found) and all(claim.holds for claim in found)
