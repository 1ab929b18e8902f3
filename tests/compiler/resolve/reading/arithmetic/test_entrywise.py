"""Products entry by entry."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

ENTRY_BY_ENTRY = [
    (r"A \odot B", None, "(A * B)"),
    (r"A \odot x", {"A": (3, 4), "x": (4,)}, "(A * x)"),
    (r"x \circ y", {"x": (3,), "y": (3,)}, "(x * y)"),
    (r"(\sigma(x) \odot y) z", None, "(sigmoid(x) * y * z)"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), ENTRY_BY_ENTRY)
def test_entry_by_entry(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


A_ROW_OF_ANOTHER_LENGTH_IS_REFUSED = [
    (r"A \odot x", {"A": (3, 4), "x": (5,)}, "shape.elementwise"),
]


@pytest.mark.parametrize(("latex", "shapes", "key"), A_ROW_OF_ANOTHER_LENGTH_IS_REFUSED)
def test_a_row_of_another_length_is_refused(latex, shapes, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, shapes=shapes)
    assert refused.value.message.key == key
