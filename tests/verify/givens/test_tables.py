"""Numbers in Markdown tables: which columns and rows are a symbol's values, and which bodies are matrices."""

from __future__ import annotations

import pytest

from vault_tools.model import NoteMath, Table
from vault_tools.verify.givens.tables import columns, matrix


def table(*rows: tuple[str, ...]) -> Table:
    return Table(rows[0], rows[1:], 1, 0)


@pytest.mark.parametrize(
    ("rows", "name", "values"),
    [
        ((("token", "$s_i$"), ("a", "1.2"), ("b", "-0.5")), "s", [1.2, -0.5]),
        ((("token", r"$\alpha_i$"), ("a", "0,6"), ("b", "0,4")), "alpha", [0.6, 0.4]),
        ((("token", r"weight $w_i$ (%)"), ("a", "60"), ("b", "40")), "w", [0.6, 0.4]),
        ((("", "a", "b"), ("$z_i$", "3", "4")), "z", [3.0, 4.0]),
        ((("token", "$s_i$"), ("a", "1"), ("b", "2"), ("**Total**", "3")), "s", [1.0, 2.0]),
        ((("token", r"$\hat{x}_i$"), ("a", "1.2"), ("b", "-0.5")), "x_hat", [1.2, -0.5]),
        ((("token", "$d_{model}$"), ("a", "512"), ("b", "1,024")), "d_model", [512.0, 1024.0]),
    ],
)
def test_columns_and_rows_of_a_symbol(rows, name: str, values) -> None:
    (column,) = columns(NoteMath((), (table(*rows),)))
    assert (column.name, [float(number.value) for number in column.numbers]) == (name, values)


@pytest.mark.parametrize(
    "rows",
    [
        (("token", "score"), ("a", "1.2"), ("b", "-0.5")),
        (("token", "$s_i$"), ("a", "1.2"), ("b", "high")),
        (("token", "$s_i$"), ("a", "1.2")),
        (("token", "$s_i$ and $t_i$"), ("a", "1.2"), ("b", "2")),
        (("token", r"$\frac{$"), ("a", "1.2"), ("b", "2")),
    ],
)
def test_other_columns_are_left_alone(rows) -> None:
    assert columns(NoteMath((), (table(*rows),))) == ()


def test_a_column_as_an_assignment() -> None:
    (column,) = columns(NoteMath((), (table(("t", r"$\alpha_i$"), ("a", "0.05"), ("b", "-12")),)))
    assert column.latex == r"\alpha = (0.05, -12)"


@pytest.mark.parametrize(
    ("rows", "shape"),
    [
        ((("", "a", "b"), ("x", "1", "2"), ("y", "3", "4")), (2, 2)),
        ((("a", "b"), ("1", "2"), ("3", "4")), (2, 2)),
        ((("", "a", "b"), ("x", "1", "two"), ("y", "3", "4")), None),
        ((("", "a", "b"), ("x", "1"), ("y", "3", "4")), None),
    ],
)
def test_bodies_of_numbers(rows, shape) -> None:
    found = matrix(table(*rows))
    assert (found[0] if found else None) == shape


HEADED = [
    (("$x$", "$x^2$"), ("2 | 4", "3 | 9"), ("2 | 4", "3 | 8")),
    (("$d$", "$L$", "$12Ld^2$"), ("768 | 12 | 84934656", "1024 | 24 | 301,989,888"), ("768 | 12 | 84934656", "1024 | 24 | 301989880")),
    (("$z$", r"$\text{softmax}(z)$"), ("2 | 65.9 %", "1 | 24.2 %", "0.1 | 9.9 %"), ("2 | 65.9 %", "1 | 25.2 %", "0.1 | 8.9 %")),
    (("$s_i$", "$e^{s_i}$"), ("1 | 2.718", "2 | 7.389"), ("1 | 2.718", "2 | 7.839")),
]


def _table(header: tuple[str, ...], rows: tuple[str, ...]) -> str:
    return "\n".join(("| " + " | ".join(header) + " |", "|---" * len(header) + "|", *(f"| {row} |" for row in rows)))


@pytest.mark.parametrize(("header", "right", "wrong"), HEADED)
def test_a_column_below_a_formula_is_held_against_it(judged, header: tuple[str, ...], right, wrong) -> None:
    assert judged(_table(header, right))[len(header) - 1].verdict.status == "verified"
    assert judged(_table(header, wrong))[len(header) - 1].verdict.status == "refuted"


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        (("$n$ (thousands)", "$n^2$ (millions)"), ("2 | 4", "3 | 8")),
        (("$n$", "$n^2$ in KB"), ("2 | 4", "3 | 8")),
        (("$n$", "$n^2 d$"), ("2 | 4", "3 | 8")),
        (("$n$", "$n^2$"), ("2 | 4", "3 | much")),
    ],
)
def test_columns_that_say_more_or_less_than_the_formula(judged, header: tuple[str, ...], rows: tuple[str, ...]) -> None:
    assert judged(_table(header, rows))[-1].verdict.status in {"skipped", "verified"}


def test_a_symbol_that_heads_a_column_is_no_formula_for_it(judged) -> None:
    note = "$h_1 = [0.762, 0]$\n\n" + _table(("step", "$h[1]$"), ("1 | 0", "2 | 0.762"))
    assert judged(note)[-1].verdict.status == "skipped"
