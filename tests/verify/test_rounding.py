r"""Rounding on the way explains what it can have changed, and no more."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"\frac{2}{3} \cdot 1000 = 0.667 \cdot 1000 = 666.7", "verified"),
        (r"\frac{\ln 397.5}{13} = \frac{5.985}{13} = 0.4604", "verified"),
        (r"\sqrt{2} \cdot \sqrt{3} = 1.41 \cdot 1.73 = 2.44", "verified"),
        (r"\sqrt{2} \cdot \sqrt{3} = 1.41 \cdot 1.73 = 2.449", "verified"),
        (r"\sqrt{2} \cdot \sqrt{3} = 1.41 \cdot 1.73 = 2.46", "refuted"),
        # an approximation has another value, and rounds nothing
        (r"\cos(0.2) \approx 1 - \frac{0.2^2}{2} = 0.98", "verified"),
        (r"\cos(0.2) \approx 1 - \frac{0.2^2}{2} = 0.99", "refuted"),
        (r"e^{0.1} \approx 1 + 0.1 = 1.2", "refuted"),
    ],
)
def test_a_chain_with_rounded_numbers(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


BESIDE_ALMOST_EQUAL = [
    (r"\frac{576}{2 \times 128 \times 128} \approx \frac{1}{57}", r"\frac{576}{32768} \approx \frac{1}{75}"),
    (r"\frac{11008}{4096} \approx \frac{8}{3}", r"\frac{11008}{4096} \approx \frac{7}{3}"),
    (r"128000 \approx 2^{17}", r"128000 \approx 2^{16}"),
    (r"2^{10} \approx 10^3", r"2^{10} \approx 10^4"),
    (r"\sqrt 2 \approx \frac{7}{5}", r"\sqrt 2 \approx \frac{5}{7}"),
    (r"0.334 \approx \frac{1}{3}", r"0.434 \approx \frac{1}{3}"),
    (r"\frac{4096}{128} = 32\times", r"\frac{4096}{128} = 33\times"),
]


@pytest.mark.parametrize(("right", "wrong"), BESIDE_ALMOST_EQUAL)
def test_a_number_without_decimals_is_rough_beside_almost_equal(judged, right: str, wrong: str) -> None:
    assert judged(f"${right}$")[-1].verdict.status == "verified"
    assert judged(f"${wrong}$")[-1].verdict.status == "refuted"


def test_a_whole_number_of_measured_ones_is_left_open_where_it_may_be_rounded(judged) -> None:
    assert [claim.holds for claim in judged(r"$\frac{989}{3.35} = 295$")[-1].verdict.claims] == [None]
    assert [claim.holds for claim in judged(r"$\frac{989}{3.35} = 297$")[-1].verdict.claims] == [False]
