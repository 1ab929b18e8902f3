"""Single entries that a note states of what a formula above computes."""

from __future__ import annotations

import pytest

QK = r"$Q = \begin{bmatrix} 1 & 0 \\ 0 & 1 \end{bmatrix}$, $K = \begin{bmatrix} 2 & 3 \\ 1 & 1 \end{bmatrix}$" + "\n\n$$S = QK^\\top$$\n\n"
SOFTMAX = r"$z = [1, 2]$ and $p = \text{softmax}(z)$"


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (QK + "The entry is $S_{21} = 3$.", "verified"),
        (QK + "The entry is $S_{12} = 3$.", "refuted"),
        (QK + "The entry is $S_{1,2} = 1$.", "verified"),
        (QK + "The entry is $S_{12} = 3$ kg.", "skipped"),
        (QK + "Is $S_{12} = 3$?", "skipped"),
        (QK + "Far away $S_{44} = 3$.", "skipped"),
        (QK + "With $S_{00} = 2$ it begins, $S_{12} = 3$.", "skipped"),
        ("$S_{12} = 3$\n\n" + QK + "$S_{21} = 3$", "verified"),
        (r"$S = QK^\top$, so $S_{12} = 3$.", "skipped"),
        (f"{SOFTMAX}, so $p_1 = 0.269$.", "verified"),
        (f"{SOFTMAX}, so $p_1 = 0.369$.", "refuted"),
        (f"{SOFTMAX}. Another model has $p_1 = 0.369$.", "skipped"),
    ],
)
def test_an_entry_is_held_against_its_array(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status
