"""A handler that fails is reported with its name, the formula and the line; the run goes on, without a number that nothing confirms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vault_tools.compiler.vocabulary import Vocabulary
from vault_tools.handler import Family, Function, Invariant
from vault_tools.handlers import builtin
from vault_tools.model import Formula, NoteMath, Span
from vault_tools.verify.judge import judge

LATEX = r"\mathrm{thrice}(x)"
RAISED = (KeyError("lost"), TypeError("no numbers"), RecursionError("deep"), ZeroDivisionError("nothing"), AttributeError("gone"))


def thrice(x):  # type: ignore[no-untyped-def]
    """Three times x."""
    return 3 * x


def fails(error: Exception) -> Any:
    def failing(*_arguments: Any, **_options: Any) -> Any:
        raise error

    return failing


FUNCTION = Function("thrice", (), "()->()", thrice, exact=lambda mp, x: 3 * x, invariants=(Invariant("whole", lambda v, o: 0.0),))
FAMILY = Family(
    "thrice_of_x",
    LATEX,
    roles={"x": "number"},
    invariants=(Invariant("three", lambda values, output: float(np.max(np.abs(output - 3 * values["x"])))),),
    reference=lambda x: x + x + x,
)


def judged(function: Function, family: Family) -> Any:
    note = NoteMath((Formula(LATEX, 1, True, Span(0, len(LATEX) + 4)),))
    return judge(note, 0, Vocabulary.of((function, family, *builtin())))


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("part", ["reference", "figure", "explain", "invariant"])
def test_a_part_of_a_family(part: str, error: Exception) -> None:
    broken = (Invariant("three", fails(error)),) if part == "invariant" else fails(error)
    judgement = judged(FUNCTION, replace(FAMILY, **{"invariants" if part == "invariant" else part: broken}))
    assert judgement.verdict.status == "verified"
    assert judgement.verdict.handler == "thrice_of_x"


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_the_second_implementation_of_a_function(error: Exception) -> None:
    verdict = judged(replace(FUNCTION, exact=fails(error)), FAMILY).verdict
    assert verdict.status in {"verified", "failed", "unsupported"}
    assert verdict.status == "verified" or verdict.value is None


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_an_invariant_of_a_function(error: Exception) -> None:
    assert judged(replace(FUNCTION, invariants=(Invariant("whole", fails(error)),)), FAMILY).verdict.status == "verified"


def broken(x):  # type: ignore[no-untyped-def]
    """Has no second entry."""
    return np.stack([x, x])[2]


def test_the_function_itself_is_named_with_its_line_and_the_formula() -> None:
    verdict = judged(replace(FUNCTION, numpy=broken), FAMILY).verdict
    assert verdict.status == "failed"
    assert verdict.value is None
    assert verdict.problem is not None
    told = str(verdict.problem.message)
    line = broken.__code__.co_firstlineno + 2
    assert all(word in told for word in ("thrice", "broken", "IndexError", "test_faults.py", f"line {line}", LATEX))


@pytest.mark.parametrize("part", ["reference", "figure", "explain"])
def test_a_failing_part_is_named(part: str) -> None:
    judgement = judged(FUNCTION, replace(FAMILY, **{part: fails(TypeError("no numbers"))}))
    told = [str(check.detail) for check in judgement.verdict.checks] + [str(note) for note in judgement.exhibit.notes]
    assert any("thrice_of_x" in text and part in text and "test_faults.py" in text and "no numbers" in text for text in told)


@pytest.mark.parametrize("error", [ZeroDivisionError("nothing"), ValueError("no value")], ids=["ZeroDivisionError", "ValueError"])
def test_a_twin_without_a_number_where_the_function_has_one_is_named(error: Exception) -> None:
    verdict = judged(replace(FUNCTION, exact=fails(error)), FAMILY).verdict
    assert (verdict.status, verdict.value) == ("failed", None)
    told = str(verdict.problem.message)
    assert all(word in told for word in ("thrice", "twin", "test_faults.py", LATEX))


def divides(x):  # type: ignore[no-untyped-def]
    """Over nothing."""
    return x * (1 / 0)


def test_a_division_of_the_functions_own_is_named_with_its_line() -> None:
    verdict = judged(replace(FUNCTION, numpy=divides), FAMILY).verdict
    assert (verdict.status, verdict.value) == ("failed", None)
    told = str(verdict.problem.message)
    line = divides.__code__.co_firstlineno + 2
    assert all(word in told for word in ("thrice", "ZeroDivisionError", "test_faults.py", f"line {line}", LATEX))


def test_what_is_no_number_for_both_is_nobodys_fault() -> None:
    twins = replace(FUNCTION, numpy=nowhere, exact=fails(ZeroDivisionError("nothing")))
    verdict = judged(twins, FAMILY).verdict
    assert "thrice (" not in str(verdict.problem.message)
    assert verdict.value is None


def nowhere(x):  # type: ignore[no-untyped-def]
    """No number anywhere."""
    return np.log(-1.0 - np.abs(x))
