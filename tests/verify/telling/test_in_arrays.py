r"""Entry by entry, said of whole arrays."""

from __future__ import annotations

from fractions import Fraction

import pytest

from vault_tools.compiler.dims import Dim
from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.tree import Add, Element, Expression, Index, Input, Multiply, Number, Position, Power, Tabulate
from vault_tools.verify.telling.in_arrays import as_quotient, in_arrays

N = Dim.of("n")
ROW, OTHER = Index("i", N, 1), Index("j", N, 1)
MU = Input(name="mu")
X = Element(array=Input(name="x", shape=(N,)), at=(Position(index=ROW),))
Y = Element(array=Input(name="y", shape=(N,)), at=(Position(index=ROW),))
ELSEWHERE = Element(array=Input(name="y", shape=(N,)), at=(Position(index=OTHER),))


def times(value: int, other: Expression) -> Expression:
    return Multiply(factors=(Number(value=Fraction(value)), other))


@pytest.mark.parametrize(
    ("body", "printed"),
    [
        (Add(terms=(X, times(-1, MU))), r"x - \mu"),
        (Add(terms=(times(2, X), Y)), "2 x + y"),
        (X, "x"),
    ],
)
def test_sums_of_entries_are_sums_of_arrays(body: Expression, printed: str) -> None:
    assert print_latex(in_arrays(Tabulate(shape=(N,), over=(ROW,), body=body))) == printed


@pytest.mark.parametrize("body", [Add(terms=(X, ELSEWHERE)), Multiply(factors=(X, Y)), times(2, ELSEWHERE)])
def test_other_entries_and_products_stay_a_table(body: Expression) -> None:
    table = Tabulate(shape=(N,), over=(ROW,), body=body)
    assert in_arrays(table) is table


def test_what_is_no_table_stays() -> None:
    assert in_arrays(MU) is MU


def to(base: Expression, exponent: Fraction) -> Expression:
    return Power(base=base, exponent=Number(value=exponent))


@pytest.mark.parametrize(
    ("factors", "printed"),
    [
        ((X, to(MU, Fraction(-1, 2))), r"\frac{x_{i}}{\sqrt{\mu}}"),
        ((X, to(MU, Fraction(-1)), Y), r"\frac{x_{i} y_{i}}{\mu}"),
        ((X, to(MU, Fraction(2))), r"x_{i} \mu^{2}"),
        ((to(MU, Fraction(-1)), to(X, Fraction(-1))), r"\mu^{-1} x_{i}^{-1}"),
    ],
)
def test_negative_powers_stand_below_a_line(factors, printed):
    assert print_latex(as_quotient(Multiply(factors=factors))) == printed
