"""The sides that a formula equates or orders, held against one another.

On numbers that the note gives a claim holds or not; on invented ones it is an identity that holds on several examples, or fails on all.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import cycle
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.parts import walk
from vault_tools.errors import ShapeError
from vault_tools.model import Claim, Message, message
from vault_tools.verify.claims.rounding import rounding_slack
from vault_tools.verify.claims.slips import CONVENTIONS, slipped
from vault_tools.verify.claims.stated import ORDERINGS, but_in_floats, listed, on_either, source_of, stated_claims, within
from vault_tools.verify.domains import OF_WHOLE_NUMBERS, is_deviation
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.inputs.examples import Given, choose_inputs
from vault_tools.verify.numbers import LOOSE, Printed, as_fraction, printed
from vault_tools.verify.voices.agreement import finite
from vault_tools.verify.voices.case import Case, depends_on_invented, equal, squeezed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.verify.exact.evaluation import Tensor

LOOSELY_CLOSE = Fraction(1, 20)
"""Two sides joined by ≈ may differ by so much."""


LOOSELY_NEAR = Fraction(1, 10)
"""Beyond that they are not nearly equal."""
LARGEST_FACTOR = 2
"""Between numbers in the same unit of which one is wrong."""


def side_claims(case: Case, more: Sequence[Case]) -> Iterator[Claim]:
    """Neighbouring sides of a chain that can both be computed."""
    sides = case.program.sides
    relations = case.program.relations or ("=",) * len(sides)
    for k in range(1, len(sides)):
        claim = on_either(case, partial(_equated, more=more, k=k, relation=relations[k]))
        if claim is not None:
            yield claim


def _equated(case: Case, more: Sequence[Case], k: int, relation: str) -> Claim | None:
    left, right = case.program.sides[k - 1], case.program.sides[k]
    whole = case.program.latex.strip()
    parts = source_of(case.program, left), source_of(case.program, right)
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
        held = replace(claim, holds=_ordered(relation, first, second))
        return but_in_floats(case, relation, held) if given else _in_order(case, more, k, relation, claim)
    if all(equal(a, b, case.close) for a, b in pairs) and (given or others or not more):
        if not given and not all(equal(a, b, case.close) for a, b in _elsewhere(case, k)):
            return replace(claim, remark=message("claim.no_identity"))
        return replace(claim, holds=True, remark=None if given else message("claim.identity"))
    if given and squeezed(first.shape) and not squeezed(second.shape) and not names_in(right):
        return replace(claim, remark=message("claim.one_of_many"))  # the numbers of one sample, where the note gives them all
    if given and put_in_of_another_example(case, left, right):
        return replace(claim, remark=message("claim.other_numbers"))
    if given:
        return _unequal_on_given(case, k, relation, (first, second), claim)
    return _unequal_in_general(left, right, pairs, claim)


def put_in_of_another_example(case: Case, left: tree.Expression, right: tree.Expression) -> bool:
    r"""`p = mv = 2 \cdot 3` in a note that gives both letters other numbers elsewhere: the numbers put in say what they are here.

    Where one of them is the number that the note gives, the other is a slip. Of a list none of whose numbers is put in
    (`w \cdot x = 0.5 \cdot 2 - 1 \cdot 1` beside w = (3, 4)) the same is told.
    """
    if _puts_in_another_list(case, left, right):
        return True
    put_in = _put_in(left, right)
    values = case.example.values
    return len(put_in) > 1 and all(not np.shape(values[name]) and values[name] != float(put_in[name].value) for name in put_in)


def _put_in(left: tree.Expression, right: tree.Expression) -> dict[str, tree.Number]:
    """The numbers that stand on the right for the inputs on the left; none where the sides are not built alike."""
    pairs = list(zip(walk(left), walk(right), strict=False))
    alike = len(walk(left)) == len(walk(right)) and all(
        type(one) is type(other) or (isinstance(one, tree.Input) and isinstance(other, tree.Number)) for one, other in pairs
    )
    found = ((one.name, other) for one, other in pairs if isinstance(one, tree.Input) and isinstance(other, tree.Number))
    return dict(found) if alike else {}


def _puts_in_a_slip(case: Case, left: tree.Expression, right: tree.Expression) -> bool:
    r"""The 4.9 of `\frac{U}{I} = \frac{4.9}{0.32}` beside `U = 4.8`: no rounding of what the note gives for the letter."""
    put_in = ((printed(number), case.example.values[name]) for name, number in _put_in(left, right).items())
    single = ((written, Fraction(str(value))) for written, value in put_in if written is not None and not np.shape(value))
    return any(not (written.holds(value) or written.truncates(value)) for written, value in single)


def _puts_in_another_list(case: Case, left: tree.Expression, right: tree.Expression) -> bool:
    """Numbers alone, enough for every entry of the lists multiplied on the left, and none is an entry of one of them, or the square of one.

    Where another list is put in as it is given, that one is a slip. Of a list inside a function its values are put in.
    """
    put_in = [abs(float(node.value)) for node in walk(right) if isinstance(node, tree.Number)]
    products = [node for node in walk(left) if isinstance(node, tree.MatMul)]
    multiplied = {one.name for product in products for one in (product.left, product.right) if isinstance(one, tree.Input)}
    values = (case.example.values.get(name, 0) for name in multiplied)
    lists = [np.abs(np.ravel(value)) for value in values if np.ndim(value) == 1]
    enough = not inputs_of(right) and len(put_in) >= sum(map(len, lists))
    as_given = any({*given} <= {*put_in} for given in lists if len(given) > 1)
    return enough and not as_given and any(len(given) > 1 and {*put_in}.isdisjoint([*given, *given**2]) for given in lists)


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
    if not inputs_of(sides[k - 1]) or inputs_of(sides[k - 1]) != inputs_of(sides[k]):
        return replace(claim, remark=message("claim.cannot_tell"))
    stretched = [_stretched(one, factor) for one in (case, *more) for factor in STRETCHES]
    pairs = [pair for other in stretched if (pair := _both_sides(other, k)) is not None]
    if len(pairs) > len(stretched) // 2 and all(_ordered(relation, a, b) for a, b in (*pairs, *_elsewhere(case, k))):
        return replace(claim, holds=True, remark=message("claim.identity"))
    return replace(claim, remark=message("claim.cannot_tell"))


def inputs_of(side: tree.Expression) -> frozenset[str]:
    """Names of the inputs and definitions that a side depends on."""
    return frozenset(node.name for node in walk(side) if isinstance(node, tree.Input | tree.Local))


def _stretched(case: Case, factor: float) -> Case:
    values = {
        name: value * factor if name in case.example.invented and name not in case.example.sizes else value
        for name, value in case.example.values.items()
    }
    return replace(case, example=replace(case.example, values=values))


ELSEWHERE = (
    (5.0, 2.0, 3.0, 7.0),
    (6.0, 3.0, 4.0, 2.0),
    (2.0, 5.0, 3.0, 1.0),
    (4.0, 4.0, 4.0, 4.0),
    (-2.0, 3.0, -1.0, 2.0),
    (0.5, -1.5, 2.5, -0.25),
)
"""Further numbers for the symbols of an identity: whole ones and halves, small and large beside each other, equal ones, negative ones."""
COUNTS = frozenset("ijklmnKMN")
"""Letters that by custom are whole and not negative."""


def _elsewhere(case: Case, k: int) -> Iterator[tuple[Tensor, Tensor]]:
    r"""Two neighbouring sides at further numbers, wherever both have a value there.

    Pleasant examples may be too much alike: `\binom{n}{k} = \frac{n!}{k!}` holds where n is one more than k, and
    `\lceil x \rceil = \lfloor x \rfloor + 1` where x is not whole.
    """
    names = [name for name, value in case.example.values.items() if name in case.example.invented and not np.ndim(value)]
    free = [name for name in names if name not in case.example.sizes]
    nodes = (node for side in case.program.sides[k - 1 : k + 1] for node in walk(side))
    whole = any(isinstance(node, tree.Call) and node.function in OF_WHOLE_NUMBERS for node in nodes)
    for row in ELSEWHERE if free else ():
        numbers = {name: _fitting(name, number, whole=whole) for name, number in zip(free, cycle(row), strict=False)}
        other = replace(case, example=replace(case.example, values={**case.example.values, **numbers}))
        if (pair := _both_sides(other, k)) is not None:
            yield pair


def _fitting(name: str, number: float, *, whole: bool) -> float:
    """The number, or one near it that the name may stand for."""
    if whole or name in COUNTS:
        return float(np.ceil(abs(number)))
    return abs(number) if is_deviation(name) else number


def _unequal_on_given(case: Case, k: int, relation: str, pair: tuple[Tensor, Tensor], claim: Claim) -> Claim:
    slip = _puts_in_a_slip(case, *case.program.sides[k - 1 : k + 1])
    slack = None if slip else rounding_slack(case, case.program.sides[: k + 1], earlier=True)
    zeros = [Printed(Fraction(0))] * len(pair[0].values)
    differences = [a - b for a, b in zip(pair[0].values, pair[1].values, strict=False)]
    if len(pair[0].values) == len(pair[1].values):
        if slack is not None and within(zeros, differences, slack.room):
            remark = message("claim.rounded_on_the_way" if slack.is_known else "claim.perhaps_rounded")
            return replace(claim, holds=True if slack.is_known else None, remark=remark)
        scaled = _as_scaled(case, case.program.sides[k], pair[0]) if relation in LOOSE else None
        if scaled is not None:
            number, value = scaled
            held = number.holds(value) or number.truncates(value)
            near = not held and number.comes_near(value)
            return replace(claim, holds=None if near else held, remark=message("claim.roughly") if near else None)
        if relation in LOOSE:
            sizes = [abs(as_fraction(value)) for value in pair[0].values]
            close, near = (within(zeros, differences, [share * size for size in sizes]) for share in (LOOSELY_CLOSE, LOOSELY_NEAR))
            rounded = slack is not None and slack.is_known  # more than rounding its numbers has changed
            return replace(claim, holds=True if close else None if near and not rounded else False)
    meant = None if relation in LOOSE else _conventional(case, zip(case.program.sides[k - 1 : k + 1], pair[::-1], strict=True))
    return replace(claim, holds=None if relation in LOOSE or meant else False, remark=meant)


def _as_scaled(case: Case, side: tree.Expression, other: Tensor) -> tuple[Printed, Any] | None:
    r"""A written number times what scales it (`53.4^\circ`, `0.17\pi`), and the other side in that measure: it is held to its digits."""
    match side:
        case tree.Multiply(factors=(tree.Number() as number, *others)) if number.written and len(other.values) == 1:
            written = [node for part in others for node in walk(part) if isinstance(node, tree.Input | tree.Local | tree.Size)]
            digits = [node for part in others for node in walk(part) if isinstance(node, tree.Number) and node.span != tree.NOWHERE]
            if written or digits:
                return None
            stated, whole = printed(number, loosely=True), case.tensor(side).values[0]
            return (stated, other.values[0] * case.tensor(number).values[0] / whole) if stated is not None and whole else None
    return None


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


def free_scalars(side: tree.Expression) -> frozenset[str] | None:
    """Names of the numbers that a side is written with, given or defined; None where it depends on an array."""
    names: set[str] = set()
    for node in walk(side):
        match node:
            case tree.Input(name=name, shape=()) | tree.Local(name=name, shape=()):
                names.add(name)
            case tree.Size(dim=dim) | tree.Reduce(index=tree.Index(size=dim)):
                names.update(dim.names)
            case tree.Input() | tree.Local():
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


Meant = TypeVar("Meant", bound="Iterable[object]")


def as_meant(readings: Sequence[Meant], vocabulary: Vocabulary, given: Given) -> Meant:
    """The first of several readings of which all numbers hold that are stated of what the note gives; else the first reading, or, where
    that is refuted, the first one that is refuted with numbers of the right size. Shapes that do not fit are meant by nobody.
    """
    meant: list[Meant] = []
    readings = [one for one in readings if not any(isinstance(outcome, ShapeError) for outcome in one)] or readings
    for reading in readings:
        claims = _claims_on_given(reading, vocabulary, given)
        if claims and all(claim.holds for claim in claims):
            return reading
        fails = any(claim.holds is False for claim in claims)
        if all(map(is_of_that_size, claims)) if fails else reading is readings[0]:
            meant.append(reading)
    return meant[0] if meant else readings[0]


def _claims_on_given(outcomes: Iterable[object], vocabulary: Vocabulary, given: Given) -> list[Claim]:
    programs = [outcome for outcome in outcomes if isinstance(outcome, tree.Program)]
    cases = [case for program in programs if (case := _case_on_given(program, vocabulary, given)) is not None]
    return [claim for case in cases for claim in (*side_claims(case, ()), *stated_claims(case, ()))]


def is_of_that_size(claim: Claim) -> bool:
    r"""Whether two numbers differ by less than a factor of two: `12 d^2 \approx 204\text{M}` is said of millions."""
    if not isinstance(claim.stated, float) or not isinstance(claim.computed, float) or not claim.stated:
        return False
    return bool(Fraction(1, 2) < claim.computed / claim.stated < LARGEST_FACTOR)


def _case_on_given(program: tree.Program, vocabulary: Vocabulary, given: Given) -> Case | None:
    """A program on the inputs that the note gives for it; None where one is missing or does not fit."""
    try:
        example = choose_inputs(program, vocabulary, given)
    except ShapeError:
        return None
    return None if example.invented or example.invented_sizes else Case(program, example, vocabulary)
