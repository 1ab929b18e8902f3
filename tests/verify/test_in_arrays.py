r"""Entry by entry, said of whole arrays."""

from __future__ import annotations

from fractions import Fraction

import pytest

from vault_tools.compiler.dims import Dim
from vault_tools.compiler.latex import print_latex
from vault_tools.compiler.tree import Add, Element, Expression, Index, Input, Multiply, Number, Position, Tabulate
from vault_tools.verify.in_arrays import in_arrays

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
