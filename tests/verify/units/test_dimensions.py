"""Amounts are compared in the units of the SI where an equation says all its units; numbers of different things are never compared."""

from __future__ import annotations

import pytest

VOLTAGE = r"$U = 12\,\text{V}$ $R = 4\,\Omega$ $I = \frac{U}{R} = 3\,\mathrm{A}$ "
ENERGY = r"$P = 60\,\text{W}$ $t = 2\,\text{h}$ "
LENGTHS = r"$a = 5\,\text{cm}$ $b = 8\,\text{cm}$ "


@pytest.mark.parametrize(
    ("latex", "status"),
    [
        (r"2\,\text{km} + 500\,\text{m} = 2.5\,\text{km}", "verified"),
        (r"3\,\text{kg} + 200\,\text{g} = 3.2\,\text{kg}", "verified"),
        (r"10\,\text{m} / 2\,\text{s} = 18\,\text{km/h}", "verified"),
        (r"100\,\text{km} / 7\,\text{h} \approx 14.3\,\text{km/h}", "verified"),
        (r"100\,\text{km} / 7\,\text{h} \approx 14.4\,\text{km/h}", "refuted"),
        (r"3\,\text{m} \cdot 4\,\text{m} = 12\,\text{m}^2", "verified"),
        (r"3\,\text{m} \cdot 4\,\text{m} = 12\,\text{cm}^2", "refuted"),
        (r"500\,\text{g} \cdot 9.8\,\text{m/s}^2 = 4.9\,\text{N}", "verified"),
        # what measures different things is neither right nor wrong
        (r"2\,\text{m} + 3\,\text{s} = 5", "unsupported"),
        (r"2\,\text{m} + 3\,\text{s} = 5\,\text{m}", "skipped"),
        (r"10\,\text{m} / 2\,\text{s} = 5\,\text{s}", "skipped"),
        # a number that lost its unit
        (r"0.5 \cdot 9.8\,\text{m/s}^2 = 4.9\,\text{N}", "verified"),
    ],
)
def test_an_equation_of_amounts(judged, latex: str, status: str) -> None:
    assert judged(f"${latex}$")[-1].verdict.status == status


@pytest.mark.parametrize(
    ("note", "status"),
    [
        (r"$m = 2\,\text{kg}$ $a = 3\,\text{m/s}^2$ $F = ma = 6\,\text{N}$", "verified"),
        (r"$m = 2\,\text{kg}$ $a = 3\,\text{m/s}^2$ $F = ma = 7\,\text{N}$", "refuted"),
        (r"$m = 500\,\text{g}$ $g = 9.81\,\text{m/s}^2$ $F = mg = 4.9\,\text{N}$", "verified"),
        (r"$m = 2\,\mathrm{kg}$ $s = 5\,\mathrm{m}$ $a = 3\,\mathrm{m/s^2}$ $F = ma = 6\,\mathrm{N}$", "verified"),
        (r"$m = 2\,\mathrm{kg}$ $s = 5\,\mathrm{m}$ $a = 3\,\mathrm{m/s^2}$ $F = ma = 7\,\mathrm{N}$", "refuted"),
        (r"$m = 6$ $s = 3$ $p = 2\frac{m}{s} = 4$", "verified"),  # no metres per second
        (r"$m = 6$ $s = 3$ $p = 2\frac{m}{s} = 2$", "refuted"),
        (r"$v = 72\,\text{km/h}$ $t = 2\,\text{h}$ $s = vt = 144\,\text{km}$", "verified"),
        (r"$v = 72\,\text{km/h}$ $t = 2\,\text{h}$ $s = vt = 145\,\text{km}$", "refuted"),
        (r"$v = 72\,\text{km/h}$ $t = 2\,\text{h}$ $s = vt = 144$", "unsupported"),  # in which unit?
        (VOLTAGE + r"$P = UI = 36\,\text{W}$", "verified"),
        (VOLTAGE + r"$P = UI = 48\,\text{W}$", "refuted"),
        (ENERGY + r"$E = Pt = 60 \cdot 2 = 120\,\text{Wh}$", "verified"),
        (ENERGY + r"$E = Pt = 60 \cdot 7200 = 432\,\text{kJ}$", "verified"),
        (LENGTHS + r"$A = ab = 5 \cdot 8 = 40\,\text{cm}^2$", "verified"),
        (LENGTHS + r"$U = 2(a + b) = 25\,\text{cm}$", "refuted"),
    ],
)
def test_what_follows_from_given_amounts(judged, note: str, status: str) -> None:
    assert judged(note)[-1].verdict.status == status


def test_a_letter_that_stands_close_is_no_unit(judged) -> None:
    assert judged(r"$A = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}$ $X = 2\mathrm{A}$ $X = 3$")[1].verdict.status != "refuted"
