"""What names of units measure, and what their prefixes multiply by."""

from __future__ import annotations

from fractions import Fraction

import pytest

from vault_tools.verify.units.names import factor, is_scaled, is_unit, measure


@pytest.mark.parametrize("name", ["s", "tokens", "GB", "GB/s", "m/s^2", "L", "kWh"])
def test_known_units(name):
    assert is_unit(name)


@pytest.mark.parametrize("name", ["x", "dozen", "Meter", "GB/x"])
def test_other_words_are_no_units(name):
    assert not is_unit(name)


@pytest.mark.parametrize(
    ("name", "tens", "twos"), [("MB", 10**6, 2**20), ("kB/s", 10**3, 2**10), ("tokens", 1, 1), ("L", 1, 1), ("kg", 1, 1)]
)
def test_a_prefix_multiplies_in_tens_or_in_twos(name, tens, twos):
    assert (factor(name, 0), factor(name, 1)) == (tens, twos)


@pytest.mark.parametrize(("name", "scaled"), [("MB", True), ("GFLOPs", True), ("kg", False), ("M", False), ("tokens", False)])
def test_units_that_a_prefix_scales(name, scaled):
    assert is_scaled(name) is scaled


@pytest.mark.parametrize(
    ("name", "kinds", "size"),
    [
        ("min", (("time", 1),), Fraction(60)),
        ("km/h", (("length", 1), ("time", -1)), Fraction(1000, 3600)),
        ("cm^3", (("length", 3),), Fraction(1, 10**6)),
    ],
)
def test_what_a_unit_measures(name, kinds, size):
    assert measure(name) == (kinds, size)


@pytest.mark.parametrize("name", ["tokens", "dozen", ""])
def test_words_that_measure_nothing(name):
    assert measure(name) is None
