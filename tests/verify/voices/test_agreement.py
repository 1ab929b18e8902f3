"""When two roads agree: digits, tolerances that are measured, and what is not finite."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from vault_tools.verify.inputs.examples import Example, Given, choose_inputs
from vault_tools.verify.run import run
from vault_tools.verify.voices.agreement import OPERATIONS, SAMPLE, Exact, agreement, digits_of, exact_value, sample
from vault_tools.verify.voices.checks import second_evaluation


def exact(values, strays=None) -> Exact:
    positions = tuple((i,) for i in range(len(values)))
    return Exact((len(values),), positions, tuple(values), tuple(strays or [0.0] * len(values)), 0, 100)


INF, NAN = float("inf"), float("nan")


@pytest.mark.parametrize(
    ("floats", "values", "infinite", "problem"),
    [
        ([1.0, 2.0], [1, 2], False, ""),
        ([1.0, 2.0 + 1e-14], [1, 2], False, ""),
        ([1.0, 2.0 + 1e-9], [1, 2], False, "check.differs"),
        ([1.0], [1, 2], False, "check.shapes_differ"),
        ([NAN], [1], False, "check.undefined"),
        ([1.0], [NAN], False, "check.undefined"),
        ([INF], [1], False, "check.overflow"),
        ([INF], [INF], False, "check.pole"),
        ([INF], [INF], True, ""),
        ([-INF], [INF], True, "check.pole"),
        ([1e-17], [0], False, ""),
        ([1e-9], [0], False, "check.differs"),
        ([0.0], [Fraction(1, 10**20)], False, "check.differs"),
        ([0.0], [Fraction(1, 10**310)], False, ""),
    ],
)
def test_entries_are_compared_one_by_one(floats, values, infinite: bool, problem: str) -> None:
    assert agreement(floats, exact(values), infinite=infinite).problem == problem


def test_a_badly_conditioned_entry_has_room_and_only_it() -> None:
    strayed = exact([1, 1], strays=[1e-9, 0.0])
    assert agreement([1 + 1e-8, 1.0], strayed, infinite=False).problem == ""
    assert agreement([1.0, 1 + 1e-8], strayed, infinite=False).problem == "check.differs"


def test_no_conditioning_excuses_fewer_than_six_digits() -> None:
    assert agreement([1.001], exact([1], strays=[1.0]), infinite=False).problem == "check.differs"


@pytest.mark.parametrize(
    ("got", "stray", "problem"),
    [
        (1e-9 * (1 + 1e-5), 1e-15, ""),
        (1e-9 * (1 + 1e-5), 1e-18, "check.differs"),
        (1e-9 * (1 + 1e-2), 1e-12, "check.differs"),
        (0.0, 1e-9, "check.differs"),
    ],
)
def test_what_a_cancellation_leaves_is_held_against_the_size_of_the_array(got: float, stray: float, problem: str) -> None:
    """Five digits of an entry that is a billionth of the others are enough where its conditioning explains the rest."""
    assert agreement([1.0, got], exact([1, 1e-9], strays=[0.0, stray]), infinite=False).problem == problem
    assert agreement([got], exact([1e-9], strays=[stray]), infinite=False).problem == "check.differs"


@pytest.mark.parametrize(("relative", "digits"), [(0.0, 15), (3e-13, 12), (9.9e-13, 12), (1e-17, 15), (0.5, 0), (7.0, 0), (INF, 0)])
def test_digits_are_floored_and_capped(relative: float, digits: int) -> None:
    assert digits_of(relative) == digits


def test_a_sample_is_fixed_spread_and_has_both_ends() -> None:
    places = sample((100, 200))
    assert places == sample((100, 200))
    assert SAMPLE - 4 <= len(places) <= SAMPLE
    assert {(0, 0), (99, 199)} <= set(places)
    assert len({row for row, _ in places}) > 30


def test_large_arrays_are_sampled_and_it_is_said(program, vocabulary) -> None:
    resolved = program(r"QK^T")
    source = np.random.RandomState(0)
    values = {name: source.standard_normal((90, 60)) for name in ("Q", "K")}
    example = Example(values, dict(zip(("n", "m", "d_k", "d"), (90, 90, 60, 60), strict=True)))
    found = exact_value(resolved, resolved.result, (), values, example.sizes, vocabulary)
    assert found.operations > OPERATIONS
    assert not found.whole
    check, _ = second_evaluation(resolved, example, values["Q"] @ values["K"].T, vocabulary)
    assert (check.passed, check.detail.key) == (True, "check.agrees_sampled")
    wrong, _ = second_evaluation(resolved, example, values["Q"] @ values["K"].T * (1 + 1e-9), vocabulary)
    assert wrong.passed is False


@pytest.mark.parametrize("latex", [r"\text{softmax}(QK^T)V", r"c_i = \sum_j \alpha_{ij} h_j", r"\frac{x - \mu}{\sqrt{v}}"])
def test_two_voices_agree_on_invented_inputs(program, vocabulary, latex: str) -> None:
    heard = run(program(latex), None, vocabulary, Given())
    assert heard.agreed
    assert heard.checks[0].detail.values["digits"] >= 13


def test_a_wrong_value_is_no_agreement(program, vocabulary) -> None:
    resolved = program(r"\text{softmax}(QK^T)V")
    example = choose_inputs(resolved, vocabulary, Given())
    right = run(resolved, None, vocabulary, Given()).value
    assert second_evaluation(resolved, example, right, vocabulary)[0].passed is True
    assert second_evaluation(resolved, example, right[::-1], vocabulary)[0].passed is False


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\lfloor 0.29 \cdot 100 \rfloor = 29", "unsupported"),
        (r"\lfloor 100 a \rfloor = 29", "unsupported"),
        (r"\lfloor 0.295 \cdot 100 \rfloor = 29", "verified"),
        (r"\lceil 1.1 \cdot 3 \rceil = 4", "verified"),
    ],
)
def test_at_a_step_floats_do_not_tell_the_value(judged, latex, status):
    verdict = judged(f"$a = 0.29$ ${latex}$")[-1].verdict
    assert verdict.status == status
    assert verdict.problem is None or verdict.problem.message.key == "check.at_a_step"
