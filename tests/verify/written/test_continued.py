r"""Displays that go on from the one right before them are held against what that one says."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("note", "statuses"),
    [
        ("$$o = 0.5 [1, 0] + 0.25 [0, 1]$$\n$$+ 0.25 [1, 1] = [0.75, 0.5]$$", ["skipped", "verified"]),
        ("$$o = 0.5 [1, 0] + 0.25 [0, 1]$$\n$$+ 0.25 [1, 1] = [0.75, 0.6]$$", ["skipped", "refuted"]),
        ("$$o = 0.5 [1, 0] + 0.5 [0, 1]$$\n\n$$= [0.5, 0.5]$$", ["skipped", "verified"]),
        ("$$o = 0.5 [1, 0] + 0.5 [0, 1]$$\n\n$$= [0.5, 0.6]$$", ["skipped", "refuted"]),
        ("$$L = \\frac12 (3 - 1)^2$$\n$$= \\frac12 \\cdot 4$$\n$$= 3$$", ["skipped", "verified", "refuted"]),
        ("$$f(x) = x^2 + 2x$$\n$$= x(x + 2)$$\n$$= x(x + 3)$$", ["skipped", "verified", "unsupported"]),
    ],
)
def test_what_goes_on_is_compared(judged, note: str, statuses: list[str]) -> None:
    assert [one.verdict.status for one in judged(note)] == statuses


@pytest.mark.parametrize(
    "note",
    [
        "$$a = 3 + 4$$\n\nand then\n\n$$= 8$$",
        "The sum $3 + 4$ $= 8$.",
        "$$x = 5$$\n$$+3 = 3$$",
        "$$x = 5$$\n$$= 3$$",
    ],
)
def test_what_does_not_go_on_is_left_alone(judged, note: str) -> None:
    assert "refuted" not in {one.verdict.status for one in judged(note)}
