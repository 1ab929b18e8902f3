"""What follows from amounts that the note gives has a unit of its own: another one is wrong, whatever the number is."""

from __future__ import annotations

import pytest

from vault_tools.verify.units.measured import spelled

MOVING = r"$m = 2\,\text{kg}$ $v = 3\,\text{m/s}$ "
FALLING = r"$m = 2\,\text{kg}$ $g = 9.8\,\text{m/s}^2$ $h = 5\,\text{m}$ "
SIDES = r"$a = 3\,\text{m}$ $b = 4\,\text{m}$ "
SPEEDING = r"$v_0 = 2\,\text{m/s}$ $a = 3\,\text{m/s}^2$ $t = 4\,\text{s}$ "


@pytest.mark.parametrize(
    ("note", "right", "wrong"),
    [
        (MOVING + r"$E = \frac12 m v^2 = 9\,\text{UNIT}$", "J", "N"),
        (MOVING + r"$E = \frac12 mv^2 = \frac12 \cdot 2 \cdot 3^2 = 9\,\text{UNIT}$", "J", "W"),
        (MOVING + r"$p = mv = 6\,\text{UNIT}$", "kg m/s", "N"),
        (FALLING + r"$E = mgh = 98\,\text{UNIT}$", "J", "N"),
        (SIDES + r"$c = \sqrt{a^2 + b^2} = 5\,\text{UNIT}$", "m", "m^2"),
        (SPEEDING + r"$s = v_0 t + \frac12 a t^2 = 32\,\text{UNIT}$", "m", "m/s"),
        (r"$F = 10\,\text{N}$ $A = 2\,\text{m}^2$ $p = F/A = 5\,\text{UNIT}$", "Pa", "N"),
        (r"$r = 2\,\text{m}$ $A = \pi r^2 = 12.57\,\text{UNIT}$", "m^2", "m"),
    ],
)
def test_the_unit_of_what_is_computed(judged, note: str, right: str, wrong: str) -> None:
    assert judged(note.replace("UNIT", right))[-1].verdict.status != "refuted"
    told = judged(note.replace("UNIT", wrong))[-1].verdict
    assert told.status == "refuted"
    assert told.claims[-1].remark.key == "claim.other_dimension"


@pytest.mark.parametrize(
    "note",
    [
        r"$m = 2\,\text{kg}$ $F = 9.8 m = 19.6\,\text{N}$",  # a number that lost its unit
        r"$t = 3\,\text{s}$ $s = 4 t = 12\,\text{m}$",
        r"$m = 2\,\text{kg}$ $a = 3$ $F = ma = 6\,\text{N}$",
        r"$m = 2\,\text{kg}$ $a = 3\,\text{m/s}^2$ $a = 3\,\text{m}$ $F = ma = 6\,\text{N}$",  # which a?
    ],
)
def test_what_is_not_told(judged, note: str) -> None:
    assert judged(note)[-1].verdict.status == "verified"


def test_powers_are_spelled() -> None:
    assert spelled(frozenset({("kg", 1), ("m", 2), ("s", -2)})) == "kg·m²/s²"
    assert spelled(frozenset({("kg", 1), ("m", -1), ("s", -2)})) == "kg/(m·s²)"
    assert spelled(frozenset({("s", -1)})) == "1/s"
    assert spelled(frozenset()) == "1"


def test_numbers_put_in_for_what_is_not_given(judged) -> None:
    note = r"$V = 2\,\text{L}$ $c = \frac{n}{V} = \frac{0.5}{2} = NUMBER\,\text{mol/L}$"
    assert judged(note.replace("NUMBER", "0.25"))[-1].verdict.status == "verified"
    assert judged(note.replace("NUMBER", "0.35"))[-1].verdict.status != "verified"


@pytest.mark.parametrize(
    ("given", "formula", "right", "wrong"),
    [
        (r"$s = 100\,\text{m}$ $v = 5\,\text{m/s}$", r"t = \frac{s}{v} = 20", "s", "min"),
        (r"$Q = 126\,\text{kJ}$ $P = 2\,\text{kW}$", r"t = Q/P \approx 63", "s", "h"),
        (r"$m = 2\,\text{kg}$ $a = 3\,\text{m/s}^2$", "F = ma = 6", "N", "kN"),
        (r"$U = 12\,\text{V}$ $R = 4\,\Omega$", "I = U/R = 3", "A", "mA"),
        (r"$P = 300\,\text{W/m}^2$ $A = 2\,\text{m}^2$", "PA = 600", "W", "kW"),
        (r"$f = 50\,\text{Hz}$", "T = 1/f = 0.02", "s", "ms"),
        (r"$f = 50\,\text{kHz}$", "T = 1/f = 20", "μs", "ms"),
        (r"$h = 6.626 \cdot 10^{-34}\,\text{J s}$ $f = 5 \cdot 10^{14}\,\text{Hz}$", "E = hf = 2.07", "eV", "keV"),
    ],
)
def test_what_comes_out_in_a_unit_of_another_size(judged, given: str, formula: str, right: str, wrong: str) -> None:
    """The numbers alone would agree with any size of unit."""
    status = [judged(rf"{given} ${formula}\,\text{{{unit}}}$")[-1].verdict.status for unit in (right, wrong)]
    assert status == ["verified", "refuted"]


def test_a_bare_number_among_amounts_leaves_a_unit_of_another_size_open(judged) -> None:
    for unit, status in (("A", "verified"), ("mA", "unsupported")):
        assert judged(rf"$U = 12\,\text{{V}}$ $R = 4$ $I = U/R = 3\,\text{{{unit}}}$")[-1].verdict.status == status
