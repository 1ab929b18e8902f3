r"""A lone `\cdot` in the call of a denominator is the argument of the numerator, at the letter of the sum."""

from __future__ import annotations

import pytest

from ....dump import meaning, resolved

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
