"""`check_handler` passes what is right, and says of each thing that is wrong what it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from vault_tools.handler import Family, Function, Invariant
from vault_tools.handlers import builtin
from vault_tools.messages import sentences
from vault_tools.testing import check_handler, handler_problems


@pytest.mark.timeout(300)
@pytest.mark.parametrize("handler", builtin(), ids=lambda handler: handler.name)
def test_built_in_handlers_pass(handler: Function | Family) -> None:
    check_handler(handler)


def wrongly(value: Any) -> Any:
    return 1.5 * np.asarray(value) + 0.25


WITH_REFERENCE = [handler for handler in builtin() if isinstance(handler, Family) and handler.reference is not None]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("family", WITH_REFERENCE, ids=lambda family: family.name)
def test_a_mistake_in_the_reference_of_a_built_in_family_is_said(family: Family) -> None:
    right = family.reference
    assert right is not None
    alone = replace(family, also=(), reference=lambda **roles: wrongly(right(**roles)))
    assert "testing.check" in {problem.key for problem in handler_problems(alone)}


def halves(x, axis=-1):  # type: ignore[no-untyped-def]
    """x over the sum of its absolute values."""
    return x / np.sum(np.abs(x), axis=axis, keepdims=True)


def along_the_last(x, axis=-1):  # type: ignore[no-untyped-def]
    return x / np.sum(np.abs(x), axis=-1, keepdims=True)


def without_axis(x):  # type: ignore[no-untyped-def]
    return x / np.sum(np.abs(x), axis=-1, keepdims=True)


def over_everything(x, axis=-1):  # type: ignore[no-untyped-def]
    return x / np.sum(np.abs(x))


def exact_halves(mp: Any, x: Any) -> Any:
    total = mp.fsum(abs(value) for value in x)
    return [value / total for value in x]


def exact_wrong(mp: Any, x: Any) -> Any:
    return [value / 2 for value in x]


def failing(x, axis=-1):  # type: ignore[no-untyped-def]
    raise LookupError("nothing here")


def with_builtins(x, axis=-1):  # type: ignore[no-untyped-def]
    return np.asarray(x, dtype=float) / np.sum(np.abs(x), axis=axis, keepdims=True)


GOOD = Function("halves", (), "(n)->(n)", halves, exact=exact_halves)
SIZE = Invariant("size", lambda values, output: float(np.max(np.abs(np.sum(np.abs(output), axis=-1) - 1.0))))


def test_a_sound_function_passes() -> None:
    check_handler(GOOD)


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"signature": "n->n"}, "testing.signature"),
        ({"signature": "(n)->()"}, "testing.result"),
        ({"numpy": along_the_last}, "testing.axis"),
        ({"numpy": without_axis}, "testing.no_axis"),
        ({"numpy": over_everything}, "testing.rows"),
        ({"exact": exact_wrong}, "testing.exact"),
        ({"exact": None, "invariants": (SIZE,)}, "testing.blind"),
        ({"exact": None}, "testing.blind"),
        ({"invariants": (Invariant("half", lambda values, output: float(np.max(np.abs(output - 0.5)))),)}, "testing.invariant"),
        ({"invariants": (Invariant("other", lambda values, output: values["nobody"]),)}, "testing.silent"),
        ({"numpy": failing}, "testing.raised"),
        ({"numpy": with_builtins}, "testing.pasted"),
    ],
)
def test_what_is_wrong_with_a_function_is_said(changes: dict[str, Any], key: str) -> None:
    assert key in {problem.key for problem in handler_problems(replace(GOOD, **changes))}


PRODUCT = Family(
    "own_family",
    r"\tanh(A B)\tanh(C)",
    roles={"A": "left", "B": "right", "C": "weights"},
    reference=lambda A, B, C: np.tanh(np.einsum("ij,jk->ik", A, B)) @ np.tanh(C),
)


def test_a_sound_family_passes() -> None:
    check_handler(PRODUCT)


def first_powers(x, k, axis=-1):  # type: ignore[no-untyped-def]
    """The k-th power of each entry: a number beside a core array."""
    return x ** (np.expand_dims(k, axis) if np.ndim(k) else k)


def powers_along_the_last(x, k, axis=-1):  # type: ignore[no-untyped-def]
    return np.cumsum(x, axis=-1) * np.expand_dims(k, axis)


def exact_powers(mp: Any, x: Any, k: Any) -> Any:
    return [value**k for value in x]


BESIDE = Function("powers", (), "(n),()->(n)", first_powers, exact=exact_powers)


def test_a_number_beside_a_core_array_gets_no_axis() -> None:
    check_handler(BESIDE)
    assert "testing.axis" in {problem.key for problem in handler_problems(replace(BESIDE, numpy=powers_along_the_last))}


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"formula": r"\frac{A"}, "handler.formula"),
        ({"formula": r"\mathrm{nowhere}(A)"}, "handler.formula"),
        ({"reference": lambda A, B, C: A @ B @ C}, "testing.check"),
        ({"reference": None, "invariants": (Invariant("always", lambda values, output: 0.0),)}, "testing.blind"),
        ({"explain": lambda values, output: 1 / 0}, "handler.failed"),
        ({"figure": lambda values, output: 1 / 0}, "handler.failed"),
        ({"figure": lambda values, output: values["nobody"]}, "handler.failed"),
        ({"explain": lambda values, output: values["nobody"]}, "handler.failed"),
        ({"roles": {"A": "left", "B": "right", "D": "weights"}}, "testing.role"),
        ({"invariants": (Invariant("never", lambda values, output: values["nobody"]),)}, "testing.silent_step"),
    ],
)
def test_what_is_wrong_with_a_family_is_said(changes: dict[str, Any], key: str) -> None:
    problems = handler_problems(replace(PRODUCT, **changes))
    assert key in {problem.key for problem in problems}
    assert all(problem.key in sentences("zh") for problem in problems)


def test_an_invariant_that_one_spelling_has_the_step_for_is_no_mistake() -> None:
    weights = Invariant("weights", lambda values, output: float(np.max(np.abs(np.sum(values["weights"], axis=-1) - 1))))
    family = Family(
        "own_weights",
        r"\mathrm{softmax}(\tanh(A B)) \tanh(C)",
        also=(r"\tanh(A B) \tanh(C)",),
        roles={},
        invariants=(weights,),
    )
    assert "testing.silent_step" not in {problem.key for problem in handler_problems(family)}


def test_the_error_names_the_handler() -> None:
    with pytest.raises(AssertionError, match="halves"):
        check_handler(replace(GOOD, exact=exact_wrong))
