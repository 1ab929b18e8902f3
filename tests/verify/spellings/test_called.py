"""A chain that computes the value of a function of the note is held against the function."""

from __future__ import annotations

import pytest

DEFINED = "$f(x) = 2x^2 - 3x$ and $h(x, y) = x^2 + y$ and $k'(x) = 6x - 1$: "

CHAINS = [
    (r"f(2) = 2 \cdot 4 - 6 = 2", "verified"),
    (r"f(-1) = 2 + 3 = 5", "verified"),
    (r"f(-1) = 2 - 3 = -1", "refuted"),
    (r"f(0.5) = 0.5 - 1.5 = -1", "verified"),
    (r"h(2, 3) = 4 + 3 = 7", "verified"),
    (r"h(2, 3) = 4 + 2 = 6", "refuted"),
    (r"k'(3) = 18 - 1 = 17", "verified"),
    (r"k'(3) = 18 + 1 = 19", "refuted"),
    # no function of the note, or no chain of numbers
    (r"g(2) = 8 - 5 = 3", "verified"),
    (r"f(a) = 8 - 5 = 3", "verified"),
]


@pytest.mark.parametrize(("latex", "status"), CHAINS)
def test_the_function_has_its_say(judged, latex: str, status: str) -> None:
    assert judged(f"{DEFINED} ${latex}$")[-1].verdict.status == status


def test_the_nearest_definition_above_counts(judged) -> None:
    assert judged(r"$f(x) = x^2$, $f(2) = 2 + 2 = 4$. Now $f(x) = 3x$, $f(2) = 3 + 3 = 6$")[-1].verdict.status == "verified"
