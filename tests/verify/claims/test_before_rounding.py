"""Rounded results that a note computes on with: held against what they were rounded from."""

from __future__ import annotations

import pytest

COSINE = r"$\frac{4}{3 \sqrt{5}} \approx 0.596$ "
THIRD = r"$\frac{1}{21} = 0.0476$ "


@pytest.mark.parametrize(
    ("why", "note", "status"),
    [
        ("with all digits of the calculator", THIRD + r"$0.0476 \times 0.6 = 0.02857$", "verified"),
        ("with the digits as they stand", THIRD + r"$0.0476 \times 0.6 = 0.02856$", "verified"),
        ("with neither", THIRD + r"$0.0476 \times 0.6 = 0.0289$", "refuted"),
        ("an angle", COSINE + r"$\arccos(0.596) \approx 53.4^\circ$", "verified"),
        ("a result of a result", THIRD + r"$0.0476 \times 0.6 = 0.02857$ $3(0.02857) + 0.0476 = 0.13333$", "verified"),
        ("there and back again", r"$\ln 9999 \approx 9.2102$ $e^{9.2102} = 9999$", "verified"),
        ("a number that stands nowhere above", r"$e^{9.21} = 9999$", "refuted"),
        ("a number that is exact above", r"$0.17 \times 0.28 = 0.0476$ $0.0476 \times 0.6 = 0.02857$", "unsupported"),
    ],
)
def test_what_follows_from_a_rounded_result(judged, why: str, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status
