"""The voices that speak on one run: check road, reference, invariants. Each becomes a line of the receipt; a silent one is named too."""

from __future__ import annotations

from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import tree
from vault_tools.model import Check, Message, message
from vault_tools.verify.domains import expressions, indices
from vault_tools.verify.exact.evaluation import Evaluator
from vault_tools.verify.exact.numbers import CheckRoadError
from vault_tools.verify.guarded import guarded
from vault_tools.verify.voices.agreement import (
    FEWEST_DIGITS,
    MOST_DIGITS,
    SAFETY,
    UNIT,
    Agreement,
    Exact,
    agreement,
    at_a_step,
    digits_of,
    exact_value,
    writes_infinity,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.handler import Family, Function, Invariant
    from vault_tools.verify.inputs.examples import Example
    from vault_tools.verify.recognise import Place

REFERENCE_DIGITS = 9
"""Where the check road is silent, a reference must agree with the float road to so many digits."""
LARGEST_STEP = 4_000
"""Numbers that an argument of a function may have for its invariants to be tested."""
ALLOWANCE = 256
"""Rounding errors (in units of the largest number involved) that an invariant may show."""


def second_evaluation(program: tree.Program, example: Example, value: Any, vocabulary: Vocabulary) -> tuple[Check, Exact | None]:
    """The check road against the float road's value, and what the check road found."""
    try:
        exact = exact_value(program, program.result, program.indices, example.values, example.sizes, vocabulary)
    except CheckRoadError as silent:
        return Check("second_evaluation", None, silent.message), None
    found = agreement(value, exact, infinite=writes_infinity(program, example.values))
    if found.problem == "check.differs" and at_a_step(program, example.values, example.sizes, vocabulary, exact, value):
        return Check("second_evaluation", False, message("check.at_a_step")), exact
    key = "check.agrees" if exact.whole else "check.agrees_sampled"
    return _line("second_evaluation", found, key, entries=len(exact.positions)), exact


def _line(name: str, found: Agreement, key: str, **more: Any) -> Check:
    detail = message(found.problem or key, digits=found.digits, worst_error=found.worst, **more)
    return Check(name, not found.problem, detail)


def reference(family: Family, places: Sequence[Place], value: Any, exact: Exact | None, *, infinite: bool) -> Check:
    """The family's own implementation, at every place, against the check road (or the float road where that is silent)."""
    if family.reference is None or any(set(family.roles) - set(place.roles) for place in places):
        return Check("reference", None, message("check.no_reference"))
    compute = family.reference
    given = [{role: place.roles[role] for role in family.roles} for place in places]
    spoken = [_spoken(guarded(family.name, "reference", partial(compute, **roles))) for roles in given]
    if (broken := next((said for said in spoken if isinstance(said, Message)), None)) is not None:
        return Check("reference", None, broken)
    wanted = _together(spoken, places, value)
    if infinite and np.isnan(wanted).any():
        return Check("reference", None, message("check.not_finite", of=""))
    if exact is not None:
        return _within_its_digits(agreement(wanted, exact, infinite=infinite), given)
    return _line("reference", close(wanted, value), "check.agrees")


def _within_its_digits(found: Agreement, given: Sequence[Mapping[str, Any]]) -> Check:
    """What a reference says, that adds in another order: beside numbers as large as -10^9 floats keep only the first digits of others."""
    line = _line("reference", found, "check.agrees")
    largest = max((_largest(value) for roles in given for value in _numeric(roles)), default=0.0)
    if line.passed or found.problem != "check.differs" or found.worst > SAFETY * UNIT * largest:
        return line
    spoke = found.digits >= FEWEST_DIGITS
    detail = message("check.agrees" if spoke else "check.digits_lost", digits=found.digits, worst_error=found.worst)
    return Check("reference", True if spoke else None, detail)


def _together(spoken: Sequence[Any], places: Sequence[Place], value: Any) -> Any:
    """What was said at every place as one array in the shape of the value; as it is, where a shape is wrong."""
    if all(_lengths(said) == _lengths(place.value) for said, place in zip(spoken, places, strict=True)):
        return np.reshape(np.stack(spoken), np.shape(value))
    return spoken[0]


def _lengths(array: Any) -> tuple[int, ...]:
    """The shape without axes of size 1: a column is the same numbers as a vector."""
    return tuple(size for size in np.shape(array) if size != 1)


def _spoken(value: Any) -> Any:
    return value if isinstance(value, Message) else np.asarray(value, dtype=float)


def close(first: Any, second: Any) -> Agreement:
    """Two float64 arrays against each other, entry by entry relative to the largest."""
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if a.shape != b.shape:
        return Agreement(0, float("inf"), "check.shapes_differ")
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return Agreement(0, float("nan"), "check.undefined")
    worst = float(np.max(np.abs(a - b), initial=0.0) / max(float(np.max(np.abs(b), initial=0.0)), 1e-300)) if a.size else 0.0
    return Agreement(digits_of(worst), worst, "" if worst <= 10.0**-REFERENCE_DIGITS else "check.differs")


# ---------------------------------------------------------------- invariants


def family_invariants(family: Family, values: Mapping[str, Any], output: Any) -> Iterator[Check]:
    """Properties of the family's result at one place. `values`: arrays by role and by step."""
    for invariant in family.invariants:
        yield tested(invariant, values, output, "", family.name)


def tested(invariant: Invariant, values: Mapping[str, Any], output: Any, where: str, owner: str) -> Check:
    """One invariant: holds to so many digits, does not hold, or does not speak (these numbers or this program give it no occasion)."""
    try:
        error = guarded(owner, invariant.name, lambda: _error(invariant, values, output), may_lack=True)
    except KeyError as missing:
        return Check(invariant.name, None, message("check.no_step", step=str(missing.args[0]), of=where))
    if isinstance(error, Message):
        return Check(invariant.name, None, error)
    if error is None:
        return Check(invariant.name, None, message("check.not_of_these", of=where))
    if error != error and not all(np.isfinite(value).all() for value in _numeric(values)):
        return Check(invariant.name, None, message("check.not_finite", of=where))
    scale = max([1.0, *(_largest(value) for value in (*_numeric(values), output))])
    held = error <= ALLOWANCE * UNIT * scale * max(1, np.size(output)) ** 0.5
    detail = message("check.holds" if held else "check.does_not_hold", digits=digits_of(error / scale), worst_error=error, of=where)
    return Check(invariant.name, held, detail)


def _error(invariant: Invariant, values: Mapping[str, Any], output: Any) -> float | None:
    error = invariant.check(values, output)
    return None if error is None else float(error)


def _numeric(values: Mapping[str, Any]) -> list[Any]:
    return [np.asarray(value, dtype=float) for value in values.values() if not isinstance(value, str)]


def _largest(value: Any) -> float:
    array = np.abs(np.asarray(value, dtype=float))
    finite = array[np.isfinite(array)]
    return float(finite.max(initial=0.0))


def function_invariants(program: tree.Program, example: Example, vocabulary: Vocabulary) -> Iterator[Check]:
    """Properties of each function where the formula uses it: the rows of a softmax sum to 1, for the arguments it has here."""
    road = Evaluator(program, example.values, example.sizes, vocabulary, MOST_DIGITS + 2)
    known = {index.name: index for index in indices(program)}
    for node in {node: None for node in expressions(program) if isinstance(node, tree.Call)}:
        function = vocabulary.function(node.function)
        if function is not None and function.invariants:
            yield from _of_call(node, function, road, known)


def _of_call(node: tree.Call, function: Function, road: Evaluator, known: Mapping[str, tree.Index]) -> Iterator[Check]:
    over = tuple(known[name] for name in node.indices)
    try:
        arguments = [np.array(road.tensor(argument, over).nested(), dtype=float) for argument in node.arguments]
    except CheckRoadError:
        return  # the line of the second evaluation says why already
    if max(argument.size for argument in arguments) > LARGEST_STEP:
        return
    axis = _axis(node)
    options: dict[str, Any] = {**dict(node.options), **({} if axis is None else {"axis": axis})}
    output = guarded(node.function, "numpy", lambda: function.numpy(*arguments, **options))
    if isinstance(output, Message):
        yield Check("first_evaluation", None, output)
        return
    names = list(signature(function.numpy).parameters) if not isinstance(function.numpy, np.ufunc) else ["x", "y"]
    values = {**dict(zip(names, arguments, strict=False)), **options}
    for invariant in function.invariants:
        yield tested(invariant, values, output, node.function, node.function)


def _axis(node: tree.Call) -> int | None:
    """The core axis in an array whose first axes are the free indices."""
    if node.along is not None:
        return node.indices.index(node.along.name) - len(node.indices) - len(node.shape)
    return node.axis


def agreed(checks: tuple[Check, ...]) -> bool:
    """At least two independent voices agree, and none disagrees: the float road with the check road or with a reference."""
    second = any(check.passed for check in checks if check.name in {"second_evaluation", "reference", "claim"})
    return second and all(check.passed is not False for check in checks)
