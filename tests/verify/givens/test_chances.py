"""Probabilities that a note gives are put in where it computes with them."""

from __future__ import annotations

import pytest

GIVEN = r"$P(A) = 0.3$, $P(B) = 50\%$, $P(A \cap B) = 0.15$, $\Pr(+ \mid D) = 0.9$: "

CHAINS = [
    (r"P(A \mid B) = \frac{P(A \cap B)}{P(B)} = \frac{0.15}{0.5} = 0.3", "verified"),
    (r"P(B \mid A) = \frac{P(A \cap B)}{P(A)} = \frac{0.15}{0.5} = 0.3", "refuted"),
    (r"P(A \cup B) = P(A) + P(B) - P(A \cap B) = 0.65", "verified"),
    (r"P(A \cup B) = P(A) + P(B) - P(A \cap B) = 0.8", "refuted"),
    (r"P(A)P(B) = 0.15", "verified"),
    (r"1 - \Pr(+ \mid D) = 0.1", "verified"),
]


@pytest.mark.parametrize(("latex", "status"), CHAINS)
def test_they_are_put_in(judged, latex: str, status: str) -> None:
    assert judged(f"{GIVEN} ${latex}$")[-1].verdict.status == status


ALONE = [
    (GIVEN, r"1 - P(C) = 0.4"),  # an event without a number
    (r"$P(A) = 0.3$, then $P(A) = 0.4$: ", r"1 - P(A) = 0.6"),  # two numbers
    (r"$Q(A) = 0.3$: ", r"1 - Q(A) = 0.6"),
]


@pytest.mark.parametrize(("given", "latex"), ALONE)
def test_others_are_left_alone(judged, given: str, latex: str) -> None:
    assert judged(f"{given} ${latex}$")[-1].verdict.status in {"skipped", "unsupported"}
