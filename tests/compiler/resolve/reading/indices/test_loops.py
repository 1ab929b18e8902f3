"""Recurrences that are computed step by step, with all that each step needs."""

from __future__ import annotations

import pytest

from ...dump import inputs, meaning, resolved

STEPS = [
    (r"m_t = \max(m_{t-1}, x_t), \quad m_0 = -\infty", (), "[t<n] steps(t_2<n: m from -inf: max(m[t_2-1], x[t_2]) -> m)[t]"),
    (
        "l_t = l_{t-1} + x_t m_t",
        (r"m_t = \max(m_{t-1}, x_t)", r"m_0 = -\infty", "l_0 = 0"),
        "[t<n] steps(t_2<n: m from -inf: max(m[t_2-1], x[t_2]); l from 0: (l[t_2-1] + (x[t_2] * m[t_2-0])) -> l)[t]",
    ),
]


STATES = [
    ("h_t = A h_{t-1} + B x_t, h_0 = -1", "A:d×d B:d×k x:n×k"),
    (r"m_t = \max(m_{t-1}, X_t), \quad m_0 = -\infty", "X:n×d"),
    ("s_t = s_{t-1} + x_t, s_0 = -1", "x:n"),
]


@pytest.mark.parametrize(("latex", "wanted"), STATES)
def test_a_number_before_the_first_step_says_nothing_about_the_rank_of_a_state(latex, wanted):
    assert inputs(resolved(latex)) == wanted


@pytest.mark.parametrize(("latex", "context", "wanted"), STEPS)
def test_steps(latex, context, wanted):
    assert meaning(latex, context) == wanted
