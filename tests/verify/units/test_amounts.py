"""The unit behind a number, however it is set; letters that may be factors are none."""

from __future__ import annotations

import pytest

from vault_tools.compiler.syntax import parse
from vault_tools.compiler.syntax_tree import Juxtaposed
from vault_tools.verify.units.amounts import is_number, unit_behind


@pytest.mark.parametrize(
    ("latex", "name"),
    [
        (r"3\,\text{kg}", "kg"),
        (r"9.8\ \text{m/s}^2", "m/s^2"),
        (r"9.8\,\frac{\text{m}}{\text{s}^2}", "m/s^2"),
        (r"72\,\mathrm{km/h}", "km/h"),
        (r"9.8\,\mathrm{m/s^2}", "m/s^2"),
        (r"3\,\frac{m}{s}", "m/s"),
        (r"3\frac{m}{s}", None),
        (r"3 \frac{m}{s^2}", None),
        (r"5 \text{ min}", "min"),
        ("3 m", None),
        (r"2 \mathrm{A}", None),
    ],
)
def test_the_name_of_a_unit(latex: str, name: str | None) -> None:
    row = parse(latex).rows[0]
    assert isinstance(row, Juxtaposed)
    assert is_number(row.items[0])
    assert unit_behind(*row.items) == name
