"""A dot stands for a letter of its own, or for the argument of the same call above."""

from __future__ import annotations

import pytest

from vault_tools.errors import FormulaError, NothingToCompute

from ....dump import meaning, resolved

DEFINITIONS = [
    (r"\phi(\cdot) = \text{ReLU}(\cdot)", r"\phi(x) = \text{ReLU}(x)"),
    (r"\phi(\cdot) = \text{elu}(\cdot) + 1", r"\phi(x) = \text{elu}(x) + 1"),
    (r"\sigma(\cdot) = \frac{1}{1 + e^{-(\cdot)}}", r"\sigma(x) = \frac{1}{1 + e^{-x}}"),
]


@pytest.mark.parametrize(("dotted", "written"), DEFINITIONS)
def test_a_function_of_anything(dotted, written):
    user = r"Y = \phi(Q) (\phi(K)^\top V)" if "phi" in dotted else r"y = \sigma(W x)"
    assert meaning(user, (dotted,)) == meaning(user, (written,))


def test_two_dots_are_no_definition():
    with pytest.raises((FormulaError, NothingToCompute)):
        resolved(r"k(\cdot, \cdot) = \exp(\cdot)")


def test_a_dot_between_factors_stays():
    assert meaning(r"f(x) = (a) \cdot (x)") == meaning(r"f(x) = a x")


FILLED = [
    (r"\alpha_{ij} = \frac{\exp(q_i^\top k_j)}{\sum_k \exp(\cdot)}", r"\alpha_{ij} = \frac{\exp(q_i^\top k_j)}{\sum_k \exp(q_i^\top k_k)}"),
    (r"\alpha_i = \frac{\exp(u^\top h_i)}{\sum_j \exp(\cdot)}", r"\alpha_i = \frac{\exp(u^\top h_i)}{\sum_j \exp(u^\top h_j)}"),
    (
        r"\alpha_{ij} = \frac{\exp(\sigma(e_{ij}))}{\sum_{k \in N_i} \exp(\sigma(\cdot))}",
        r"\alpha_{ij} = \frac{\exp(\sigma(e_{ij}))}{\sum_{k \in N_i} \exp(\sigma(e_{ik}))}",
    ),
    (
        r"\alpha_{ij} = \frac{\exp(g(e_{ij}))}{\sum_{k \in N_i} \exp(\cdot)}, \quad g(x) = x^2",
        r"\alpha_{ij} = \frac{\exp(g(e_{ij}))}{\sum_{k \in N_i} \exp(g(e_{ik}))}, \quad g(x) = x^2",
    ),
]


@pytest.mark.parametrize(("dotted", "written"), FILLED)
def test_filled(dotted, written):
    assert meaning(dotted) == meaning(written)


def test_a_dot_that_multiplies_stays():
    assert resolved(r"y = \frac{a \cdot b}{\sum_j c_j}").name == "y"
