"""A percentage behind a list says one of its entries again."""

from __future__ import annotations

import pytest

BEHIND = [
    (r"\quad \text{(约 95.3\%)}", "verified"),
    (r"\quad \text{(about 95\%)}", "verified"),
    (r"\text{（约 4.7\%）}", "verified"),
    (r"\quad (100\%)", "verified"),
    (r"(95.3\%)", "verified"),
    (r"\quad \text{(约 96.3\%)}", "refuted"),
    (r"(93.5\%)", "refuted"),
    (r"(80\%)", "unsupported"),
    (r"\quad (90\%)", "unsupported"),
]


@pytest.mark.parametrize(("behind", "status"), BEHIND)
def test_it_is_held_against_the_entries(judged, behind: str, status: str) -> None:
    assert judged(rf"$\text{{softmax}}([3, 0]) = [0.953, 0.047] {behind}$")[0].verdict.status == status


@pytest.mark.parametrize("behind", [r"\quad \text{(95\% CI)}", r"\quad \text{(20\% 的样本)}", r"\quad \text{(3 steps)}"])
def test_other_remarks_are_left_alone(judged, behind: str) -> None:
    verdict = judged(rf"$\text{{softmax}}([3, 0]) = [0.953, 0.047] {behind}$")[0].verdict
    assert verdict.status == "verified"
    assert len(verdict.claims) == 1
