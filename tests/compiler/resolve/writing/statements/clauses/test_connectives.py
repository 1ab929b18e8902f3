"""Words between a value and its condition, in several languages."""

from __future__ import annotations

import pytest

from ....dump import meaning

WORDS = [
    (r"f(x) = x \text{ if } x > 0, \ 0 \text{ otherwise}", "where((x > 0): x; else 0)"),
    (r"f(x) = \begin{cases} x & \text{if } x > 0 \\ 0 & \text{else} \end{cases}", "where((x > 0): x; else 0)"),
    (r"f(x) = \begin{cases} 1 & x \ge 1 \text{ and } x \le 2 \\ 0 & \text{sonst} \end{cases}", "where((x >= 1) and (x <= 2): 1; else 0)"),
    (r"f(x) = \begin{cases} 1 & \text{当 } x > 0 \\ 0 & \text{否则} \end{cases}", "where((x > 0): 1; else 0)"),
]


@pytest.mark.parametrize(("latex", "wanted"), WORDS)
def test_words(latex, wanted):
    assert meaning(latex) == wanted
