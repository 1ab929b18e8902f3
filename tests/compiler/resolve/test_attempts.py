"""Ranks that are tried again: what an update defines has the axes of itself a step before."""

from __future__ import annotations

import pytest

from .dump import inputs, resolved

UPDATES = [
    ("rows called by their number", r"M_t(i) = M_{t-1}(i) \odot (\mathbf{1} - w_t(i) \mathbf{e}_t)", "M_t_minus_1:n×d w_t:n e_t:d"),
    ("a product on the left", r"Q(c U)^\top = (Q U^\top) c^\top", "Q:n×d U:m×d c:m"),
    ("a number in each row", r"w_t(i) = g_t v_t(i) + (1 - g_t) w_{t-1}(i)", "g_t:() v_t:n w_t_minus_1:n"),
]


@pytest.mark.parametrize(("why", "latex", "given"), UPDATES, ids=[row[0] for row in UPDATES])
def test_updates(why, latex, given):
    assert inputs(resolved(latex)) == given
