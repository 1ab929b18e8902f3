"""Numbers of equations, numbers said twice and bounds are no statements."""

from __future__ import annotations

import pytest

from vault_tools import compile_formula
from vault_tools.compiler.resolve.writing.statements.splitting import split
from vault_tools.compiler.syntax import parse
from vault_tools.errors import FormulaError, NothingToCompute

from ....dump import resolved, show

OPERATIONS = [
    r"S(i, j) = (X * K)(i, j) = \sum_m \sum_n X(i+m, j+n) K(m, n)",
    r"S(i, j) = (K * X)(i, j) = \sum_m \sum_n X(i+m, j+n) K(m, n)",
    r"S_{ij} = (X * K)_{ij} = \sum_m \sum_n X_{i+m, j+n} K_{m, n}",
    r"S_{ij} = X * K = \sum_m \sum_n X_{i+m, j+n} K_{m, n}",
]


@pytest.mark.parametrize("latex", OPERATIONS)
def test_a_side_that_names_the_operation_is_none_of_the_chain(latex):
    assert len(split(parse(latex))[0].sides) == 2
    assert sorted(compile_formula(latex).inputs) == ["K", "X"]


SIDES = [r"y = a * b = \frac{a}{c}", r"y_i = w_i * x_i = w_i x_i", r"y = (a * b)(c + d) = e", r"y = (a + b)_i = \sum_j a_{ij}"]


@pytest.mark.parametrize("latex", SIDES)
def test_another_side_stays(latex):
    assert len(split(parse(latex))[0].sides) == 3


@pytest.mark.parametrize("latex", [r"y[n] = x[n] * h[n] = \sum_k x[k] h[n-k]", r"s(t) = (x * w)(t) = \sum_a x(a) w(t-a)"])
def test_a_sum_that_is_not_read_is_no_product(latex):
    with pytest.raises(FormulaError):
        compile_formula(latex)


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
