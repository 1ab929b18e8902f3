"""Amounts of data with different prefixes: their numbers are no equation, and whether they are tens or twos is not told."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("note", "holds"),
    [
        (r"$S = 1\,\text{GB}$ $B = 10\,\text{GB/s}$ $t = S/B = 0.1\,\text{s}$", True),
        (r"$S = 1\,\text{GB}$ $B = 10\,\text{GB/s}$ $t = S/B = 0.2\,\text{s}$", False),
        (r"$S = 1\,\text{GB}$ $B = 10\,\text{MB/s}$ $t = S/B = 0.1\,\text{s}$", None),
        (r"$S = 1\,\text{GB}$ $B = 100\,\text{MB/s}$ $t = S/B = 10\,\text{s}$", None),
        (r"$S = 1\,\text{GB}$ $B = 1\,\text{Gbit/s}$ $t = S/B = 1\,\text{s}$", None),
        ("$M = 14$ GB and $B = 2$ TB/s: $t = M/B = 7$ s", None),
        (r"$M = 14\,\text{GB}$ $n = 2$ $nM = 28\,\text{GB}$", True),
        (r"$M = 14\,\text{GB}$ $n = 2$ $nM = 30\,\text{GB}$", False),
        (r"$M = 14\,\text{GB}$ $n = 2$ $nM = 28\,\text{MB}$", None),
        (r"$p = 7\text{B}$ $b = 2\,\text{bytes}$ $M = pb = 14\,\text{GB}$", True),
    ],
)
def test_amounts_of_data(judged, note: str, holds: bool | None) -> None:
    (claim,) = judged(note)[-1].verdict.claims
    assert claim.holds is holds
