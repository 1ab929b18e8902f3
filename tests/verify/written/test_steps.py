r"""Steps of a sequence on lines of their own: `h_2 = 2.5` under `h_t = \frac12 h_{t-1} + \frac12 x_t`."""

from __future__ import annotations

import pytest

AVERAGE = r"$h_t = \frac{1}{2} h_{t-1} + \frac{1}{2} x_t$ $h_0 = 0$ $x = (2, 4, 4)$ "
NEWTON = r"$x_{n+1} = \frac{1}{2}\left(x_n + \frac{2}{x_n}\right)$ $x_0 = 1$ "
FIBONACCI = r"$F_n = F_{n-1} + F_{n-2}$ $F_0 = 0$ $F_1 = 1$ "


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (AVERAGE + "$h_1 = 1$", "verified"),
        (AVERAGE + "$h_1 = 1$ $h_2 = 2.5$ $h_3 = 3.25$", "verified"),
        (AVERAGE + "$h_3 = 3.25$", "verified"),  # the steps between are not written
        (AVERAGE + "$h_1 = 1$ $h_2 = 2.5$ $h_3 = 3.75$", "refuted"),
        (NEWTON + r"$x_1 = 1.5$ $x_2 \approx 1.4167$", "verified"),
        (NEWTON + r"$x_1 = 1.5$ $x_2 \approx 1.4617$", "refuted"),
        (FIBONACCI + "$F_{10} = 55$", "verified"),
        (FIBONACCI + "$F_{10} = 54$", "refuted"),
    ],
)
def test_a_step_is_held_against_the_rule(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


@pytest.mark.parametrize(
    "note",
    [
        AVERAGE + "$h_0 = 0$",  # the start
        r"$h_t = \tanh(W h_{t-1} + U x_t)$ $h_1 = 0.5$",  # the rest is not given
        r"$x_t = x_{t-1} + 1$ $y_1 = 3$",
        r"$d_k = 4$ $d_1 = 3$",
        r"$p_i = \frac{e^{z_i}}{\sum_j e^{z_j}}$ $z = (1, 2)$ $p_1 = 0.9$",  # no rule that looks back
        FIBONACCI + "$F_5 = 6$ $F_6 = 8$",  # right, and the number before it is wrong
    ],
)
def test_what_is_no_step_or_cannot_be_told_is_a_given_number(judged, note: str) -> None:
    assert judged(note)[-1].verdict.status == "skipped"
