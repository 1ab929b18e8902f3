"""Numbers in Markdown tables: which columns and rows are a symbol's values, and which bodies are matrices."""

from __future__ import annotations

import pytest

from vault_tools.model import NoteMath, Table
from vault_tools.verify.tables import columns, matrix


def table(*rows: tuple[str, ...]) -> Table:
    return Table(rows[0], rows[1:], 1, 0)


@pytest.mark.parametrize(
    ("rows", "name", "values"),
    [
        ((("token", "$s_i$"), ("a", "1.2"), ("b", "-0.5")), "s", [1.2, -0.5]),
        ((("token", r"$\alpha_i$"), ("a", "0,6"), ("b", "0,4")), "alpha", [0.6, 0.4]),
        ((("token", r"weight $w_i$ (%)"), ("a", "60"), ("b", "40")), "w", [0.6, 0.4]),
        ((("", "a", "b"), ("$z_i$", "3", "4")), "z", [3.0, 4.0]),
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
