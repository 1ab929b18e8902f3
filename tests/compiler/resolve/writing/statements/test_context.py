"""What the other formulas of a note say about one of them."""

from __future__ import annotations

import pytest

from vault_tools.compiler.formula import compile_program
from vault_tools.compiler.resolve import Context
from vault_tools.compiler.syntax import parse

from ...dump import meaning, vocabulary

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


CHAINS = [
    (
        r"d_i = x_i - \bar{x}",
        r"\mu = \bar{x} = \frac{1}{n} \sum_{i=1}^n x_i",
        "x_bar = ((1 / <n>) * sum(i_2<n: x[i_2]))\n[i<n] (x[i] + -x_bar)",
    ),
    (r"y = \hat{a} + 1", r"c = \hat{a} = 2 b", "a_hat = (2 * b)\n(a_hat + 1)"),
    (r"h = \hat{x} + 1", r"x = \hat{x} = y", "(x_hat + 1)"),
]


@pytest.mark.parametrize(("latex", "context", "wanted"), CHAINS, ids=[row[1] for row in CHAINS])
def test_a_chain_defines_its_other_names_by_what_is_computed(latex, context, wanted):
    assert meaning(latex, [context]) == wanted


def entries_of(context):
    return {id(entry) for entry in context.entries}


def test_what_a_display_tells_is_read_once_whatever_the_order():
    first, second, third = map(parse, ("a = b c", "RMSE = q", "q = a b c"))
    above, below = Context.of((first, second, third)), Context.of((third, first, second))
    assert entries_of(above) == entries_of(below)


def test_what_a_display_tells_is_read_again_where_other_letters_are_in_use():
    told, letters = parse("AB = x"), (parse("A = 1"), parse("B = 2"))
    alone, among = Context.of((told,)), Context.of((told, *letters))
    assert "AB" in alone.by_base
    assert "AB" not in among.by_base
    assert entries_of(Context.of((told,))) == entries_of(alone)
