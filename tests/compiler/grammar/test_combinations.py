"""Numbers of choices as schools write them, beside scripts that are none."""

from __future__ import annotations

import pytest

from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Fence, Fraction, Postfix, Sum


@pytest.mark.parametrize("latex", ["{}_nC_k", "_5C_2", "^5C_2", r"{}^{10}\mathrm{C}_3"])
def test_a_number_of_choices_is_a_binomial(latex):
    (row,) = parse(latex).rows
    assert isinstance(row, Fraction)
    assert not row.bar


@pytest.mark.parametrize("latex", ["{}_nP_k", "_5P_2"])
def test_ordered_choices_are_a_quotient_of_factorials(latex):
    (row,) = parse(latex).rows
    assert isinstance(row, Fraction)
    assert row.bar
    assert isinstance(row.numerator, Postfix)
    assert isinstance(row.denominator, Postfix)


@pytest.mark.parametrize("latex", ["C_5^2", "C_k", r"{}^{14}_{6}\mathrm{C}", "a_n C_k", "{}_nA_k"])
def test_other_scripts_are_left_alone(latex):
    (row,) = parse(latex).rows
    assert not isinstance(row, Fraction)


@pytest.mark.parametrize("latex", [r"\left(\!\binom{n}{k}\!\right)", r"(\!{n \choose k}\!)", r"\bigl(\!\!\binom{n}{k}\!\!\bigr)"])
def test_a_binomial_in_further_brackets_drawn_close_counts_multisets(latex):
    (row,) = parse(latex).rows
    assert isinstance(row, Fraction)
    assert isinstance(row.numerator, Sum)


@pytest.mark.parametrize("latex", [r"\left(\binom{n}{k}\right)", r"\left(\!\frac{n}{k}\!\right)", r"(\!\binom{n}{k})"])
def test_other_brackets_stay(latex):
    (row,) = parse(latex).rows
    assert isinstance(row, Fence)
