"""Letters for thousands and millions behind numbers, and prefixes of amounts of data."""

from __future__ import annotations

import pytest

HELD = [
    (r"4096 \times 4096 = 16.8M", r"4096 \times 4096 = 19.8M"),
    (r"6 \times 6 \times 256 \times 4096 = 37748736 \approx 37.7M", r"6 \times 6 \times 256 \times 4096 = 37748736 \approx 47.7M"),
    (r"7B \times 2 = 14GB", r"7B \times 2 = 15GB"),
    (r"1.5B \times 4 = 6.0 GB", r"1.5B \times 4 = 8.0 GB"),
    (r"2048 \times 4096 \times 2 = 16MB", r"2048 \times 4096 \times 2 = 18MB"),
    (r"12 d^2 = 201M", r"12 d^2 = 251M"),
]


@pytest.mark.parametrize(("right", "wrong"), HELD)
@pytest.mark.parametrize("before", ["$d = 4096$ ", "$d = 4096$ $M = 100$ "])
def test_the_letter_says_how_large_the_number_is(judged, before: str, right: str, wrong: str) -> None:
    assert judged(f"{before} ${right}$")[-1].verdict.status == "verified"
    assert judged(f"{before} ${wrong}$")[-1].verdict.status == "refuted"


@pytest.mark.parametrize(
    ("before", "latex", "holds"),
    [
        ("$M = 3$ ", "2M = 6", [True]),
        ("$M = 3$ ", "2M + 1 = 7", [True]),
        ("", "2K = 8", [None]),
        ("", r"3 \times 4 = 2K", [None]),
        ("", "20 + 273 = 293K", [True]),
    ],
)
def test_a_letter_that_may_be_a_symbol(judged, before: str, latex: str, holds: list[bool | None]) -> None:
    assert [claim.holds for claim in judged(f"{before}${latex}$")[-1].verdict.claims] == holds


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
