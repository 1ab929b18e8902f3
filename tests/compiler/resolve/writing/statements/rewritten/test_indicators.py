"""Indicators with their condition below are 1 or 0; identities, times and labels below the same letters are none."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ....dump import inputs, meaning, resolved

INDICATORS = [
    (r"y = \mathbb{I}_{p \leq 0.2} a", "(p <= 0.2)"),
    (r"y = 1_{x > 0} a", "(x > 0)"),
    (r"y = \mathbf{1}_{\{z = k\}} a", "(z == k)"),
    (r"y = I_{\{x > 0\}} a", "(x > 0)"),
    (r"y = \chi_{x \ne 0} a", "(x != 0)"),
    (r"y = \mathbf{1}_{x \in \{0, 1\}} a", "(x == 0) or (x == 1)"),
    (r"y = \chi_{[0, 1)}(x) a", "(0 <= x) and (x < 1)"),
]


@pytest.mark.parametrize(("latex", "condition"), INDICATORS)
def test_the_condition_below_decides(latex, condition):
    assert f"where({condition}: 1; else 0)" in meaning(latex)


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"y = I_{t=0} R", "I_t_eq_0:n×d R:d×k"),
        (r"y = \mathbb{I}_n x", "x:n"),
        (r"y = \mathbf{1}_n^\top x", "x:n"),
    ],
)
def test_no_event_is_below(latex, given):
    assert inputs(resolved(latex)) == given


@pytest.mark.parametrize("latex", [r"y = \mathbb{1}_{\text{train}} x", r"y = \chi_A(x)"])
def test_events_that_nothing_computes(latex):
    with pytest.raises(UnsupportedError):
        resolved(latex)
