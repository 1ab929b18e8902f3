"""The numbers that a formula states, each held against what the check road computes; the sides that it equates are in equated.py.

A claim holds, does not hold, or cannot be told (None). It is refuted only on numbers that the note gives; laws, conditions and
definitions stay open.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.model import Claim, Message, message
from vault_tools.verify.claims.before_rounding import unrounded
from vault_tools.verify.claims.rounding import rounding_slack
from vault_tools.verify.claims.slips import CONVENTIONS, MEANT, slipped
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.numbers import LOOSE, Printed, Written, as_fraction, entries, nested, positions, printed
from vault_tools.verify.voices.agreement import finite, sign_of_infinity
from vault_tools.verify.voices.case import AS_FLOATS, CLOSE, Case, depends_on_invented, squeezed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from vault_tools.verify.exact.evaluation import Tensor


C = TypeVar("C", Claim, Claim | None)
FLOAT = Fraction(1, 2**50)
"""How exact a float64 is that a few operations have rounded, relative to it."""
NEAR = 0.01
"""Relative difference that numbers of two or three digits leave open."""
EQUAL = frozenset({"=", "≡", ":="})
ORDERINGS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: a < b,
    "≤": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    "≥": lambda a, b: a >= b,
    "≠": lambda a, b: a != b,
}
UNSURE = frozenset({"claim.perhaps_rounded", "claim.roughly"})
"""Remarks of numbers that are near."""
OPEN = CONVENTIONS | UNSURE | {*(key for _, key in MEANT.values())}
"""Remarks that leave a claim open."""


# ---------------------------------------------------------------- written numbers


def stated_claims(case: Case, more: Sequence[Case]) -> Iterator[Claim]:
    """Each written number, vector or matrix of a chain against the side before it. `more`: the same program on further examples."""
    sides = case.program.sides or (case.program.result,)
    held: tuple[Printed, ...] = ()
    for relation, node in case.program.stated:
        written = entries(node, loosely=relation in LOOSE)
        text = f"{relation} {source_of(case.program, node)}".strip()
        if written is None:
            yield from _infinite_claim(case, sides[-1], node, text)
            continue
        if relation in LOOSE and node.span.end <= sides[0].span.start:  # `128000 \approx 2^{17}`: what is computed stands for the number
            written = written[0], tuple(number.roughly() for number in written[1])
        claim = on_either(case, partial(_stated_claim, more=more, relation=relation, written=written, text=text))
        if not claim.holds and _says_again(written[1], held) and relation in LOOSE | EQUAL:
            claim = replace(claim, holds=True, remark=message("claim.rounded_on_the_way"))
        held = written[1] if claim.holds else ()
        yield claim


def _stated_claim(case: Case, *, more: Sequence[Case], relation: str, written: Written, text: str) -> Claim:
    return numbers_claim(case, more, case.program.sides or (case.program.result,), relation, written, text)


def _says_again(numbers: Sequence[Printed], before: Sequence[Printed]) -> bool:
    r"""`\sqrt{0.127} = 0.356\text{ h} = 21.36\text{ min}`: in another unit the very number that was right before."""
    return bool(before) and [number.value for number in numbers] == [number.value for number in before]


def _infinite_claim(case: Case, side: tree.Expression, node: tree.Expression, text: str) -> Iterator[Claim]:
    r"""`\ln 0 = -\infty`, masked scores: written infinities against infinite values, the numbers beside them as numbers."""
    leaves = list(_leaves(node))
    signs = [sign_of_infinity(leaf) for leaf in leaves]
    numbers = [Printed(Fraction(0)) if sign else printed(leaf) for sign, leaf in zip(signs, leaves, strict=True)]
    try:
        computed = case.tensor(side)
    except CheckRoadError:
        return
    found = [number for number in numbers if number is not None]
    alike = len(found) == len(computed.values) == len(leaves) and any(signs)
    if not alike or depends_on_invented(case, side):
        return
    there = all(value == sign * float("inf") if sign else finite(value) for sign, value in zip(signs, computed.values, strict=True))
    values = tuple(0 if sign else value for sign, value in zip(signs, computed.values, strict=True))
    held = there and _fits(found, values)
    near = there and not held and is_near([float(number.value) for number in found], [float(value) for value in values])
    shown = (_shown(sign * float("inf") if sign else number.value) for sign, number in zip(signs, found, strict=True))
    remark = message("claim.roughly") if near else None
    yield Claim(text, nested(computed.shape, shown), listed(computed), None if near else held, remark)


def _leaves(node: tree.Expression) -> Iterator[tree.Expression]:
    """The entries of a written array, the last axis fastest."""
    if not isinstance(node, tree.Stack):
        yield node
        return
    for item in node.items:
        yield from _leaves(item)


def on_either(case: Case, claim_on: Callable[[Case], C]) -> C:
    """A claim on the numbers as the note rounded them on the way; where it does not hold, on what they were before rounding."""
    claim = claim_on(case)
    if claim is None or claim.holds or not (claim.holds is False or (claim.remark is not None and claim.remark.key in UNSURE)):
        return claim
    before = unrounded(case)
    other = claim_on(before) if before is not None else None
    if other is not None and other.holds:
        return replace(other, remark=message("claim.rounded_on_the_way"))
    return _on_exact(case, claim_on, claim) if claim.holds is False and case.example.exact else claim


def _on_exact(case: Case, claim_on: Callable[[Case], C], claim: Claim) -> C | Claim:
    """A claim that does not hold, on numbers of the note as they were before it rounded them."""
    given, exact = case.example.values, case.example.exact
    other = claim_on(replace(case, example=replace(case.example, values={**given, **exact}), close=AS_FLOATS))
    if other is None or not other.holds:
        return other if other is not None and _wrong_entries_of(other) < _wrong_entries_of(claim) else claim
    same = all(is_near(given[name], value) or _is_rounding(given[name], value) for name, value in exact.items())
    if not same and not is_near(claim.computed, other.computed):  # right, and a number before it is wrong
        return replace(other, holds=None, remark=message("claim.other_number_before"))
    return replace(other, remark=message("claim.rounded_on_the_way"))


def _wrong_entries_of(claim: Claim) -> float:
    """How many entries are called wrong; without end where the whole is."""
    return float(claim.remark.values.get("count", "inf")) if claim.remark is not None else float("inf")


ROUND_OFF = 1 + 1e-9


def is_near(first: Any, second: Any) -> bool:
    """Whether numbers differ by no more than rounding to two or three digits leaves open."""
    pair = _numbers_of(first, second)
    return pair is not None and bool(np.allclose(*pair, rtol=NEAR, atol=0))


def _is_rounding(given: Any, exact: Any) -> bool:
    """Whether each number is the exact one to the decimals that the given ones have together, cut off or rounded."""
    pair = _numbers_of(given, exact)
    if pair is None or not np.all(np.isfinite(pair[0])):
        return False
    short, long = pair
    unit = 10.0 ** -max((len(np.format_float_positional(number, trim="-").partition(".")[2]) for number in short), default=0)
    towards_zero = np.abs(short) <= np.abs(long)
    return bool(np.all(np.abs(short - long) <= np.where(towards_zero, unit, unit / 2) * ROUND_OFF))


def _numbers_of(first: Any, second: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]] | None:
    """The entries of two arrays of as many numbers; None where they are no such."""
    try:
        one, other = np.ravel(np.asarray(first, float)), np.ravel(np.asarray(second, float))
    except (TypeError, ValueError):
        return None
    return (one, other) if one.shape == other.shape else None


def source_of(program: tree.Program, node: tree.Expression) -> str:
    """What the note writes there; the whole formula where that place is not a whole group."""
    written = program.latex[node.span.start : node.span.end] if node.span.end else ""
    if isinstance(node, tree.Number) and node.written and (node.written in program.latex or not node.span.end):
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
    if not all(map(finite, values)):  # an infinity is no written number; what is no number at all cannot be compared
        differs = squeezed(shape) == squeezed(computed.shape) and not depends_on_invented(case, sides[-1])
        return Claim(text, stated, shown, False if differs and relation in EQUAL and all(value == value for value in values) else None)
    every = not shape and bool(case.program.indices) and not case.program.result.shape  # `\sum_j A_{ij} = 1` says it of every i
    every = every or (not shape and relation in LOOSE | EQUAL and not numbers[0].value)  # and 0 is the zero of every shape
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
        return but_in_floats(case, relation, Claim(text, stated, shown, held))
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
    if all(number.rounds_whole(value) for number, value in zip(numbers, computed.values, strict=True)):
        return replace(claim, holds=True, remark=message("claim.rounded_whole"))
    if _fits_as_floats(numbers, computed.values):
        return replace(claim, holds=None, remark=message("claim.as_floats"))
    slack = rounding_slack(case, sides)
    in_reach = slack is not None and within(numbers, computed.values, [n.unit / 2 + s for n, s in zip(numbers, slack.room, strict=True)])
    if slack is not None and in_reach and slack.is_known:
        return replace(claim, holds=True, remark=message("claim.rounded_on_the_way"))
    near = all(number.comes_near(value) for number, value in zip(numbers, computed.values, strict=True))
    open_why = message("claim.perhaps_rounded") if in_reach else message("claim.roughly") if near else None
    remark = _convention(case, _slip(case, sides, written)) or open_why
    settled = remark is None or remark.key not in OPEN
    return replace(claim, holds=False if settled else None, remark=remark or wrong_entries(written, computed))


def wrong_entries(written: Written, computed: Tensor) -> Message | None:
    """Which entries of a vector or matrix are wrong, where others are right; counted from 1."""
    shape, numbers = written
    pairs = list(zip(positions(shape), numbers, computed.values, strict=True))
    wrong = [(at, number, value) for at, number, value in pairs if not number.holds(value) and not number.truncates(value)]
    if not shape or len(shape) > 2 or not 0 < len(wrong) < len(numbers):
        return None
    at, number, value = wrong[0]
    told = {"count": len(wrong), "stated": f"{float(number.value):g}", "right": f"{float(value):.4g}"}
    if len(shape) == 1:
        return message("claim.wrong_entry", place=at[0] + 1, **told)
    return message("claim.wrong_cell", row=at[0] + 1, column=at[1] + 1, **told)


def _fits(numbers: Sequence[Printed], values: Sequence[Any], *, exactly: bool = False) -> bool:
    """Each value rounds to its written number or is cut off to it; a number of one digit only where all are cut off."""
    if len(numbers) != len(values) or not all(map(finite, values)):
        return False
    pairs = list(zip(numbers, values, strict=True))
    if exactly:
        return all(abs(as_fraction(value) - number.value) <= CLOSE for number, value in pairs)
    if all(number.holds(value) or (number.is_long and number.truncates(value)) for number, value in pairs):
        return True
    return any(number.is_long for number in numbers) and all(number.truncates(value) for number, value in pairs)


def _fits_as_floats(numbers: Sequence[Printed], values: Sequence[Any]) -> bool:
    """Numbers with all the digits that a program prints of its floats: they are as near as those can be."""
    room = [abs(number.value) * FLOAT if number.is_float_print else Fraction(0) for number in numbers]
    return any(room) and within(numbers, values, [max(room, number.unit / 2) for room, number in zip(room, numbers, strict=True)])


def but_in_floats(case: Case, relation: str, claim: Claim) -> Claim:
    r"""`0.1 + 0.2 \ne 0.3` is said of floats, to which most decimals are rounded: exactly they are equal, so it is left open."""
    if relation != "≠" or claim.holds is not False:
        return claim
    written = (node.value.denominator for _, side in case.program.stated for node in walk(side) if isinstance(node, tree.Number))
    more = (node.value.denominator for side in case.program.sides for node in walk(side) if isinstance(node, tree.Number))
    rounded = any(denominator & (denominator - 1) for denominator in (*written, *more))
    return replace(claim, holds=None, remark=message("claim.in_floats")) if rounded else claim


def within(numbers: Sequence[Printed], values: Sequence[Any], slack: Sequence[Fraction]) -> bool:
    """Whether every value is as near to its written number as its slack allows."""
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
    fork, meant = MEANT.get(slip.key, (None, "")) if slip is not None else (None, "")
    return message(meant) if fork in case.program.forks else slip


def _times(shape: tuple[int, ...]) -> str:
    return "×".join(map(str, shape)) or "1"


def _shown(value: Any) -> Any:
    """A number for the JSON."""
    number = float(value)
    return number if finite(number) else str(number)


def listed(tensor: Tensor) -> Any:
    """The numbers of a tensor for the JSON."""
    return nested(tensor.shape, iter([_shown(value) for value in tensor.values]))
