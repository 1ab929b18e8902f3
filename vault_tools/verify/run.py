"""One statement run once: inputs chosen, both roads walked, every voice heard, the claims in it looked at."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vault_tools.compiler import tree
from vault_tools.compiler.formula import CompiledFormula
from vault_tools.errors import FormulaError, UnsupportedError
from vault_tools.model import Check, Claim, Message, message
from vault_tools.verify.claims.equated import side_claims
from vault_tools.verify.claims.stated import stated_claims
from vault_tools.verify.domains import Domain, expressions
from vault_tools.verify.inputs.examples import Example, Given, choose_inputs
from vault_tools.verify.inputs.work import operations
from vault_tools.verify.voices.agreement import writes_infinity
from vault_tools.verify.voices.blame import blamed
from vault_tools.verify.voices.case import Case
from vault_tools.verify.voices.checks import agreed, family_invariants, function_invariants, reference, second_evaluation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault_tools.compiler.vocabulary import Vocabulary
    from vault_tools.verify.recognise import Recognition
    from vault_tools.verify.voices.agreement import Exact

RETRIES = 3
"""Invented inputs of one kind that are tried until some give a number."""
KINDS = (Domain.ANY, Domain.PROBABILITY, Domain.ABOVE_ONE)
"""Of which kind they are, one after the other: such as the formula asks for, between 0 and 1, above 1."""
NO_NUMBER = frozenset({"check.undefined", "check.pole", "check.singular", "check.not_positive", "check.precision_lost"})
BRANCHING = frozenset({"relu", "leaky_relu", "elu", "max", "min", "clip", "abs", "sign"})
"""Functions that treat some arguments one way and others another."""
IDENTITY_EXAMPLES = 5
"""Further examples on which an identity must hold."""
MOST_STEPS = 10**8
"""Scalar operations that one evaluation may take: numbers for each of them together are as much memory as a formula may have."""
ARRAY_EXAMPLES = 2
"""The same where arrays, which hold many numbers each, take part."""


@dataclass(frozen=True, slots=True)
class Run:
    """What came of one program on one example. `values`: arrays by role and by step, for invariants, pictures and explanations."""

    formula: CompiledFormula
    example: Example
    value: Any
    checks: tuple[Check, ...]
    claims: tuple[Claim, ...] = ()
    values: Mapping[str, Any] | None = None
    output: Any = None
    """What belongs to `values`: the value, of several heads that of the first."""

    @property
    def agreed(self) -> bool:
        """Whether at least two independent voices agree and none disagrees."""
        return agreed(self.checks)

    @property
    def has_no_number(self) -> bool:
        """Whether the formula has no value for these inputs."""
        return _has_no_number(self.checks[0])


def run(program: tree.Program, recognition: Recognition | None, vocabulary: Vocabulary, given: Given) -> Run:
    """Run a program on its example. ShapeError: inputs of the note's block do not fit; UnsupportedError: no source for it."""
    formula = CompiledFormula(program, vocabulary)
    if recognition is not None:
        given = replace(given, needed_sizes=recognition.sizes, shares=recognition.shares, gains=recognition.gains)
    for variant, drawn in enumerate(kind for kind in KINDS for _ in range(RETRIES)):
        given = replace(given, drawn=drawn)
        heard = _heard(formula, recognition, choose_inputs(program, vocabulary, given, variant))
        if not (heard.has_no_number and heard.example.invented):
            break
    if heard.example.invented and heard.agreed and has_branches(program):
        of_same_size = replace(given, needed_sizes=heard.example.sizes)
        other = _heard(formula, recognition, choose_inputs(program, vocabulary, of_same_size, variant + 1))
        return replace(heard, checks=(*heard.checks, *_refuting(other)))
    return heard


def has_branches(program: tree.Program) -> bool:
    """Whether one example may leave parts of the formula unused: a `cases`, a ReLU."""
    return any(
        isinstance(node, tree.Where) or (isinstance(node, tree.Call) and node.function in BRANCHING) for node in expressions(program)
    )


def _refuting(heard: Run) -> tuple[Check, ...]:
    """What does not hold on another example; where it has no number there, nothing."""
    return () if heard.has_no_number else tuple(check for check in heard.checks if check.passed is False)


def _has_no_number(check: Check) -> bool:
    return check.passed is not True and check.detail.key in NO_NUMBER


def _heard(formula: CompiledFormula, recognition: Recognition | None, example: Example) -> Run:
    """Every voice on one example."""
    program, vocabulary = formula.program, formula.vocabulary
    steps = operations(program, program.indices, example.sizes)
    if steps > MOST_STEPS:
        raise UnsupportedError(message("unsupported.too_many_steps", power=len(str(steps)) - 1), program.result.span)
    try:
        value = formula(**example.values)
    except FormulaError as refused:
        told = blamed(program, example, vocabulary) if refused.message.key == "shape.output" else None
        if told is None:
            raise
        return Run(formula, example, float("nan"), (Check("first_evaluation", False, told),))
    except Exception as error:  # the source holds functions of handlers, which may raise anything
        broken = Check("first_evaluation", False, _failed(error, program, vocabulary))
        return Run(formula, example, float("nan"), (broken,))
    check, exact = second_evaluation(program, example, value, vocabulary)
    lost = np.isnan(value).any() or (_has_no_number(check) and np.isfinite(value).all())
    if check.passed is False and lost and (told := blamed(program, example, vocabulary)) is not None:
        check = replace(check, detail=told)
    heard = Run(formula, example, value, (check,))
    heard = _with_family(heard, recognition, exact, vocabulary) if recognition is not None else heard
    if check.passed is not False:
        heard = replace(heard, checks=(*heard.checks, *_condensed(function_invariants(program, example, vocabulary))))
    return heard


def _failed(error: Exception, program: tree.Program, vocabulary: Vocabulary) -> Message:
    """What went wrong, and in which line of which handler where it went wrong in one: its function was pasted into the source."""
    frames = traceback.extract_tb(error.__traceback__)
    functions = {getattr(function.numpy, "__name__", ""): function for function in vocabulary.functions.values()}
    place = next((frame for frame in reversed(frames) if frame.name in functions), None)
    if place is None:
        return message("check.first_failed", reason=str(error))
    handler = functions[place.name]
    first, file = inspect.getsourcelines(handler.numpy)[1], inspect.getsourcefile(handler.numpy) or ""
    reason = f"{place.name}: {type(error).__name__}: {error}"
    where = {"file": Path(file).name, "line": first + (place.lineno or 1) - 1}
    key = "check.first_failed_alone" if isinstance(error, NameError | ImportError) else "check.first_failed_in"
    return message(key, handler=handler.name, formula=program.latex, error=reason, **where)


def _with_family(heard: Run, recognition: Recognition, exact: Exact | None, vocabulary: Vocabulary) -> Run:
    """The family's reference and invariants."""
    program, example = heard.formula.program, heard.example
    roles = recognition.arrays(program, example, vocabulary)
    places = recognition.places(roles, heard.value)
    infinite = writes_infinity(program, example.values)
    checked = reference(recognition.family, places, heard.value, exact, infinite=infinite)
    steps = {} if recognition.absent else heard.formula.trace(**example.values)
    seen = [{**_steps_at(steps, at, heard.value, recognition), **place.roles} for at, place in enumerate(places)]
    invariants = _condensed(
        check for values, place in zip(seen, places, strict=True) for check in family_invariants(recognition.family, values, place.value)
    )
    return replace(heard, checks=(*heard.checks, checked, *invariants), values=seen[0], output=places[0].value)


def _steps_at(steps: Mapping[str, Any], at: int, value: Any, recognition: Recognition) -> dict[str, Any]:
    """The steps of the program at one place of the batch; one that does not have the axes of the batch is the same at all."""
    if not recognition.batch:
        return dict(steps)
    batch = np.shape(value)[: len(recognition.batch)]
    place = np.unravel_index(at, batch)
    return {name: step[place] for name, step in steps.items() if np.shape(step)[: len(batch)] == batch}


def _condensed(checks: Iterable[Check]) -> tuple[Check, ...]:
    """One line for each property of each function: the worst place where it is used."""
    worst: dict[tuple[str, str], Check] = {}
    for check in checks:
        key = (check.name, str(check.detail.values.get("of", "")))
        if key not in worst or _badness(check) > _badness(worst[key]):
            worst[key] = check
    return tuple(worst.values())


def _badness(check: Check) -> tuple[bool, float]:
    return check.passed is False, float(check.detail.values.get("worst_error", 0.0))


def claims_of(heard: Run, vocabulary: Vocabulary, given: Given) -> tuple[Claim, ...]:
    """Claims inside the formula: numbers it states, sides it equates. None are looked at where the voices do not agree."""
    program = heard.formula.program
    if not program.stated and len(program.sides) < 2:
        return ()
    case = Case(program, heard.example, vocabulary, given.results, given.before_rounding)
    count = ARRAY_EXAMPLES if any(parameter.shape for parameter in program.inputs) else IDENTITY_EXAMPLES
    further = range(1, count + 1) if heard.example.invented or heard.example.invented_sizes else ()
    more = [Case(program, choose_inputs(program, vocabulary, given, variant), vocabulary) for variant in further]
    return (*side_claims(case, more), *stated_claims(case, more))


def claim_check(claims: tuple[Claim, ...]) -> tuple[Check, ...]:
    """The claims that hold as a voice: the note's own numbers agree with ours. Those that cannot be told as one that did not speak."""
    held, untold = (sum(claim.holds is holds for claim in claims) for holds in (True, None))
    told = (Check("claim", True, message("check.claims_hold", count=held)),) if held else ()
    return (*told, Check("claim", None, message("check.claims_untold", count=untold))) if untold else told
