"""What a note says only under a condition in words is not held against the numbers that it gives elsewhere."""

from __future__ import annotations

import pytest

ENTROPY = r"$E(S) = -p \log_2 p - q \log_2 q$ with $p = 0.25$ and $q = 0.75$. "


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (ENTROPY + r"If all members are positive, $E(S) = 0$.", "skipped"),
        (ENTROPY + r"如果样本都属于同一类，则 $E(S) = 0$。", "skipped"),
        (ENTROPY + r"Wenn beide gleich häufig sind, ist $E(S) = 1$.", "skipped"),
        # one of the two can be true only under some condition
        (ENTROPY + r"All of one kind: $E(S) = 0$. Half and half: $E(S) = 1$.", "skipped"),
        # no condition: the note's own numbers
        (ENTROPY + r"So $E(S) = 0.81$.", "verified"),
        (ENTROPY + r"So $E(S) = 0.91$.", "refuted"),
        (ENTROPY + r"当前 $E(S) = 0.91$。", "refuted"),
        # the condition is written in a formula, and numbers alone depend on none
        (ENTROPY + r"If $p = 0.25$, $E(S) = 0.91$.", "refuted"),
        (r"If we add them, $2 + 3 = 6$.", "refuted"),
    ],
)
def test_a_condition_in_words(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status
