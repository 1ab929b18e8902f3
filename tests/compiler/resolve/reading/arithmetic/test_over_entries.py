"""Operators over all entries of an array, which name no index."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

ALL_ENTRIES = [
    (r"\sum A", None, "sum(i<n: sum(j<d: A[i,j]))"),
    (r"\max A", None, "max(i<n: max(j<d: A[i,j]))"),
    (r"\max(x)", {"x": (3,)}, "max(i<n: x[i])"),
    (r"\min(A)", {"A": (3, 2)}, "min(i<n: min(j<d: A[i,j]))"),
    (r"\arg\max x", None, "argmax(i<n: x[i])"),
]


@pytest.mark.parametrize(("latex", "shapes", "wanted"), ALL_ENTRIES)
def test_all_entries(latex, shapes, wanted):
    assert meaning(latex, shapes=shapes) == wanted


A_NUMBER_HAS_NO_LARGEST_ENTRY = [
    (r"\max(x)", {"x": ()}, "unsupported.largest_of_number"),
    (r"r_{ij} = \frac{x_{ij}}{\max(x_{ij})}", None, "unsupported.largest_of_number"),
    (r"r_{ij} = \max(x_{ij})", {"x": (2, 3, 4)}, "unsupported.largest_of_entry"),
]


@pytest.mark.parametrize(("latex", "shapes", "key"), A_NUMBER_HAS_NO_LARGEST_ENTRY)
def test_a_number_has_no_largest_entry(latex, shapes, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex, shapes=shapes)
    assert refused.value.message.key == key
