"""Densities of the usual distributions at a value."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vault_tools import compile_formula
from vault_tools.errors import FormulaError, NothingToCompute

DENSITIES = [
    (r"y = \mathcal{N}(x; \mu, \sigma^2)", {"x": 1.0, "mu": 0.0, "sigma": 2.0}, math.exp(-1 / 8) / math.sqrt(8 * math.pi)),
    (r"p(x) = N(x \mid 0, 1)", {"x": 0.0}, 1 / math.sqrt(2 * math.pi)),
    (
        r"y = \mathcal{N}(x | \mu, \Sigma)",
        {"x": [1.0, 0.0], "mu": [0.0, 0.0], "Sigma": np.diag([1.0, 4.0])},
        math.exp(-0.5) / (4 * math.pi),
    ),
    (r"p = \mathcal{N}(z; 0, I)", {"z": [0.0, 0.0]}, 1 / (2 * math.pi)),
    (r"y = \mathcal{N}(x; m, s I)", {"x": [1.0, 1.0], "m": [0.0, 0.0], "s": 2.0}, math.exp(-0.5) / (4 * math.pi)),
    (r"y = \text{Bern}(z | p)", {"z": 0.0, "p": 0.25}, 0.75),
    (r"y = \mathrm{Binomial}(k; n, p)", {"k": 1.0, "n": 3.0, "p": 0.5}, 0.375),
    (r"y = \text{Poisson}(k; \lambda)", {"k": 2.0, "lambda_": 2.0}, 2 * math.exp(-2)),
    (r"y = \mathrm{Laplace}(x | m, b)", {"x": 1.0, "m": 0.0, "b": 1.0}, math.exp(-1) / 2),
    (r"y = \mathrm{Beta}(\theta; 2, 3)", {"theta": 0.5}, 1.5),
]


@pytest.mark.parametrize(("latex", "given", "wanted"), DENSITIES, ids=[row[0] for row in DENSITIES])
def test_the_value_at_a_place(latex, given, wanted):
    formula = compile_formula(latex, shapes={name: np.shape(value) for name, value in given.items()})
    assert formula(**given) == pytest.approx(wanted)


def test_a_mixture_has_a_covariance_for_each_part():
    formula = compile_formula(r"p = \sum_{k=1}^K \pi_k \mathcal{N}(x | \mu_k, \Sigma_k)")
    given = {"pi": np.array([0.5, 0.5]), "x": np.zeros(2), "mu": np.zeros((2, 2)), "Sigma": np.array([np.eye(2), 4 * np.eye(2)])}
    assert formula(**given) == pytest.approx((1 + 1 / 4) / (4 * math.pi))


@pytest.mark.parametrize(
    ("latex", "given"),
    [
        (r"p = \sum_k \pi_k \mathcal{N}(\mathbf{x} \mid \mu_k, \Sigma_k)", {"pi": 1, "Sigma": 3, "x": 1, "mu": 2}),
        (r"p = \sum_k \pi_k \mathcal{N}(x \mid \mu_k, \Sigma_k)", {"pi": 1, "Sigma": 3, "x": 1, "mu": 2}),
        (r"p = \sum_k \pi_k \mathcal{N}(x \mid \mu_k, \sigma_k^2)", {"pi": 1, "sigma": 1, "x": 0, "mu": 1}),
    ],
)
def test_a_capital_is_a_covariance(latex, given):
    assert {name: len(shape) for name, shape in compile_formula(latex).inputs.items()} == given


def test_the_note_s_own_definition_comes_first():
    own = r"\mathcal{N}(x; m, s) = \exp(-(x - m)^2 / s)"
    assert compile_formula(r"y = \mathcal{N}(x; 0, 1)", context=(own,))(x=1.0) == pytest.approx(math.exp(-1))


@pytest.mark.parametrize("latex", [r"y = \mathcal{N}(\mu, \sigma^2)", r"y = z + \mathcal{N}(0, 1)", r"y = \mathcal{M}(x; \mu, \sigma^2)"])
def test_a_distribution_without_a_value_is_no_number(latex):
    with pytest.raises((FormulaError, NothingToCompute)):
        compile_formula(latex)


@pytest.mark.parametrize("latex", [r"q(x | z) = \mathcal{N}(x; az, b^2)", r"p_\theta(x_{t-1} \mid x_t) = \mathcal{N}(x_{t-1}; a x_t, b I)"])
def test_a_conditional_distribution_that_is_only_named_is_a_declaration(latex):
    with pytest.raises(NothingToCompute):
        compile_formula(latex)


def test_a_declared_distribution_is_computed_where_it_is_used():
    declared = r"p(x | k) = \mathcal{N}(x; k, 1)"
    assert compile_formula(r"y = 2 p(x | 0)", context=(declared,))(x=0.0) == pytest.approx(2 / math.sqrt(2 * math.pi))


def test_one_number_has_no_several_spreads():
    with pytest.raises(FormulaError):
        compile_formula(r"y = \mathcal{N}(x; m, s)", shapes={"x": (3,), "m": (3,), "s": ()})
