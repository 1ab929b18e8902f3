"""Orders of growth beside formulas: remarks on the cost, never factors."""

from __future__ import annotations

import pytest

from vault_tools.errors import NothingToCompute

from ...dump import meaning, resolved

OUTPUT = "(Q @ (K' @ V))"
REMARKS = [
    r"O = Q(K^\top V) \quad O(n d^2)",
    r"O = Q(K^\top V), \quad \mathcal{O}(n d^2)",
    r"O = Q(K^\top V) \qquad \text{cost } O(n d^2)",
    r"O = Q(K^\top V) \quad \text{in } O(n d^2) \text{ time}",
]


@pytest.mark.parametrize("latex", REMARKS)
def test_behind_a_wide_space_they_say_what_a_formula_costs(latex):
    assert meaning(latex) == OUTPUT


@pytest.mark.parametrize("latex", [r"O = Q(K^\top V) \; O(nd^2)", r"Z = Q(K^\top V) \, O(N \log N)"])
def test_at_the_end_of_a_product_they_are_no_factor(latex):
    with pytest.raises(NothingToCompute):
        resolved(latex)


def test_an_array_of_the_note_is_a_factor():
    assert meaning("y = W O (a + b)", ["O = X W"]).endswith("((W @ O) @ (a + b))")
