"""The formulas of a note as they are written: what each tells the others, and how it may be meant."""

from __future__ import annotations

import pytest

from vault_tools.compiler.syntax_tree import Display
from vault_tools.errors import LatexSyntaxError


def test_each_formula_is_parsed_or_broken(scope) -> None:
    first, second = scope(r"$a = 2$ $\frac{1}{$").displays
    assert isinstance(first, Display)
    assert isinstance(second, LatexSyntaxError)
    assert scope(r"$a = 2$ $\frac{1}{$").definitions == (first, None)


@pytest.mark.parametrize(
    ("note", "several"),
    [
        ("$a + b = 3$", False),
        ("$q k^T = 11$", False),
        (r"$10 + 5 \bmod 12 = 3$", True),  # of the sum, of the 5
        (r"$2P \text{ bytes} = 140 \text{ GB}$", True),  # in tens, in twos
    ],
)
def test_how_a_formula_may_be_meant(scope, note: str, several: bool) -> None:
    assert (len(scope(note).readings(0, frozenset())) > 1) is several
