"""Every built-in function: its float and its exact implementation agree, and its invariants hold, and can fail."""

from __future__ import annotations

import ast
import inspect
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from vault_tools.handlers.functions import FUNCTIONS

from ..reference import exact, sample

if TYPE_CHECKING:
    from vault_tools.handler import Function

POSITIVE = {"log", "log2", "log10", "sqrt", "gamma_function", "beta_function"}
UNIT = {"arcsin", "arccos", "arctanh"}
ABOVE_MINUS_ONE = {"log1p"}
WHOLE_NUMBERS = {
    "factorial": (np.arange(0.0, 20.0),),
    "binomial": (np.full(6, 12.0), np.arange(2.0, 8.0)),
    "gcd": (np.full(6, 12.0), np.arange(2.0, 8.0)),
    "lcm": (np.full(6, 12.0), np.arange(2.0, 8.0)),
}
OF_THREE = {"cross_product"}
"""Functions of vectors of three entries."""


def arguments(function: Function) -> tuple[Any, ...]:
    """Inputs inside the function's domain, with leading axes in front of the core axes."""
    low, high = (0.1, 4.0) if function.name in POSITIVE else (-0.9, 0.9) if function.name in UNIT | ABOVE_MINUS_ONE else (-3.0, 3.0)
    if function.name == "clip":
        return sample(2, 5), -1.0, 2.0
    if function.name in WHOLE_NUMBERS:
        return WHOLE_NUMBERS[function.name]
    if function.name in OF_THREE:
        return sample(2, 5, 3), sample(2, 5, 3, seed=1)
    groups = function.signature.partition("->")[0][1:-1].split("),(")
    sizes = {"": (), "n": (4,), "n,n": (4, 4), "m,n": (3, 4), "n,d": (3, 4)}
    if groups == ["n", ""]:  # a number for each vector: a count, or a position
        return sample(2, 5, 4), counts(2, 5)
    return tuple(sample(2, 5, *sizes[group], seed=k, low=low, high=high) for k, group in enumerate(groups))


def counts(*shape: int) -> Any:
    """Whole numbers from 1 to 3."""
    return np.random.RandomState(3).randint(1, 4, shape).astype(float)


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.name)
class TestEveryFunction:
    def test_the_two_implementations_agree(self, function: Function) -> None:
        if function.exact is None:
            assert function.name == "rank"
            return
        given = arguments(function)
        value = function.numpy(*given)
        np.testing.assert_allclose(value, exact(function, *given), rtol=5e-14, atol=1e-15)

    def test_invariants_hold(self, function: Function) -> None:
        given = arguments(function)
        output = function.numpy(*given)
        for invariant in function.invariants:
            assert invariant.check(values(function, given), output) < 1e-13, invariant.name

    def test_each_invariant_notices_a_wrong_value(self, function: Function) -> None:
        given = arguments(function)
        output = np.array(function.numpy(*given), dtype=float)
        for invariant in function.invariants:
            wrong = [output * 1.01 + 0.3, output - 0.3, -2.5 * output, np.flip(output, axis=-1) * 3 + 9]
            assert any(not invariant.check(values(function, given), w) < 1e-6 for w in wrong), invariant.name

    def test_no_invariant_passes_a_nan(self, function: Function) -> None:
        given = arguments(function)
        output = np.full_like(np.array(function.numpy(*given), dtype=float), np.nan)
        for invariant in function.invariants:
            assert not invariant.check(values(function, given), output) < 1e-6, invariant.name

    def test_its_source_names_nothing_but_numpy_arguments_and_helpers(self, function: Function) -> None:
        if isinstance(function.numpy, np.ufunc) or function.numpy.__module__.startswith("numpy"):
            return
        definition = ast.parse(inspect.getsource(function.numpy)).body[0]
        names = [node for node in ast.walk(definition) if isinstance(node, ast.Name)]
        arguments = {node.arg for node in ast.walk(definition) if isinstance(node, ast.arg)}
        known = arguments | {name.id for name in names if isinstance(name.ctx, ast.Store)}
        assert {name.id for name in names} - known <= {"np", *(helper.__name__ for helper in function.helpers)}


def values(function: Function, given: tuple[Any, ...]) -> dict[str, Any]:
    """Arguments by the names that the implementation gives them; NumPy's elementwise functions call theirs x."""
    names = ["x", "y"] if isinstance(function.numpy, np.ufunc) else list(inspect.signature(function.numpy).parameters)
    return dict(zip(names, given, strict=False))


ALONG_ROWS = [f for f in FUNCTIONS if f.signature.startswith("(n)") and f.name not in ("diag",)]


@pytest.mark.parametrize("function", ALONG_ROWS, ids=lambda f: f.name)
def test_an_axis_other_than_the_last(function: Function) -> None:
    groups = function.signature.partition("->")[0][1:-1].split("),(")
    rows = 3 if function.name in OF_THREE else 4
    given = [sample(rows, 6, seed=k) if group else counts(6) for k, group in enumerate(groups)]
    down = function.numpy(*given, axis=0)
    across = function.numpy(*(np.swapaxes(a, 0, 1) if a.ndim > 1 else a for a in given))
    np.testing.assert_allclose(down, np.swapaxes(across, 0, -1), rtol=1e-14)


def test_spellings_are_unique() -> None:
    seen: dict[str, str] = {}
    for function in FUNCTIONS:
        for spelling in {s.lower() for s in (function.name, *function.spellings)}:
            assert seen.setdefault(spelling, function.name) == function.name, spelling


def test_more_than_there_are_cannot_be_chosen() -> None:
    binomial = next(function for function in FUNCTIONS if function.name == "binomial")
    chosen = {"n": np.full(4, 3.0), "k": np.array([2.0, 3.0, 4.0, 6.0])}
    ways = binomial.numpy(**chosen)
    assert ways.tolist() == [3, 1, 0, 0]
    assert [invariant.check(chosen, ways) for invariant in binomial.invariants] == [0.0]
    assert [invariant.check(chosen, ways + 1) for invariant in binomial.invariants] == [pytest.approx(1, abs=1)]
