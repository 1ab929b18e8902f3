"""What the other formulas of a note say about one of them."""

from __future__ import annotations

import pytest

from vault_tools.compiler.formula import compile_program

from ...dump import vocabulary

COMMAS = [
    (r"y = 3{,}142 x", (), 3142.0, "3{,}142 is read as 3142."),
    (r"y = 3{,}142 x", (r"z = 0{,}5",), 3.142, "3{,}142 is read as 3.142."),
    (r"y = 3{,}142 x", (r"z = 1{,}024",), 3142.0, "3{,}142 is read as 3142."),
    (r"y = 0{,}5 x", (), 0.5, "0{,}5 is read as 0.5."),
]


@pytest.mark.parametrize(("latex", "context", "value", "reading"), COMMAS)
def test_a_comma_means_the_same_in_the_whole_note(latex, context, value, reading):
    formula = compile_program(latex, context=context, vocabulary=vocabulary())
    assert formula(x=1) == value
    assert reading in [str(each) for each in formula.readings]


def test_a_definition_in_the_context_has_the_commas_of_the_note():
    formula = compile_program(r"y = c x", context=(r"c = 2{,}718", r"z = 0{,}5"), vocabulary=vocabulary())
    assert formula(x=1) == 2.718
