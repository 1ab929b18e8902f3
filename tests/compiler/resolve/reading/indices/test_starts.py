"""First values of recurrences: with one, all steps are computed."""

from __future__ import annotations

import pytest

from ...dump import meaning

FIRST_VALUES = [
    ("h_t = a h_{t-1} + x_t", ("h_0 = 0",), None, "[t<n] sum(t_2<n if (#t_2 <= #t): (a**(#t + -#t_2) * x[t_2]))"),
    ("h_t = a h_{t-1} + x_t", (), {"h_0": (), "x": (4,)}, "[t<n] steps(t_2<n: h from h_0: ((a * h[t_2-1]) + x[t_2]) -> h)[t]"),
]


@pytest.mark.parametrize(("latex", "context", "shapes", "wanted"), FIRST_VALUES)
def test_first_values(latex, context, shapes, wanted):
    assert meaning(latex, context, shapes=shapes) == wanted


ONE_STEP_WITHOUT_A_FIRST_VALUE = [
    ("h_t = a h_{t-1} + x_t", "((a * h_t_minus_1) + x_t)"),
]


@pytest.mark.parametrize(("latex", "wanted"), ONE_STEP_WITHOUT_A_FIRST_VALUE)
def test_one_step_without_a_first_value(latex, wanted):
    assert meaning(latex) == wanted
