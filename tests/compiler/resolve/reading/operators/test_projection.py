"""The nearest point of the simplex is what sparsemax gives."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError

from ...dump import meaning, resolved

NEAREST_POINTS = [
    (r"\arg\min_{p \in \Delta} \|p - z\|^2", "sparsemax(z)"),
    (r"\arg\min_{p \in \Delta^{K-1}} \|p - z\|_2^2", "sparsemax(z)"),
]


@pytest.mark.parametrize(("latex", "wanted"), NEAREST_POINTS)
def test_nearest_points(latex, wanted):
    assert meaning(latex) == wanted


OTHER_DISTANCES = [
    (r"\arg\min_{p \in \Delta} \|p - z\|", "unsupported.values_of_set"),
]


@pytest.mark.parametrize(("latex", "key"), OTHER_DISTANCES)
def test_other_distances(latex, key):
    with pytest.raises(FormulaError) as refused:
        resolved(latex)
    assert refused.value.message.key == key
