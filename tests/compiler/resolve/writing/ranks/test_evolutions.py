"""Exponents that are a matrix times a time."""

from __future__ import annotations

import pytest

from ...dump import meaning

EVOLUTIONS = [
    (r"\exp(\Delta A)", None, "expm((Delta * A))"),
    ("y = e^{At} x", {"A": (2, 2)}, "(expm((A * t)) @ x)"),
    ("M = e^{-At}", {"A": (2, 2)}, "expm(-(A * t))"),
    (r"e^{\mathbf{A} t}", None, "expm((A * t))"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), EVOLUTIONS)
def test_evolutions(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


NUMBERS = [
    ("e^{at}", "e**(a * t)"),
    ("e^{-x^2}", "e**-x**2"),
]


@pytest.mark.parametrize(("latex", "wanted"), NUMBERS)
def test_numbers(latex, wanted):
    assert meaning(latex) == wanted
