"""Recurrences that are computed step by step, with all that each step needs."""

from __future__ import annotations

import pytest

from ...dump import meaning

STEPS = [
    (r"m_t = \max(m_{t-1}, x_t), \quad m_0 = -\infty", (), "[t<n] steps(t_2<n: m from -inf: max(m[t_2-1], x[t_2]) -> m)[t]"),
    (
        "l_t = l_{t-1} + x_t m_t",
        (r"m_t = \max(m_{t-1}, x_t)", r"m_0 = -\infty", "l_0 = 0"),
        "[t<n] steps(t_2<n: m from -inf: max(m[t_2-1], x[t_2]); l from 0: (l[t_2-1] + (x[t_2] * m[t_2-0])) -> l)[t]",
    ),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), STEPS)
def test_steps(latex, context, wanted):
    assert meaning(latex, context) == wanted
