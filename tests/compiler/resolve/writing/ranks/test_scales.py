"""The symbol under the root that scales a product is the size of its axis."""

from __future__ import annotations

import pytest

from ...dump import meaning

SCALES = [
    (r"\frac{QK^\top}{\sqrt{d_k}}", None, "((Q @ K') / <d_k>**1/2)"),
    (r"\frac{QK^\top}{\sqrt{d_{model}}}", None, "((Q @ K') / <d_model>**1/2)"),
    (r"\frac{QK^\top}{\sqrt{d_k}}", {"Q": (3, 4), "K": (5, 4)}, "((Q @ K') / <d_k>**1/2)"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), SCALES)
def test_scales(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


NUMBERS_UNDER_A_ROOT = [
    (r"\frac{q k}{\sqrt{d}}", "((q * k) / d**1/2)"),
    (r"\frac{x}{\sqrt{x}}", "(x / x**1/2)"),
]


@pytest.mark.parametrize(("latex", "wanted"), NUMBERS_UNDER_A_ROOT)
def test_numbers_under_a_root(latex, wanted):
    assert meaning(latex) == wanted
