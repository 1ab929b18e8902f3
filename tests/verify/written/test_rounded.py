"""Numbers that a note gives rounded: what nearly holds on them is left open, not refuted."""

from __future__ import annotations

import pytest

SIGMOID = r"$a = \frac{1}{1 + e^{-1}} \approx 0.731$ "
STANDARDISED = r"$x = [2, 4, 6, 8]$ $\mu = 5$ $s = 2.236068$ $\hat x_i = \frac{x_i - \mu}{s}$ $\hat x = [-1.342, -0.447, 0.447, 1.342]$ "


@pytest.mark.parametrize(
    ("why", "note", "holds"),
    [
        ("given with ≈", r"$z \approx 0.042$ $b = \frac{1}{1 + e^{-z}} \approx 0.511$", None),
        ("computed from what is given with ≈", SIGMOID + r"$z = 0.731 - 0.689 = 0.042$ $b = \frac{1}{1 + e^{-z}} \approx 0.511$", None),
        ("computed from other numbers", SIGMOID + r"$z = 0.741 - 0.699 = 0.042$ $b = \frac{1}{1 + e^{-z}} \approx 0.511$", False),
        ("further away than rounding leads", SIGMOID + r"$z = 0.731 - 0.689 = 0.042$ $b = \frac{1}{1 + e^{-z}} \approx 0.521$", False),
        ("computed from what is not given", r"$R = \frac{a}{a + b} = 0.67$ $P = 0.8$ $\frac{2PR}{P + R} = 0.727$", None),
        ("further away than that leads", r"$R = \frac{a}{a + b} = 0.67$ $P = 0.8$ $\frac{2PR}{P + R} = 0.757$", False),
        ("computed exactly", r"$R = \frac12 + 0.17 = 0.67$ $P = 0.8$ $\frac{2PR}{P + R} = 0.727$", False),
        (
            "shares that sum to 0.999",
            r"$p = [0.333, 0.333, 0.333]$ $q = [0.36, 0.48, 0.16]$ $D = \sum_i q_i \ln \frac{q_i}{p_i} = 0.0853$",
            True,
        ),
        ("entries that another formula computes", STANDARDISED + r"$y = 2\hat x + 1 = [-1.683, 0.106, 1.894, 3.683]$", True),
        ("one of them wrong", STANDARDISED + r"$y = 2\hat x + 1 = [-1.683, 0.116, 1.894, 3.683]$", False),
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


def test_wrong_entries_are_counted_on_unrounded_numbers(judged) -> None:
    (claim,) = judged(STANDARDISED + r"$y = 2\hat x + 1 = [-1.683, 0.116, 1.894, 3.683]$")[-1].verdict.claims
    assert (claim.remark.key, claim.remark.values["place"], claim.remark.values["count"]) == ("claim.wrong_entry", 2, 1)
