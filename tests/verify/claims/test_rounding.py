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


@pytest.mark.parametrize(
    ("latex", "holds"),
    [
        (r"\frac{989}{3.35} = 295", True),
        (r"\frac{989}{3.35} = 296", False),
        (r"2 \cdot 8.314 \cdot 300 \cdot \ln 2 = 3458\,\text{J}", True),
        (r"2 \cdot 8.314 \cdot 300 \cdot \ln 2 = 3456\,\text{J}", False),
        (r"\frac{7}{2} = 4", False),
        (r"\frac{100}{3} = 33", False),  # two digits say little of how precise a number is
    ],
)
def test_three_digits_say_how_precise_a_whole_number_is(judged, latex: str, holds: bool) -> None:
    assert [claim.holds for claim in judged(f"${latex}$")[-1].verdict.claims] == [holds]


WORKED_SUMS = [
    (r"0.5 \times 0.8 + 0.3 \times 0.2 = 0.4 + 0.06 = 0.46", r"0.5 \times 0.8 + 0.3 \times 0.2 = 0.4 + 0.09 = 0.49"),
    (r"[0.1, 0.2] \cdot [0.3, 0.4] = 0.03 + 0.08 = 0.11", r"[0.1, 0.2] \cdot [0.3, 0.4] = 0.03 + 0.09 = 0.12"),
    (r"0.55 \times 0.83 + 0.61 \times 0.27 = 0.46 + 0.16 = 0.62", r"0.55 \times 0.83 + 0.61 \times 0.27 = 0.46 + 0.19 = 0.65"),
    (r"0.659 \times 1 - 0.242 \times 2 = 0.66 - 0.48 = 0.18", r"0.659 \times 1 - 0.242 \times 2 = 0.66 - 0.49 = 0.17"),
    # a number that rounds none of the products, though the sum is near
    (r"0.71 \times 0.23 + 0.29 \times 0.9 = 0.16 + 0.26 = 0.42", r"0.71 \times 0.23 + 0.29 \times 0.9 = 0.17 + 0.26 = 0.43"),
    (r"0.71 \times 0.23 + 0.29 \times 0.9 = 0.26 + 0.16 = 0.42", r"[0.71, 0.29] \cdot [0.23, 0.9] = 0.17 + 0.26 = 0.43"),
    (r"e^{1.2} + e^{0.5} \approx 3.32 + 1.65 = 4.97", r"e^{1.2} + e^{0.5} \approx 3.72 + 1.65 = 5.37"),
    (r"\frac{1}{8} \approx 0.13 - 0.01", r"\frac{1}{8} \approx 0.33 + 0.4"),
    (r"\frac{1}{1+e^{100}} \approx 3.72 \times 10^{-44}", r"\frac{1}{1+e^{100}} \approx 9.72 \times 10^{-44}"),
    (r"1 - e^{-45 / 865.4} = 1 - e^{-0.052} \approx 0.0507", r"1 - e^{-45 / 865.4} = 1 - e^{-0.062} \approx 0.0601"),
]


@pytest.mark.parametrize(("right", "wrong"), WORKED_SUMS)
def test_what_needs_no_rounding_is_compared_as_it_is(judged, right: str, wrong: str) -> None:
    assert judged(f"${right}$")[-1].verdict.status == "verified"
    assert judged(f"${wrong}$")[-1].verdict.status == "refuted"
