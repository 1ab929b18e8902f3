"""Lists say how an array is made up, and define nothing that could be computed."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import meaning, resolved

LISTINGS = [
    r"X = (x_1, \dots, x_n)",
    r"X = [x_1; \dots; x_n]",
    r"\theta = \{W, b\}",
]


@pytest.mark.parametrize("latex", LISTINGS)
def test_listings(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


WHAT_IS_LISTED_IS_GIVEN = [
    ("2 X", (r"X = (x_1, \dots, x_n)",), "(2 * X)"),
    ("X W", ("X = [x_1, x_2, x_3]",), "(X @ W)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), WHAT_IS_LISTED_IS_GIVEN)
def test_what_is_listed_is_given(latex, context, wanted):
    assert meaning(latex, context) == wanted
