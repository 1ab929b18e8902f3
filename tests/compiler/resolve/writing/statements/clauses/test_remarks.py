"""Numbers of equations, numbers said twice and bounds are no statements."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.compiler.resolve.writing.statements.splitting import split
from vault_tools.compiler.syntax import parse
from vault_tools.errors import NothingToCompute

from ....dump import resolved, show

NUMBERED = [
    (r"(1) \quad y = 2 x", "y", "(2 * x)"),
    (r"(a) \quad y = 2 x", "y", "(2 * x)"),
    (r"(iv) \quad y = 2 x", "y", "(2 * x)"),
    (r"(1) \quad a = x + z \\ (2) \quad b = 2 x", "b", "(2 * x)"),
    (r"(a) = 2 x", None, "(2 * x)"),
    (r"y = (2) x", "y", "(2 * x)"),
]


@pytest.mark.parametrize(("latex", "name", "wanted"), NUMBERED)
def test_the_equation_is_read(latex, name, wanted):
    program = resolved(latex)
    assert (program.name, show(program)) == (name, wanted)


@pytest.mark.parametrize(
    ("latex", "signs"),
    [
        (r"P = \frac{200}{230} \approx 0.8696 \;(86.96\%)", ("=", "≈", "≈")),
        (r"P = \frac{200}{230} = 0.87 (87\%)", ("=", "=", "=")),
        (r"P = 0.5 (1 + x)", ("=",)),
        (r"P = x (87\%)", ("=",)),
    ],
)
def test_a_percentage_in_brackets_behind_a_number_is_a_side_of_its_own(latex, signs):
    (statement,) = split(parse(latex))
    assert statement.signs == signs


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
