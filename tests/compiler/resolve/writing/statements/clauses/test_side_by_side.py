"""Several products in one bracket are several equations."""

from __future__ import annotations

import pytest

from ....dump import meaning

SEVERAL = [
    ("factors behind", r"[Q, K, V] = X [W_Q, W_K, W_V]", "Q", "(X @ W_Q)"),
    ("the last", r"[Q, K, V] = X [W_Q, W_K, W_V]", "V", "(X @ W_V)"),
    ("factors before", r"[a, b] = [W, U] x", "b", "(U @ x)"),
]


@pytest.mark.parametrize(("why", "latex", "target", "wanted"), SEVERAL, ids=[row[0] for row in SEVERAL])
def test_a_bracket_of_names_is_a_bracket_of_factors(why, latex, target, wanted):
    assert meaning(latex, target=target) == wanted


JOINED = [
    ("one factor", r"[Q, K, V] = X W", "(X @ W)"),
    ("other counts", r"[Q, K, V] = X [W_Q, W_K]", "(X @ concat-1(W_Q, W_K))"),
    ("numbers", r"[a, b] = x [1, 2]", "(x * [1, 2])"),
]


@pytest.mark.parametrize(("why", "latex", "wanted"), JOINED, ids=[row[0] for row in JOINED])
def test_other_brackets_are_joined(why, latex, wanted):
    assert meaning(latex) == wanted
