"""Bars round what may be a matrix: its norm needs a kind, and the inverse of a number between bars says nothing."""

from __future__ import annotations

import pytest

from vault_tools.errors import UnsupportedError

from ...dump import meaning


@pytest.mark.parametrize("latex", [r"\kappa = \|A\|_2 \cdot \|A^{-1}\|_2", r"\kappa = \|A\| \, \|A^{-1}\|"])
def test_the_condition_number_is_refused(latex):
    with pytest.raises(UnsupportedError, match="needs its kind"):
        meaning(latex)


def test_numbers_keep_their_bars():
    assert meaning(r"y = \|x^{-1}\|", shapes={"x": ()}) == "abs(x**-1)"
