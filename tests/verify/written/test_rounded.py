"""Numbers that a note gives rounded: what nearly holds on them is left open, not refuted."""

from __future__ import annotations

import pytest

SIGMOID = r"$a = \frac{1}{1 + e^{-1}} \approx 0.731$ "


@pytest.mark.parametrize(
    ("why", "note", "holds"),
    [
        ("given with ≈", r"$z \approx 0.042$ $b = \frac{1}{1 + e^{-z}} \approx 0.511$", None),
        ("computed from what is given with ≈", SIGMOID + r"$z = 0.731 - 0.689 = 0.042$ $b = \frac{1}{1 + e^{-z}} \approx 0.511$", None),
        ("computed from other numbers", SIGMOID + r"$z = 0.741 - 0.699 = 0.042$ $b = \frac{1}{1 + e^{-z}} \approx 0.511$", False),
        ("further away than rounding leads", SIGMOID + r"$z = 0.731 - 0.689 = 0.042$ $b = \frac{1}{1 + e^{-z}} \approx 0.521$", False),
        (
            "shares that sum to 0.999",
            r"$p = [0.333, 0.333, 0.333]$ $q = [0.36, 0.48, 0.16]$ $D = \sum_i q_i \ln \frac{q_i}{p_i} = 0.0853$",
            True,
        ),
        ("shares that sum to 1", r"$p = [0.3, 0.3, 0.4]$ $q = [0.36, 0.48, 0.16]$ $D = \sum_i q_i \ln \frac{q_i}{p_i} = 0.1464$", False),
        ("numbers that are no shares", r"$p = [0.5, 0.333]$ $q = [0.36, 0.64]$ $D = \sum_i q_i \ln \frac{q_i}{p_i} = 0.3047$", False),
        (
            "further away than shares are",
            r"$p = [0.333, 0.333, 0.333]$ $q = [0.36, 0.48, 0.16]$ $D = \sum_i q_i \ln \frac{q_i}{p_i} = 0.0953$",
            False,
        ),
    ],
)
def test_what_nearly_holds_on_rounded_numbers(judged, why: str, note: str, holds: bool | None) -> None:
    assert judged(note)[-1].verdict.claims[-1].holds is holds
