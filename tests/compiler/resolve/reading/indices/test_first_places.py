"""Where computed places are counted from: 0 where 0 is one of them, else 1; refused where it does not show."""

from __future__ import annotations

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import UnsupportedError

from ...dump import meaning, resolved

CLIPPED = r"\begin{cases} 0 & i-j \le -w \\ 2w-1 & i-j \ge w \\ i-j+w & \text{otherwise} \end{cases}"


def test_a_map_of_differences_with_a_place_zero_counts_from_zero():
    found = compile_formula(r"A_{i,j} = q_i^\top k_j + b_{\delta(i,j)}", context=(rf"\delta(i,j) = {CLIPPED}",))
    q, b = np.zeros((4, 2)), np.arange(4.0)
    places = np.clip(np.arange(4)[:, None] - np.arange(4) + 2, 0, 3)
    assert np.array_equal(found(q=q, k=q, b=b, w=2), b[places])
    assert "counted from 0" in " ".join(map(str, found.readings))


def test_cases_from_one():
    cases = r"g(i) = \begin{cases} 1 & i \le 3 \\ 2 & \text{otherwise} \end{cases}"
    assert "x[(where((#i <= 3): 1; else 2) + -1)]" in meaning(r"y_i = w_i x_{g(i)}", (cases,))


OPEN = [
    ("0 beside an index that may start at 1", r"g(i) = \begin{cases} 0 & i \le 3 \\ 1 & \text{otherwise} \end{cases}"),
    ("no written first place", r"g(i) = \begin{cases} m & i \le 3 \\ i & \text{otherwise} \end{cases}"),
    ("at least 0", r"g(i) = \max(i - w, 0)"),
]


@pytest.mark.parametrize(("why", "cases"), OPEN, ids=[row[0] for row in OPEN])
def test_a_first_place_that_does_not_show_is_refused(why, cases):
    with pytest.raises(UnsupportedError, match="from 0 or from 1"):
        resolved(r"y_i = z_i x_{g(i)}", (cases,))


def test_at_least_one_counts_from_one():
    assert "+ -1)]" in meaning(r"y_i = z_i x_{\max(i - w, 1)}")


def test_a_set_of_neighbours_is_no_place():
    with pytest.raises(UnsupportedError) as refused:
        resolved(r"m_v = W h_{\mathcal{N}(v)}")
    assert refused.value.message.key == "unsupported.membership"
