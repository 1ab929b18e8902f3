r"""A bare `\pi` is the number, also beside an array `\pi_k`; not where the caller gives one."""

from __future__ import annotations

import pytest

from ...dump import meaning

PI = [
    (r"\pi r^2", (), "(pi * r**2)"),
    (r"\sum_k \pi_k", (), "sum(k<n: pi[k])"),
    (r"2 \pi r", (r"\sum_k \pi_k = 1",), "(2 * pi * r)"),
    (r"\sum_k \pi_k \frac{1}{\sqrt{2 \pi} \sigma_k}", (), "sum(k<n: (pi[k] * (1 / ((2 * pi)**1/2 * sigma[k]))))"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), PI)
def test_pi(latex, context, wanted):
    assert meaning(latex, context) == wanted
