"""What a definition says of the size of its own value is not computed; other inequalities are left alone."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.errors import NothingToCompute

DEFINITIONS = [
    (r"D_{KL}(p\|q) = \sum_i p_i \log \frac{p_i}{q_i} \ge 0", {"p", "q"}),
    (r"\text{Softplus}(x) = \ln(1 + e^x) > 0", {"x"}),
    (r"s = ab + c = d \le 1", {"a", "b", "c", "d"}),
]


@pytest.mark.parametrize(("latex", "inputs"), DEFINITIONS)
def test_a_definition_is_computed_without_its_bound(latex, inputs):
    assert set(compile_formula(latex).inputs) <= inputs


@pytest.mark.parametrize("latex", ["x = a > 0", r"x \ge 0", "n = 2 > 1", "a + b = c > d"])
def test_conditions_are_left_alone(latex):
    with pytest.raises(NothingToCompute):
        compile_formula(latex)
