r"""A number and the same one in percent, said in one breath, are two statements."""

from __future__ import annotations

import pytest

WAYS = [
    r"0.5 \left[\text{SHARE\%}\right]",
    r"0.5 \quad (SHARE\%)",
    r"0.5 \qquad [SHARE\%]",
    r"0.5 \, [SHARE\%]",
    r"0.5 \text{ (SHARE\%)}",
    r"0.5 \text{（即 SHARE\%）}",
    r"0.5 \text{ (or SHARE\%)}",
    r"0.5 \text{ 即 } SHARE\%",
    r"0.5 \text{ or } SHARE\%",
    r"0.5 \text{ atau } SHARE\%",
    r"0.5, \text{ or } SHARE\%",
    r"SHARE\% (0.5)",
    r"0.5 \quad \text{(about SHARE\%)}",
    r"0.5 \quad \text{（约 SHARE\%）}",
    r"0.5 \quad \text{(about } SHARE\%)",
    r"0.5 \;(\text{即 } SHARE\%)",
    r"0.5 (\text{about } SHARE\%)",
    r"0.5 \text{（即约 SHARE\%）}",
]


@pytest.mark.parametrize("way", WAYS)
def test_both_numbers_are_compared(judged, way: str) -> None:
    assert judged(rf"$P = \frac12 = {way.replace('SHARE', '50')}$")[0].verdict.status == "verified"
    assert judged(rf"$P = \frac12 = {way.replace('SHARE', '60')}$")[0].verdict.status == "refuted"


BEHIND_PERCENT = [(r"50\% \text{ or } 0.5", "verified"), (r"50\% \text{ or } 0.6", "refuted"), (r"50\% \text{ or } 3", "verified")]


@pytest.mark.parametrize(("written", "status"), BEHIND_PERCENT)
def test_decimals_behind_a_percentage_are_compared_and_counts_are_not(judged, written: str, status: str) -> None:
    assert judged(rf"$P = \frac12 = {written}$")[0].verdict.status == status


@pytest.mark.parametrize(
    "behind", [r"\text{ with } 95\%", r"\text{ (95\% CI)}", r"\quad (1)", r"\quad \text{by } (2)", r"\text{ of the } 95\% \text{ interval}"]
)
def test_what_is_something_else(judged, behind: str) -> None:
    verdict = judged(rf"$P = \frac12 = 0.5 {behind}$")[0].verdict
    assert [claim.holds for claim in verdict.claims] == [True]


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"2 + 2 = 4 \text{ or } 5", "unsupported"),
        (r"\sqrt{16} = 4 \text{ oder } -4", "unsupported"),
        (r"\frac{1}{4} = 0.25 \text{ or } \frac{25}{100}", "verified"),
        (r"2 + 2 = 4 \text{ and } 3 + 2 = 5", "verified"),
    ],
)
def test_one_of_two_numbers_is_not_verified(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[0].verdict.status == status
