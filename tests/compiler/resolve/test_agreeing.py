"""All statements of a display take the weights along one axis: the one that their use needs."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula

ROWS, COLUMNS = "reading.softmax_last_axis", "reading.softmax_columns_behind"


@pytest.mark.parametrize(
    ("latex", "target", "reading"),
    [
        (r"A' = \mathrm{softmax}(A), \quad O = VA'", "A_prime", COLUMNS),
        (r"A' = \mathrm{softmax}(A), \quad O = VA'", "O", COLUMNS),
        (r"\begin{aligned} O &= VP \\ P &= \mathrm{softmax}(S) \end{aligned}", "P", COLUMNS),
        (r"P = \mathrm{softmax}(S), \quad O = PV", "P", ROWS),
        (r"P = \mathrm{softmax}(S), \quad O = VW", "P", ROWS),
        (r"P = \mathrm{softmax}(S)", "P", ROWS),
        (r"P = \mathrm{softmax}(R), \quad R = \mathrm{softmax}(P)", "P", ROWS),
    ],
)
def test_the_axis(latex: str, target: str, reading: str) -> None:
    formula = compile_formula(latex, target=target)
    assert [one.key for one in formula.readings if one.key in {ROWS, COLUMNS}] == [reading]
    assert ("axis=-2" in formula.source) == (reading == COLUMNS)
